import { readFile } from 'node:fs/promises';

const TICK_MS = 10;

/**
 * Returns the CPU time of a process on all cores, in milliseconds. Other programs don't change it.
 * Linux only.
 */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
