/** Reads the JSON reports of Playwright and Vitest, for the summary at the end of a long run. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Characters of an error message. */
const MAX_REASON = 200;

/** Each test tool overwrites it. */
export const REPORT = fileURLToPath(new URL('../test-results/report.json', import.meta.url));

export const VITEST_REPORTERS: ['default', ['json', { outputFile: string }]] = [
  'default',
  ['json', { outputFile: REPORT }],
];

interface VitestReport {
  testResults: {
    name: string;
    status: string;
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
 * Returns one line for each test that failed or was flaky, with its first error. Without a report, returns
 * none.
 */
export async function troubledTests(file = REPORT): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const report = JSON.parse(text) as VitestReport | PlaywrightSuite;
  return 'testResults' in report ? ofVitest(report) : ofPlaywright(report);
}

function ofVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const path = relative(ROOT, name);
    // A file whose setup failed has no failed tests.
    if (failed.length === 0) return status === 'failed' ? [`failed: ${path}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `failed: ${path} › ${fullName}${reasonIn(failureMessages?.[0])}`,
    );
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

/** Returns the first line of an error message, to follow the name of a test. */
function reasonIn(message: string | undefined): string {
  const [line = ''] = stripVTControlCharacters(message ?? '').split('\n');
  return line && `: ${line.slice(0, MAX_REASON)}`;
}
