import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** The value below which `share` (0 to 1) of the values lie; nearest rank. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

async function statusMb(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Resident memory of a process now, in MB; Linux only. */
export const residentMb = (pid: number) => statusMb(pid, 'VmRSS');

/** The most memory that a process has held since it began, in MB; Linux only. */
export const peakMb = (pid: number) => statusMb(pid, 'VmHWM');

const SAMPLE_MS = 50;

/** What several processes hold that one alone does not have counts once (Pss), in MB. */
async function sharedMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/**
 * Watches a process and those below it; Linux only. The function it gives ends that, and gives the
 * most that they held together, and the most that those below held, in MB.
 */
export function watchMemory(pid: number): () => Promise<{ all: number; below: number }> {
  const most = { all: 0, below: 0 };
  let isOn = true;
  const watching = (async () => {
    while (isOn) {
      const children = await descendantsOf(pid);
      const held = await Promise.all(children.map(sharedMb));
      const below = held.reduce((sum, mb) => sum + mb, 0);
      most.below = Math.max(most.below, below);
      most.all = Math.max(most.all, below + (await sharedMb(pid)));
      await setTimeout(SAMPLE_MS);
    }
  })();
  return async () => {
    isOn = false;
    await watching;
    return most;
  };
}

async function descendantsOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
  const deeper = await Promise.all(children.map(descendantsOf));
  return [...children, ...deeper.flat()];
}
