import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupStore, backupName, backupsFolder } from '../api/backups/store.ts';
import type { Env } from '../api/env.ts';
import type { BackupKind, BackupRecord } from '../db/queries/backups.ts';
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
 * Makes a backup under a hidden name, reads it back and checks it, and moves it to the store. The
 * server may be running. Throws a CommandError when that fails, and leaves nothing.
 */
export async function makeScheduledBackup({ store, ...options }: Options): Promise<BackupRecord> {
  const folder = backupsFolder(options.env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kind = await chooseKind(options.env);
  const createdAt = new Date();
  const name = backupName(createdAt, kind);
  // Hidden, so it isn't in the list.
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
 * Reads a finished backup: compares every file with its SHA-256 in the manifest, and the number of
 * rows of each table. Throws a CommandError if something is different.
 */
export async function checkBackup(file: string, kind: BackupKind): Promise<void> {
  const folder = `${file}.checking`;
  try {
    const { manifest } = await unpack(file, folder, quiet, { skipPictures: true });
    if (kind === 'database') checkDatabase(join(folder, DATABASE), manifest, file);
    if (kind === 'dump') await checkDump(join(folder, DUMP));
    if (kind === 'export') {
      // Throws unless all records are there.
      for await (const _ of exportedRecords(join(folder, EXPORT), quiet));
    }
  } catch (error) {
    throw explainReadError(error, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
