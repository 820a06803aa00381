/** Reads the JSON reports of Playwright and Vitest, for the summary at the end of a run. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter } from 'vitest/node';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Characters of an error message. */
const MAX_REASON = 200;

const RESULTS = fileURLToPath(new URL('../test-results', import.meta.url));

/** Test tools write their JSON report to this file. */
export const REPORT = join(RESULTS, 'report.json');

const STRAY_ERRORS = 'stray-errors.txt';

export const VITEST_REPORTERS: ['default', ['json', { outputFile: string }], Reporter] = [
  'default',
  ['json', { outputFile: REPORT }],
  strayErrorReporter(),
];

/**
 * Vitest's reporter that writes errors outside of tests to a file in `folder`, one a line. Such
 * errors make a run fail, but the JSON report leaves them out.
 */
export function strayErrorReporter(folder = RESULTS): Reporter {
  return {
    async onTestRunEnd(_modules, errors) {
      const lines = errors.map(({ stack, message }) => inOneLine(stack ?? message));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, STRAY_ERRORS), lines.join('\n'));
    },
  };
}

/** Removes what the last run reported. */
export async function clearReports(): Promise<void> {
  for (const file of [REPORT, join(RESULTS, STRAY_ERRORS)]) await rm(file, { force: true });
}

/** A test that ran, or a file that couldn't be loaded (then `titles` is empty). */
export interface TestResult {
  /** Path from the root of the repository. */
  file: string;
  /** The titles of its groups, then its own. */
  titles: string[];
  /** `flaky`: failed, and passed when it was repeated. */
  outcome: 'passed' | 'failed' | 'flaky';
  ms: number;
  /** The first error. */
  error: string | undefined;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      duration?: number | null;
      failureMessages?: string[];
    }[];
  }[];
}

interface PlaywrightTest {
  status: string;
  results?: { duration?: number; error?: { message?: string } }[];
}

interface PlaywrightSuite {
  title?: string;
  specs?: { file: string; title: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

/**
 * Returns the tests of the last run, without those that were skipped, and its errors outside of
 * tests. Without reports in `folder`, returns none.
 */
export async function readReports(
  folder = RESULTS,
): Promise<{ tests: TestResult[]; strayErrors: string[] }> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');
  const [text, stray] = [await read(basename(REPORT)), await read(STRAY_ERRORS)];
  const report = JSON.parse(text || '{}') as VitestReport | PlaywrightSuite;
  const tests = 'testResults' in report ? fromVitest(report) : fromPlaywright(report);
  return { tests, strayErrors: stray.split('\n').filter((line) => line !== '') };
}

function fromVitest({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const tests = assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map((test): TestResult => {
        const [error] = test.failureMessages ?? [];
        // A test that passed when it was repeated still has the messages of its failure.
        const passed = error === undefined ? 'passed' : 'flaky';
        return {
          file,
          error,
          titles: [...test.ancestorTitles, test.title],
          outcome: test.status === 'failed' ? 'failed' : passed,
          ms: test.duration ?? 0,
        };
      });
    const isExplained = status !== 'failed' || tests.some(({ outcome }) => outcome === 'failed');
    if (isExplained) return tests;
    // A file whose setup failed has no failed tests.
    return [{ file, titles: [], outcome: 'failed', ms: 0, error: message }, ...tests];
  });
}

const PLAYWRIGHT_OUTCOMES: Record<string, TestResult['outcome']> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
};

function fromPlaywright(root: PlaywrightSuite): TestResult[] {
  const walk = (suite: PlaywrightSuite, groups: string[]): TestResult[] => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.flatMap(({ status, results = [] }): TestResult[] => {
        const outcome = PLAYWRIGHT_OUTCOMES[status];
        if (outcome === undefined) return [];
        const ms = results.reduce((sum, { duration = 0 }) => sum + duration, 0);
        const error = results.find((result) => result.error)?.error?.message;
        return [{ file: join('tests/e2e', file), titles: [...groups, title], outcome, ms, error }];
      }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...groups, inner.title ?? ''])),
  ];
  // The outermost groups are the files.
  return (root.suites ?? []).flatMap((file) => walk(file, []));
}

/** Returns one line for each test that failed or was flaky, with its first error. */
export function troubles(tests: readonly TestResult[]): string[] {
  return tests
    .filter(({ outcome }) => outcome !== 'passed')
    .map((test) => `${test.outcome}: ${nameOf(test)}${reasonIn(test.error)}`);
}

/** Returns one line for each of the slowest tests that took a second or longer, slowest first. */
export function slowest(tests: readonly TestResult[], count = 20): string[] {
  return tests
    .filter(({ ms }) => ms >= 1000)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map((test) => `${(test.ms / 1000).toFixed(1).padStart(7)} s  ${nameOf(test)}`);
}

function nameOf({ file, titles }: TestResult): string {
  return [file, ...titles].join(' › ');
}

/** Returns an error and where it came from as one line. */
function inOneLine(stack = ''): string {
  const lines = stripVTControlCharacters(stack).split('\n');
  return lines
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 3 * MAX_REASON);
}

/** Returns the first line of an error message, to follow the name of a test. */
function reasonIn(message = ''): string {
  const [line = ''] = stripVTControlCharacters(message).split('\n');
  return line && `: ${line.slice(0, MAX_REASON)}`;
}
