import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { EXIT_SAFELY } from '../../../api/workarounds/exit-hang.ts';

/** Keeps the compilers busy, then prints the CPU time of V8's threads, in milliseconds. */
const SCRIPT = `
  const { readdirSync, readFileSync } = require('node:fs');
  const loop = 'for (let k = 0; k < 50; k++) s = (s * 31 + a * k) | 0;';
  const functions = Array.from({ length: 1000 }, (_, n) =>
    new Function('a', 'let s = ' + n + ';' + loop + 'return s;'));
  for (let round = 0; round < 300; round++) for (const one of functions) one(round);
  const read = (path) => readFileSync('/proc/self/task/' + path, 'utf8');
  const workers = readdirSync('/proc/self/task').filter((id) => read(id + '/comm').startsWith('V8Worker'));
  console.log(workers.reduce((sum, id) => sum + Number(read(id + '/schedstat').split(' ')[0]) / 1e6, 0));
`;

const cpuMs = (flags: string[]) =>
  Number(execFileSync(process.execPath, [...flags, '-e', SCRIPT], { encoding: 'utf8' }));

it('a process that exits safely has no work on the threads that could hold it up', () => {
  expect(cpuMs([])).toBeGreaterThan(10);
  expect(cpuMs([EXIT_SAFELY])).toBeLessThan(5);
});
