/** Reads the JSON reports of Playwright and Vitest, for the summary at the end of a long run. */
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

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightTest {
  status: string;
  results?: { error?: { message?: string } }[];
}

interface PlaywrightSuite {
  specs?: { file: string; line: number; title: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

/**
 * Returns one line for each test that failed or was flaky, with its first error, and one for each
 * error outside of tests. Without reports in `folder`, returns none.
 */
export async function troubles(folder = RESULTS): Promise<string[]> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
  const [text, stray = ''] = [await read(basename(REPORT)), await read(STRAY_ERRORS)];
  const lines = stray.split('\n').filter((line) => line !== '');
  return [...troubledTests(text), ...lines.map((line) => `error outside of tests: ${line}`)];
}

function troubledTests(text: string | undefined): string[] {
  if (text === undefined) return [];
  const report = JSON.parse(text) as VitestReport | PlaywrightSuite;
  return 'testResults' in report ? ofVitest(report) : ofPlaywright(report);
}

function ofVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(ROOT, name);
    const troubled = assertionResults.flatMap((test) => {
      const isFailed = test.status === 'failed';
      const [reason] = test.failureMessages ?? [];
      // A test that passed when it was repeated still has the messages of its failure.
      if (!isFailed && reason === undefined) return [];
      return `${isFailed ? 'failed' : 'flaky'}: ${path} › ${test.fullName}${reasonIn(reason)}`;
    });
    const isExplained = assertionResults.some((test) => test.status === 'failed');
    // A file whose setup failed has no failed tests.
    if (status !== 'failed' || isExplained) return troubled;
    return [`failed: ${path}${reasonIn(message)}`, ...troubled];
  });
}

function ofPlaywright({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const verdict = status === 'flaky' ? 'flaky' : 'failed';
        const reason = results?.find(({ error }) => error)?.error?.message;
        return `${verdict}: tests/e2e/${file}:${line} › ${title}${reasonIn(reason)}`;
      }),
  );
  return [...own, ...suites.flatMap(ofPlaywright)];
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
function reasonIn(message: string | undefined): string {
  const [line = ''] = stripVTControlCharacters(message ?? '').split('\n');
  return line && `: ${line.slice(0, MAX_REASON)}`;
}
