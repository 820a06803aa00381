import { existsSync, type StatsFs } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { lockDataDir } from '../api/data-dir.ts';
import type { Env } from '../api/env.ts';
import { syncFolder } from '../api/files/atomic-write.ts';
import { deleteTransientRows, inspectDatabase, recordRestore } from '../db/sqlite-file.ts';
import { databaseFile } from '../db/url.ts';
import { DATABASE, explainReadError, type Manifest, measureArchive } from './archive.ts';
import type { Configuration } from './configuration.ts';
import { explainFullDisk, keepAtExit, removeAtExit, syncFile } from './output-file.ts';
import { CommandError, formatBytes } from './terminal.ts';
import { damaged, unpack } from './unpack.ts';

/** Must stay free for the rendered pages and the database's log. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** Begins the name of the temporary folder. An interrupted restore may leave one. */
const STAGING_PREFIX = '.restoring-';

export interface RestoreOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl'>;
  file: string;
  say(line: string): void;
  /** Tests replace this. */
  statfs?: (path: string) => Promise<DiskSpace>;
}

type DiskSpace = Pick<StatsFs, 'bsize' | 'blocks' | 'bavail' | 'ffree'>;

/**
 * Restores an archive of `backup` into an empty data folder. Unpacks it into a temporary folder and
 * checks it against the manifest first. Throws a CommandError when the data folder isn't empty or
 * is in use, or the archive is incomplete; then the folder is unchanged.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { env, file, say } = options;
  const database = databaseFile(env.databaseUrl);
  if (database === undefined) {
    throw new CommandError(
      'DATABASE_URL: a backup can only be restored into a database file, not to PostgreSQL. Restore ' +
        'without DATABASE_URL, run npm run export -- FILE, then npm run import -- FILE with DATABASE_URL.',
    );
  }
  const archive = resolve(file);
  const made = new MadePaths();
  const unlock = await lockEmptyFolder(env.dataDir, database, made);
  try {
    const staging = await mkdtemp(join(env.dataDir, STAGING_PREFIX));
    made.add(staging);
    await requireSpace(archive, database, options, made);
    const { manifest, configuration } = await unpack(archive, staging, say).catch((error) => {
      throw explainReadError(error, archive);
    });
    if (!manifest.files.some(({ name }) => name === DATABASE)) {
      throw new CommandError(
        `${archive} is a backup of a PostgreSQL database. To restore it, see "Scheduled backups" in docs/backup.md.`,
      );
    }
    checkDatabase(join(staging, DATABASE), manifest, archive);
    deleteTransientRows(join(staging, DATABASE));
    recordRestore(join(staging, DATABASE), { at: new Date(), backupAt: manifest.createdAt });
    await syncFile(join(staging, DATABASE));
    await moveIn(staging, { dataDir: env.dataDir, database, made });
    made.keep();
    await rm(staging, { recursive: true, force: true });
    printResult(manifest, configuration, say);
    return manifest;
  } catch (error) {
    await made.remove();
    throw explainFullDisk(error, env.dataDir);
  } finally {
    unlock();
  }
}

/**
 * Files and folders that a restore has created so far. Removed if it's refused, fails or is
 * interrupted.
 */
class MadePaths {
  #paths: string[] = [];

  add(path: string | undefined): void {
    if (path === undefined) return;
    this.#paths.push(path);
    removeAtExit(path);
  }

  keep(): void {
    for (const path of this.#paths) keepAtExit(path);
  }

  async remove(): Promise<void> {
    for (const path of this.#paths.toReversed()) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Creates the folder if it's missing, and locks it, so that no server starts on it. Throws when
 * it's in use or not empty.
 */
async function lockEmptyFolder(
  dataDir: string,
  database: string,
  made: MadePaths,
): Promise<() => void> {
  const created = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lockFile = join(dataDir, 'lock.db');
  const isNewLock = !existsSync(lockFile);
  let unlock: () => void;
  try {
    unlock = await lockDataDir(dataDir);
  } catch (error) {
    if (!/another Inkwell is running/.test((error as Error).message)) throw error;
    throw new CommandError(
      `DATA_DIR: a server is running on ${dataDir}. A backup can only be restored into an empty folder.`,
      { cause: error },
    );
  }
  // Only with the lock: before it, the folder could belong to another process.
  made.add(created ?? (isNewLock ? lockFile : undefined));
  try {
    if (existsSync(database)) throw notEmpty(database);
    for (const name of await readdir(dataDir)) {
      if (name.startsWith(STAGING_PREFIX)) await rm(join(dataDir, name), { recursive: true });
      else if (!/^lock\.db(-\w+)?$/.test(name)) throw notEmpty(join(dataDir, name));
    }
    return unlock;
  } catch (error) {
    await made.remove();
    unlock();
    throw error;
  }
}

/** Throws a CommandError unless the unpacked archive fits on the disks. */
async function requireSpace(
  archive: string,
  database: string,
  { env, statfs: ask = statfs }: RestoreOptions,
  made: MadePaths,
): Promise<void> {
  const disk = await ask(env.dataDir);
  const free = freeBytes(disk);
  const size = await measureArchive(archive, free - SPARE_BYTES);
  const refuse = (needed: number, folder: string, left: number) => {
    throw new CommandError(
      `${archive} needs at least ${formatBytes(needed)} in ${folder}, but only ${formatBytes(left)} is free.`,
    );
  };
  if (size.bytes + SPARE_BYTES > free) refuse(size.bytes + SPARE_BYTES, env.dataDir, free);
  // 0 on file systems without a limit of files, such as Btrfs.
  if (disk.ffree > 0 && size.files > disk.ffree) {
    throw new CommandError(
      `${archive} contains ${size.files} files, but the disk of ${env.dataDir} has room for only ${disk.ffree}.`,
    );
  }
  // DATABASE_URL may name a file on another disk.
  const folder = dirname(database);
  made.add(await mkdir(folder, { recursive: true, mode: 0o700 }));
  const left = freeBytes(await ask(folder));
  if (size.database > left) refuse(size.database, folder, left);
}

/** Infinite if the file system doesn't report its size. */
function freeBytes({ bsize, blocks, bavail }: DiskSpace): number {
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

function notEmpty(path: string): CommandError {
  return new CommandError(
    `${path} already exists. A backup can only be restored into an empty folder: move this one away, or set DATA_DIR to another.`,
  );
}

/** Throws a CommandError unless a database has as many rows as the manifest says. */
export function checkDatabase(path: string, manifest: Manifest, archive: string): void {
  let counts: Record<string, number>;
  try {
    ({ counts } = inspectDatabase(path));
  } catch (error) {
    throw damaged(archive, `the database in it: ${(error as Error).message}`);
  }
  for (const [table, count] of Object.entries(manifest.counts)) {
    if (counts[table] !== count) {
      throw damaged(archive, `"${table}" has ${counts[table] ?? 0} rows instead of ${count}`);
    }
  }
}

/** Moves the database last: without one, the folder doesn't count as restored. */
async function moveIn(
  staging: string,
  { dataDir, database, made }: { dataDir: string; database: string; made: MadePaths },
): Promise<void> {
  await mkdir(join(staging, 'uploads'), { recursive: true, mode: 0o700 });
  for (const name of await readdir(staging)) {
    if (name === DATABASE) continue;
    await syncFolder(join(staging, name));
    made.add(join(dataDir, name));
    await rename(join(staging, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await placeDatabase(join(staging, DATABASE), database, made);
}

/** Copies if DATABASE_URL is on another disk, where renaming isn't possible. */
async function placeDatabase(from: string, to: string, made: MadePaths): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const temporary = `${to}.restoring`;
    made.add(temporary);
    await copyFile(from, temporary);
    await syncFile(temporary);
    await rename(temporary, to);
  }
  await syncFolder(dirname(to));
}

function printResult(
  { createdAt, counts, files, missing }: Manifest,
  configuration: Configuration | undefined,
  say: (line: string) => void,
): void {
  const { users = 0, posts = 0, comments = 0 } = counts;
  const pictures = files.filter(({ name }) => name.startsWith('uploads/')).length;
  for (const name of missing) say(`Was already missing when the backup was made: uploads/${name}`);
  say(
    `Restored as of ${createdAt}: ${users} users, ${posts} posts, ${comments} comments, ${pictures} picture files`,
  );
  const settings = Object.entries(configuration?.environment ?? {}).filter(
    ([name]) => name !== 'DATA_DIR' && name !== 'DATABASE_URL',
  );
  const differing = settings.filter(([name, value]) => process.env[name] !== value);
  if (differing.length > 0) {
    say('The site had these settings, which differ here:');
    for (const [name, value] of differing) say(`  ${name}=${value}`);
  }
  const secrets = (configuration?.secrets ?? []).filter((name) => !process.env[name]);
  if (secrets.length > 0) say(`Set these secrets again: ${secrets.join(', ')}`);
  say('All users are signed out and must sign in again.');
  say(
    'Preview links and links in earlier mails no longer work. Mail that was waiting is not sent.',
  );
  say('Run npm start to render the pages and serve the site.');
}
