import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runImport } from '../../../api/imports/process.ts';
import { EXIT_SAFELY } from '../../../api/workarounds/exit-hang.ts';
import { emptyFolder } from '../../support/database.ts';
import { SUMMARY } from './support.ts';

const TASK = {
  action: 'rehearse' as const,
  id: '0'.repeat(16),
  file: '/tmp/export',
  name: 'export.xml',
  options: {
    ...{ from: null, author: null, baseUrl: null, sitemap: null },
    ...{ pictures: 'fetch' as const, merge: false },
  },
};

/** Runs a script in place of the process that imports. */
async function run(script: string, signal = new AbortController().signal) {
  const file = join(await emptyFolder(), 'process.mjs');
  await writeFile(file, script);
  const said: string[] = [];
  const onProgress = (progress: string) => void said.push(progress);
  return { said, summary: await runImport(TASK, { signal, onProgress }, file) };
}

const print = (...replies: unknown[]) =>
  replies.map((reply) => `console.log(${JSON.stringify(JSON.stringify(reply))});`).join('\n');

it('the process gets its task, and returns progress and a summary', async () => {
  const { said, summary } = await run(`
    const task = JSON.parse(process.argv[2]);
    console.log(JSON.stringify({ progress: task.action + ' ' + task.name }));
    console.log(JSON.stringify({ progress: process.execArgv.at(-1) }));
    console.log('{ a library says something');
    ${print({ progress: 'Writing: 2 records' }, { summary: SUMMARY })}`);
  expect(said).toEqual(['rehearse export.xml', EXIT_SAFELY, 'Writing: 2 records']);
  expect(summary).toEqual(SUMMARY);
});

it('the process has no summary when it has made an import public', async () => {
  expect((await run(print({ done: true }))).summary).toBeNull();
});

it('the process says why it failed', async () => {
  const failing = run(print({ progress: 'Reading' }, { error: 'This file is unknown.' }));
  await expect(failing).rejects.toThrow(/^This file is unknown\.$/);
});

it.each([
  ['throw new Error("broken")', /^The import process ended with 1\..*broken/s],
  [
    `${print({ done: true })} process.kill(process.pid, "SIGKILL")`,
    /^The import process ended with SIGKILL\./,
  ],
  ['', /^The import process ended with 0\.$/],
])('a process that breaks off (%s) is an error', async (script, message) => {
  await expect(run(script)).rejects.toThrow(message);
});

it('the process is stopped when the signal aborts, even if it ignores SIGTERM', async () => {
  const abort = new AbortController();
  const running = run(
    `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000);
    ${print({ progress: 'Reading' })}`,
    abort.signal,
  );
  setTimeout(() => abort.abort(new Error('thrown away')), 500);
  await expect(running).rejects.toThrow('thrown away');
});
