import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Returns the percentile of `share` (0 to 1) by the nearest-rank method. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

/** Runs `work`. Returns its value and how many milliseconds it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** Repeats `work`. Returns the milliseconds of each, without the first `warmUp`. */
export async function timesOf(
  { warmUp, count }: { warmUp: number; count: number },
  work: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < warmUp + count; n++) times.push((await timed(() => work(n))).ms);
  return times.slice(warmUp);
}

async function statusMb(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the current resident memory of a process in MB. Linux only. */
export const residentMb = (pid: number) => statusMb(pid, 'VmRSS');

/** Returns the peak memory of a process since its start in MB. Linux only. */
export const peakMb = (pid: number) => statusMb(pid, 'VmHWM');

const SAMPLE_MS = 50;

/** Returns the total memory of processes in MB. Shared pages count once (Pss). */
async function sharedMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/**
 * Watches the memory of a process and its descendants. Linux only. The returned function stops and
 * returns the peak of all of them together, and of the descendants alone, in MB.
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
