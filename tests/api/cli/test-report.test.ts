import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { strayErrorReporter, troubles } from '../../../scripts/test-report.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-report-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(report: object): Promise<string[]> {
  await writeFile(join(folder, 'report.json'), JSON.stringify(report));
  return troubles(folder);
}

it('names the failed and flaky tests of Vitest, and files that could not be loaded', async () => {
  const message = '\u001b[31mError: expected 2 to be 1\u001b[39m\n  at b.ts';
  const file = (name: string, status: string, tests: [string, string][] = []) => ({
    name: resolve(name),
    status,
    assertionResults: tests.map(([fullName, status]) => ({
      fullName,
      status: status === 'flaky' ? 'passed' : status,
      failureMessages: status === 'passed' ? [] : [message],
    })),
  });
  const testResults = [
    file('tests/api/a.test.ts', 'passed', [
      ['posts are listed', 'passed'],
      ['posts are counted', 'flaky'],
    ]),
    file('tests/api/b.test.ts', 'failed', [
      ['posts are sorted', 'failed'],
      ['posts are found', 'passed'],
    ]),
    { ...file('tests/api/c.test.ts', 'failed'), message: 'No such file' },
  ];
  expect(await read({ testResults })).toEqual([
    'flaky: tests/api/a.test.ts › posts are counted: Error: expected 2 to be 1',
    'failed: tests/api/b.test.ts › posts are sorted: Error: expected 2 to be 1',
    'failed: tests/api/c.test.ts: No such file',
  ]);
});

it('names the failed and flaky tests of Playwright, in nested suites too', async () => {
  const error = { message: 'Error: timed out\n\nCall log' };
  const spec = (title: string, status: string) => ({
    ...{ file: 'desk.spec.ts', line: 7, title },
    tests: [{ status, results: [{}, ...(status === 'flaky' ? [{ error }] : [])] }],
  });
  const inner = { specs: [spec('drags', 'flaky'), spec('is skipped', 'skipped')] };
  const suites = [{ specs: [spec('opens', 'expected'), spec('closes', 'unexpected')] }, {}];
  expect(await read({ suites: [...suites, { suites: [inner] }] })).toEqual([
    'failed: tests/e2e/desk.spec.ts:7 › closes',
    'flaky: tests/e2e/desk.spec.ts:7 › drags: Error: timed out',
  ]);
});

it('names nothing without a report', async () => {
  expect(await troubles(join(folder, 'missing'))).toEqual([]);
});

it('names errors outside of tests, which the report of Vitest leaves out', async () => {
  const error = { message: 'socket closed', stack: 'Error: socket closed\n    at a.ts:3' };
  await strayErrorReporter(folder).onTestRunEnd?.([], [error], 'failed');
  expect(await read({ testResults: [] })).toEqual([
    'error outside of tests: Error: socket closed at a.ts:3',
  ]);
});
