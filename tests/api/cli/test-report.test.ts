import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  readReports,
  slowest,
  strayErrorReporter,
  troubles,
} from '../../../scripts/test-report.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-report-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(report: object) {
  await writeFile(join(folder, 'report.json'), JSON.stringify(report));
  return await readReports(folder);
}

it('names the failed and flaky tests of Vitest, and files that could not be loaded', async () => {
  const message = '\u001b[31mError: expected 2 to be 1\u001b[39m\n  at b.ts';
  const file = (name: string, status: string, tests: [string, string][] = []) => ({
    name: resolve(name),
    status,
    assertionResults: tests.map(([title, status]) => ({
      ancestorTitles: ['posts'],
      title,
      status: status === 'flaky' ? 'passed' : status,
      failureMessages: status === 'passed' ? [] : [message],
    })),
  });
  const testResults = [
    file('tests/api/a.test.ts', 'passed', [
      ['are listed', 'passed'],
      ['are counted', 'flaky'],
    ]),
    file('tests/api/b.test.ts', 'failed', [
      ['are sorted', 'failed'],
      ['are found', 'passed'],
    ]),
    { ...file('tests/api/c.test.ts', 'failed'), message: 'No such file' },
  ];
  expect(troubles((await read({ testResults })).tests)).toEqual([
    'flaky: tests/api/a.test.ts › posts › are counted: Error: expected 2 to be 1',
    'failed: tests/api/b.test.ts › posts › are sorted: Error: expected 2 to be 1',
    'failed: tests/api/c.test.ts: No such file',
  ]);
});

it('names the failed and flaky tests of Playwright, in nested suites too', async () => {
  const error = { message: 'Error: timed out\n\nCall log' };
  const spec = (title: string, status: string) => ({
    file: 'desk.spec.ts',
    title,
    tests: [{ status, results: [{}, ...(status === 'flaky' ? [{ error }] : [])] }],
  });
  const inner = { specs: [spec('drags', 'flaky'), spec('is skipped', 'skipped')] };
  const suites = [{ specs: [spec('opens', 'expected'), spec('closes', 'unexpected')] }, {}];
  const group = { suites: [{ title: 'a row', ...inner }] };
  const { tests } = await read({ suites: [...suites, group] });
  expect(troubles(tests)).toEqual([
    'failed: tests/e2e/desk.spec.ts › closes',
    'flaky: tests/e2e/desk.spec.ts › a row › drags: Error: timed out',
  ]);
});

it('names nothing without a report', async () => {
  expect(await readReports(join(folder, 'missing'))).toEqual({ tests: [], strayErrors: [] });
});

it('names errors outside of tests, which the report of Vitest leaves out', async () => {
  const error = { message: 'socket closed', stack: 'Error: socket closed\n    at a.ts:3' };
  await strayErrorReporter(folder).onTestRunEnd?.([], [error], 'failed');
  const { strayErrors } = await read({ testResults: [] });
  expect(strayErrors).toEqual(['Error: socket closed at a.ts:3']);
});

it('lists the slowest tests that took a second or longer', async () => {
  const tests = [5, 1200, 1000, 3000].map((duration) => ({
    ancestorTitles: [],
    title: `${duration}`,
    status: 'passed',
    duration,
  }));
  const name = resolve('tests/api/a.test.ts');
  const report = { testResults: [{ name, status: 'passed', assertionResults: tests }] };
  expect(slowest((await read(report)).tests, 2)).toEqual([
    '    3.0 s  tests/api/a.test.ts › 3000',
    '    1.2 s  tests/api/a.test.ts › 1200',
  ]);
});
