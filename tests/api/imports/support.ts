import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ImportJob, RehearsalSummary } from '../../../api/contract/imports.ts';
import { importFolder } from '../../../api/imports/folder.ts';
import { readImportJob } from '../../../api/imports/job.ts';
import type { runImport } from '../../../api/imports/process.ts';
import { ImportRunner } from '../../../api/imports/runner.ts';
import { Leases } from '../../../api/nodes/leases.ts';
import { makeAccount, type TestAppOptions, testApp } from '../../support/app.ts';

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
export const START = new Date('2026-01-05T03:15:00.000Z');
export const SUMMARY: RehearsalSummary = {
  source: 'WordPress export, 2 posts',
  tally: ['posts: 2 added'],
  entries: 2,
  entriesWithNotes: 1,
  notes: 1,
  addresses: 2,
  unanswered: 1,
};

export type Run = typeof runImport;

/** A process that waits until it's stopped. */
export function endless() {
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<unknown>();
  const run: Run = (_task, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.resolve(signal.reason);
        reject(signal.reason);
      });
      started.resolve();
    });
  return { run, started: started.promise, stopped: stopped.promise };
}

/** A site with an administrator and a clock. Imports take no time. */
export async function site(options: TestAppOptions = {}) {
  const clock = { now: START.getTime() };
  const now = () => new Date(clock.now);
  const app = await testApp({ ...options, services: { now, ...options.services } });
  const { call, database, services } = app;
  const admin = await makeAccount(database, { role: 'administrator' });

  /** Begins the import of a file with this content. */
  async function begin(content: string, more: object = {}): Promise<ImportJob> {
    const json = { name: 'export.xml', size: content.length, options: {}, ...more };
    const { status, body } = await call('POST /api/imports', { as: admin, json });
    if (status !== 201) throw new Error(`${status} ${body.message}`);
    return body.job;
  }
  const send = (offset: number, body: BodyInit) =>
    call(`PUT /api/imports/upload?offset=${offset}`, { as: admin, body });
  const job = () => readImportJob(database.read);
  const folderOf = ({ id }: { id: string }) => importFolder(services.env, id);

  /** Starts a node that works on imports. `look` does what the node does every few seconds. */
  async function startNode(id: string, run: Run = async () => SUMMARY) {
    const { env, log } = services;
    const leases = new Leases({ database, holder: id, log });
    const times = { lookMs: DAY_MS, watchMs: 5 };
    const runner = new ImportRunner({ env, database, log, now, node: { leases }, run, ...times });
    onTestFinished(() => runner.stop());
    // The removal of leftovers.
    await runner.wake();
    return { look: () => runner.wake(), stop: () => runner.stop(), leases };
  }

  /** Uploads an export, and rehearses it. */
  async function rehearse(run?: Run): Promise<ImportJob> {
    await begin('export');
    await send(0, 'export');
    const { look, stop } = await startNode('rehearsal', run);
    await look();
    await stop();
    return (await call('GET /api/imports', { as: admin })).body.job;
  }

  return {
    ...app,
    admin,
    begin,
    send,
    job,
    folderOf,
    startNode,
    rehearse,
    status: async () => (await job())?.status,
    upload: async (of: { id: string }) => await readFile(join(folderOf(of), 'upload'), 'utf8'),
    /** The names in the folder of an import, or in that of all imports. */
    files: async (of?: { id: string }) =>
      await readdir(of ? folderOf(of) : join(services.env.dataDir, 'imports')).catch(() => []),
    pass: (ms: number) => {
      clock.now += ms;
    },
  };
}

/** Makes a folder look as if it hadn't changed for a time. */
export async function age(folder: string, ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  await utimes(folder, then, then);
}
