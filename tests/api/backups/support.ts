import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFolderStore } from '../../../api/backups/folder-store.ts';
import { Schedule } from '../../../api/backups/schedule.ts';
import { readTaskStatus } from '../../../api/backups/status.ts';
import { backupName, backupsFolder } from '../../../api/backups/store.ts';
import { backupTask } from '../../../api/backups/tasks.ts';
import { Leases } from '../../../api/nodes/leases.ts';
import type { BackupRecord } from '../../../db/queries/task-state.ts';
import { makeAccount, testApp } from '../../support/app.ts';

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
export const START = new Date('2026-01-05T03:15:00.000Z');

type Make = (signal: AbortSignal) => Promise<BackupRecord>;

/** A site with an administrator and a clock. Backups are small files, made in no time. */
export async function site() {
  const clock = { now: START.getTime() };
  const now = () => new Date(clock.now);
  const app = await testApp({ services: { now } });
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const folder = backupsFolder(app.services.env);
  const store = createFolderStore(folder);

  /** Puts a backup into the list. */
  async function put(name: string): Promise<BackupRecord> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.new'), `backup ${name}`);
    return await store.add(join(folder, '.new'), name);
  }
  const make: Make = async () => await put(backupName(now(), 'database'));

  /** Starts a node that makes backups. `look` does what the node does every few seconds. */
  async function startNode(id: string, options: { make?: Make } = {}) {
    const { database, log } = app.services;
    const leases = new Leases({ database, holder: id, log });
    const task = {
      ...backupTask({ database, now, store }),
      run: options.make ?? make,
    };
    const schedule = new Schedule({ database, log, now, task, node: { leases }, lookMs: DAY_MS });
    onTestFinished(() => schedule.stop());
    // The removal of leftovers.
    await schedule.wake();
    return { schedule, look: () => schedule.wake(), stop: () => schedule.stop(), leases };
  }

  return {
    ...app,
    admin,
    folder,
    store,
    make,
    put,
    startNode,
    pass: (ms: number) => {
      clock.now += ms;
    },
    set: (json: object) => app.call('PUT /api/settings', { as: admin, json }),
    status: () => readTaskStatus(app.services, 'backup'),
    names: async () => (await store.list()).map(({ name }) => name),
  };
}
