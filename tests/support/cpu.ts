/**
 * Returns the CPU time of this process and its threads during `work`, in milliseconds. Other
 * programs don't change it.
 */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
