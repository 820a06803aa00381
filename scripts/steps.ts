/** Runs commands one after another and prints a summary. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clearReports, readReports, slowest, type TestResult, troubles } from './test-report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Step {
  name: string;
  run(): Promise<boolean>;
}

/** `seconds`: of all steps together. */
export interface Outcome {
  passed: boolean;
  seconds: number;
  tests: TestResult[];
}

/**
 * Runs every step, even after a failed one. Prints a summary: the time of each step, its failed and
 * flaky tests, and the slowest tests of all.
 */
export async function runSteps(steps: readonly Step[]): Promise<Outcome> {
  const lines: string[] = [];
  const all: TestResult[] = [];
  const begin = performance.now();
  const secondsSince = (time: number) => (performance.now() - time) / 1000;
  let failed = 0;
  for (const { name, run } of steps) {
    console.log(`\n── ${name}`);
    const started = performance.now();
    await clearReports();
    const passed = await run().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return false;
    });
    if (!passed) failed += 1;
    const seconds = secondsSince(started).toFixed(1).padStart(7);
    lines.push(`  ${passed ? 'passed' : 'FAILED'} ${seconds} s  ${name}`);
    const { tests, strayErrors } = await readReports();
    const stray = strayErrors.map((error) => `error outside of tests: ${error}`);
    for (const line of [...troubles(tests), ...stray]) lines.push(`${' '.repeat(22)}${line}`);
    all.push(...tests);
  }
  const seconds = secondsSince(begin);
  const slow = slowest(all);
  if (slow.length > 0) console.log(`\n── Slowest tests\n${slow.join('\n')}`);
  if (steps.length > 1) lines.push(`         ${seconds.toFixed(1).padStart(7)} s  in all`);
  console.log(`\n── Summary\n${lines.join('\n')}\n`);
  return { passed: failed === 0, seconds, tests: all };
}

/**
 * Runs the command-line tool of an installed package with this Node. `prefix` is a command that
 * runs commands, such as `nice`. Returns whether it succeeded. Throws when the package has no such
 * tool.
 */
export async function runTool(
  packageName: string,
  tool: string,
  args: readonly string[],
  prefix: readonly string[] = [],
): Promise<boolean> {
  const manifest = join(ROOT, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as {
    bin?: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : bin?.[tool];
  if (file === undefined) throw new Error(`${packageName} has no ${tool}`);
  const line = [...prefix, process.execPath, join(dirname(manifest), file), ...args];
  const child = spawn(line[0] ?? '', line.slice(1), {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const pass = (signal: NodeJS.Signals) => () => child.kill(signal);
  const [onInterrupt, onTerminate] = [pass('SIGINT'), pass('SIGTERM')];
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
  if (code !== 0) console.log(`${tool} ended with ${signal ?? `exit code ${code}`}`);
  return code === 0;
}
