import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in ticks of 10 ms (`getconf CLK_TCK`). */
const TICK_MS = 10;

/** Returns the CPU time of a process with all its threads, in milliseconds. Linux only. */
export function cpuMs(pid: number): number {
  // Fields after the name in parentheses; user and system time are the 12th and 13th.
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns the CPU time of all children of a process that are running, in milliseconds. */
export function childrenCpuMs(parent: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  let sum = 0;
  for (const pid of pids) {
    try {
      const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      if (Number(rest.split(' ')[1]) === parent) sum += cpuMs(Number(pid));
    } catch {
      // It has just ended.
    }
  }
  return sum;
}
