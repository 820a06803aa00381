import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockDataDir } from '../../api/data-dir.ts';
import type { Env } from '../../api/env.ts';
import { connect, databaseSize } from '../../db/sqlite-file.ts';
import { databaseFile } from '../../db/url.ts';
import { CommandError, formatBytes } from '../terminal.ts';
import { ownerOf, run } from './programs.ts';

const COPY_PROCESS = fileURLToPath(new URL('copy-process.ts', import.meta.url));
/** For the packages and the build of the new version, next to the old ones. */
const CODE_BYTES = 1024 ** 3;
/** For pages and the database's log. */
const SPARE_BYTES = 64 * 1024 ** 2;
const POLL_MS = 250;

export type AskDisk = (path: string) => Promise<{ bsize: number; bavail: number; blocks: number }>;

/**
 * Returns the path of the site's database. Throws a CommandError if it's not a file of one node.
 */
export function requireOneNode({ dataDir, databaseUrl, uploadsShared, role }: Env): string {
  const path = databaseFile(databaseUrl);
  if (path === undefined || uploadsShared || role !== 'all') {
    throw new CommandError(
      'npm run upgrade is for sites with one process and an SQLite file. For PostgreSQL and several nodes, docs/upgrading.md has the steps.',
    );
  }
  if (!existsSync(path)) {
    throw new CommandError(
      `There is no site in ${dataDir}. Set DATA_DIR (or DATABASE_URL) as for npm start.`,
    );
  }
  return path;
}

/** Throws a CommandError unless the disks have room for the packages, the backup and two copies. */
export async function requireSpace(
  root: string,
  { dataDir }: Pick<Env, 'dataDir'>,
  database: string,
  ask: AskDisk = statfs,
): Promise<void> {
  const data = 3 * databaseSize(database) + (await uploadsSize(dataDir)) + SPARE_BYTES;
  const isOneDisk = (await stat(root)).dev === (await stat(dataDir)).dev;
  const needs = isOneDisk
    ? [{ folder: root, bytes: CODE_BYTES + data }]
    : [
        { folder: root, bytes: CODE_BYTES },
        { folder: dataDir, bytes: data },
      ];
  for (const { folder, bytes } of needs) {
    const { bsize, bavail, blocks } = await ask(folder);
    // 0 on file systems that don't report their size.
    if (blocks === 0 || bavail * bsize >= bytes) continue;
    throw new CommandError(
      `The upgrade needs ${formatBytes(bytes)} on the disk of ${folder}, but only ${formatBytes(bavail * bsize)} is free.`,
    );
  }
}

async function uploadsSize(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'uploads');
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Locks the data folder. Returns `undefined` while the site runs. */
export async function lockSite(dataDir: string): Promise<(() => void) | undefined> {
  return await lockDataDir(dataDir).catch((error: Error) => {
    if (/another Inkwell is running/.test(error.message)) return undefined;
    throw error;
  });
}

/**
 * Waits until the site has stopped, and locks its data folder. Throws a CommandError if that takes
 * longer than `maxMs`.
 */
export async function waitForStop(
  dataDir: string,
  { signal, maxMs }: { signal?: AbortSignal; maxMs: number },
): Promise<() => void> {
  const until = performance.now() + maxMs;
  for (;;) {
    const unlock = await lockSite(dataDir);
    if (unlock) return unlock;
    if (performance.now() > until) throw new CommandError('Inkwell is still running.');
    await wait(POLL_MS, undefined, { signal });
  }
}

/** The folder in which a copy of the database is migrated. On the disk of the database. */
export const workshopOf = (database: string) => join(dirname(database), '.upgrade-data');

/**
 * Makes a backup of a stopped site, and a copy of its database in a data folder of its own. Returns
 * the name of the backup, and the folder.
 */
export async function copyData(
  root: string,
  { dataDir }: Pick<Env, 'dataDir'>,
  database: string,
  signal: AbortSignal,
): Promise<{ backup: string; folder: string }> {
  const folder = workshopOf(database);
  rmSync(folder, { recursive: true, force: true });
  const owner = ownerOf(dataDir);
  await run('mkdir', ['-m', '700', folder], { folder: dataDir, owner, signal });
  const copy = join(folder, 'blog.db');
  const backup = await run(process.execPath, [COPY_PROCESS, copy], { folder: root, owner, signal });
  return { backup, folder };
}

/**
 * Puts the migrated copy in the place of the database. At each moment, a complete database is
 * there. Returns a function that undoes it. Throws a CommandError if another program has the
 * database open.
 */
export function replaceDatabase(database: string, folder: string): () => void {
  for (const file of [database, join(folder, 'blog.db')]) {
    // The last connection writes the log to the database, and deletes it.
    connect(file, false).close();
    if (existsSync(`${file}-wal`)) {
      throw new CommandError(`Another program has ${file} open. Close it, then try again.`);
    }
  }
  const previous = join(folder, 'previous.db');
  linkSync(database, previous);
  renameSync(join(folder, 'blog.db'), database);
  return () => {
    for (const log of ['-wal', '-shm']) rmSync(`${database}${log}`, { force: true });
    renameSync(previous, database);
  };
}
