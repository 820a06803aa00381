/** `npm run bench`: every file of bench/, one after another; `npm run bench -- static` one of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runSteps } from './steps.ts';

const BENCH = new URL('../bench/', import.meta.url);

const [wanted, ...args] = process.argv.slice(2);
const names = (await readdir(BENCH))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();
const chosen = wanted === undefined ? names : names.filter((name) => name === wanted);
if (chosen.length === 0) {
  console.error(`There is no bench "${wanted}"; there are: ${names.join(', ')}.`);
  process.exit(1);
}
process.exit(
  await runSteps(
    chosen.map((name) => ({
      name,
      async run() {
        const file = fileURLToPath(new URL(`${name}.ts`, BENCH));
        const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
        const [code] = (await once(child, 'exit')) as [number | null];
        return code === 0;
      },
    })),
  ),
);
