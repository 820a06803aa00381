import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupStore, backupName, backupsFolder } from '../api/backups/store.ts';
import type { Env } from '../api/env.ts';
import type { BackupKind, BackupRecord } from '../db/queries/task-state.ts';
import { databaseFile } from '../db/url.ts';
import { DATABASE, DUMP, EXPORT, explainReadError } from './archive.ts';
import { backup, backupServer } from './backup.ts';
import type { Configuration } from './configuration.ts';
import { exportedRecords } from './import-sources.ts';
import { explainFullDisk, removeAtExit } from './output-file.ts';
import { checkDump, hasPgDump } from './pg-dump.ts';
import { checkDatabase } from './restore.ts';
import { unpack } from './unpack.ts';

interface Options {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'siteUrl' | 'storage'>;
  configuration: Configuration;
  store: BackupStore;
}

const quiet = () => undefined;

/**
 * Writes a backup under a hidden name, reads it back, checks it, and moves it to the store. The
 * server may be running. If that fails, throws a CommandError and leaves no files behind.
 */
export async function makeScheduledBackup({ store, ...options }: Options): Promise<BackupRecord> {
  const folder = backupsFolder(options.env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kind = await chooseKind(options.env);
  const createdAt = new Date();
  const name = backupName(createdAt, kind);
  // Hidden, so the list doesn't show it.
  const workshop = await mkdtemp(join(folder, '.new-'));
  removeAtExit(workshop);
  const file = join(workshop, name);
  const task = { ...options, file, say: quiet, now: () => createdAt };
  try {
    if (kind === 'database') await backup(task);
    else await backupServer(task, kind);
    await checkBackup(file, kind);
    return await store.add(file, name);
  } catch (error) {
    throw explainFullDisk(error, file);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function chooseKind({ databaseUrl }: Pick<Env, 'databaseUrl'>): Promise<BackupKind> {
  if (databaseFile(databaseUrl) !== undefined) return 'database';
  return (await hasPgDump()) ? 'dump' : 'export';
}

/**
 * Checks a finished backup: compares every file with its SHA-256 in the manifest, then checks the
 * rows of the database, the contents of the dump, or the records of the export. Throws a
 * CommandError if anything differs.
 */
export async function checkBackup(file: string, kind: BackupKind): Promise<void> {
  const folder = `${file}.checking`;
  try {
    const { manifest } = await unpack(file, folder, quiet, { skipPictures: true });
    if (kind === 'database') checkDatabase(join(folder, DATABASE), manifest, file);
    if (kind === 'dump') await checkDump(join(folder, DUMP));
    if (kind === 'export') {
      // Throws if records are missing.
      for await (const _ of exportedRecords(join(folder, EXPORT)));
    }
  } catch (error) {
    throw explainReadError(error, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
