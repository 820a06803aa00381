/** Reads the JSON reports of Playwright and Vitest, for the summary at the end of a long run. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

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
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface PlaywrightSuite {
  specs?: { file: string; line: number; title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

/** Returns one line for each test that failed or was flaky. Without a report, returns none. */
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
    return failed.map(({ fullName }) => `failed: ${path} › ${fullName}`);
  });
}

function ofPlaywright({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status }) => {
        const verdict = status === 'flaky' ? 'flaky' : 'failed';
        return `${verdict}: tests/e2e/${file}:${line} › ${title}`;
      }),
  );
  return [...own, ...suites.flatMap(ofPlaywright)];
}
