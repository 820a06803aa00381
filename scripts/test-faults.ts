/**
 * `npm run test:faults`: the full run of every fault and attack, which `npm test` shortens. A
 * complete run writes the tables in docs/reliability.md. With a name (`load`, `disk`, …), it runs
 * the fault tests of one file.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../cli/terminal.ts';
import { ensureBrowser } from '../tests/e2e/support/browser.ts';
import { mountCommandPrefix } from './mount-rights.ts';
import { writeReliability } from './reliability.ts';
import { runSteps, runTool, type Step } from './steps.ts';

const USAGE = `Usage: npm run test:faults -- [FILE ...]

Runs every fault and attack in full, or the fault tests of these files.`;
const names = readArguments(USAGE, {}, { max: Number.POSITIVE_INFINITY }).positionals;

/** A folder for the tests' reports, until the tables are written. */
const folder = await mkdtemp(join(tmpdir(), 'inkwell-reliability-'));
const report = (name: string) => join(folder, `${name}.json`);
const records = join(folder, 'records.jsonl');

process.env.FAULTS = 'long';
const vitest = (name: string, args: string[], prefix?: string[]) =>
  runTool(
    'vitest',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile=${report(name)}`, ...args],
    prefix,
  );

const faults: Step = {
  name: 'Faults and load (Vitest)',
  run: () =>
    vitest('faults', ['--config', 'vitest.faults.config.ts', ...names], mountCommandPrefix()),
};
const attacks: Step[] = [
  {
    name: 'Attacks over the API (Vitest)',
    run: () => vitest('api', ['tests/api/attack', 'tests/api/content/sanitize.test.ts']),
  },
  {
    name: 'Attacks in a browser (Playwright)',
    run() {
      process.env.CHROMIUM_PATH = ensureBrowser((line) => console.log(line));
      process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report('e2e');
      const args = ['test', '--reporter=list,json', 'tests/e2e/attack.spec.ts'];
      return runTool('@playwright/test', 'playwright', args);
    },
  },
];

await writeFile(records, '');
process.env.RELIABILITY_RECORDS = records;
const started = performance.now();
const tables: Step = {
  name: 'Tables in docs/reliability.md',
  async run() {
    const reports = {
      vitest: [report('api'), report('faults')],
      playwright: [report('e2e')],
      records,
    };
    await writeReliability(reports, (performance.now() - started) / 1000);
    return await runTool('@biomejs/biome', 'biome', ['format', '--write', 'docs/reliability.md']);
  },
};
const exitCode = await runSteps(names.length > 0 ? [faults] : [...attacks, faults, tables]);
await rm(folder, { recursive: true, force: true });
process.exit(exitCode);
