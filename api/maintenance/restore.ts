import type { StatsFs } from 'node:fs';
import { access, copyFile, mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { databaseFile } from '../../db/client.ts';
import { deleteTransientRows, inspectDatabase } from '../../db/sqlite-file.ts';
import { lockDataDir } from '../data-dir.ts';
import type { Env } from '../env.ts';
import { DATABASE, type Manifest, measureArchive, orUnreadable } from './archive.ts';
import type { Configuration } from './configuration.ts';
import { CommandError, inBytes, orDiskFull } from './failure.ts';
import { damaged, unpack } from './unpack.ts';
import { removeAtExit, syncFile, syncFolder } from './whole-file.ts';

/** What must stay free: for pages that are rendered, and the database's log. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** Folders of this name are what an interrupted restore has left, and nobody's. */
const STAGING = '.restoring-';

export interface RestoreOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl'>;
  file: string;
  /** Hears what is being done, in words. */
  say(line: string): void;
  /** Tests say here how much space a disk has. */
  statfs?: (path: string) => Promise<DiskSpace>;
}

type DiskSpace = Pick<StatsFs, 'bsize' | 'blocks' | 'bavail' | 'ffree'>;

/**
 * Puts what `backup` has written into an empty data folder. Everything is unpacked beside its place and
 * checked against the manifest first. Gives the manifest. Throws a CommandError when the folder is not
 * empty or in use, or the archive is not whole; then the folder is as it was.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { env, file, say } = options;
  const database = databaseFile(env.databaseUrl);
  if (database === undefined) {
    throw new CommandError(
      'DATABASE_URL: a backup is restored into a database file, not into a libSQL server. Restore without ' +
        'DATABASE_URL, then npm run export -- FILE, and npm run import -- FILE with it.',
    );
  }
  const archive = resolve(file);
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const unlock = await takeEmptyFolder(env.dataDir, database);
  const staging = await mkdtemp(join(env.dataDir, STAGING));
  removeAtExit(staging);
  try {
    await requireSpace(archive, database, options);
    const { manifest, configuration } = await unpack(archive, staging, say).catch((error) => {
      throw orUnreadable(error, archive);
    });
    checkDatabase(join(staging, DATABASE), manifest, archive);
    deleteTransientRows(join(staging, DATABASE));
    await syncFile(join(staging, DATABASE));
    await moveIn(staging, env.dataDir, database);
    sayResult(manifest, configuration, say);
    return manifest;
  } catch (error) {
    throw orDiskFull(error, env.dataDir);
  } finally {
    await rm(staging, { recursive: true, force: true });
    unlock();
  }
}

/** Takes the folder, so that no server starts on it meanwhile. Throws when it is taken or holds anything. */
async function takeEmptyFolder(dataDir: string, database: string): Promise<() => void> {
  let unlock: () => void;
  try {
    unlock = lockDataDir(dataDir);
  } catch (error) {
    if (!/another Inkwell is running/.test((error as Error).message)) throw error;
    throw new CommandError(
      `DATA_DIR: a server is running on ${dataDir}. A backup is restored into an empty folder.`,
      { cause: error },
    );
  }
  try {
    const isTaken = await access(database).then(
      () => true,
      () => false,
    );
    if (isTaken) throw notEmpty(database);
    for (const name of await readdir(dataDir)) {
      if (name.startsWith(STAGING)) await rm(join(dataDir, name), { recursive: true });
      else if (!/^lock\.db(-\w+)?$/.test(name)) throw notEmpty(join(dataDir, name));
    }
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Throws a CommandError unless the archive fits, unpacked, on the disks that it goes to. */
async function requireSpace(
  archive: string,
  database: string,
  { env, statfs: ask = statfs }: RestoreOptions,
): Promise<void> {
  const disk = await ask(env.dataDir);
  const free = freeBytes(disk);
  const size = await measureArchive(archive, free - SPARE_BYTES);
  const refuse = (needed: number, folder: string, left: number) => {
    throw new CommandError(
      `${archive} needs at least ${inBytes(needed)} in ${folder}, but only ${inBytes(left)} is free.`,
    );
  };
  if (size.bytes + SPARE_BYTES > free) refuse(size.bytes + SPARE_BYTES, env.dataDir, free);
  // Some file systems (Btrfs) have no limit of files, and say 0.
  if (disk.ffree > 0 && size.files > disk.ffree) {
    throw new CommandError(
      `${archive} contains ${size.files} files, but the disk of ${env.dataDir} has room for only ${disk.ffree}.`,
    );
  }
  // DATABASE_URL may name a file on another disk.
  const folder = dirname(database);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = freeBytes(await ask(folder));
  if (size.database > left) refuse(size.database, folder, left);
}

/** Infinite where the file system doesn't say how large it is. */
function freeBytes({ bsize, blocks, bavail }: DiskSpace): number {
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

function notEmpty(path: string): CommandError {
  return new CommandError(
    `${path} is there already. A backup is restored into an empty folder: move this one away, or set DATA_DIR to another.`,
  );
}

function checkDatabase(path: string, manifest: Manifest, archive: string): void {
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

/** The database last: a folder without one has not been restored. */
async function moveIn(staging: string, dataDir: string, database: string): Promise<void> {
  await mkdir(join(staging, 'uploads'), { recursive: true, mode: 0o700 });
  for (const name of await readdir(staging)) {
    if (name === DATABASE) continue;
    await syncFolder(join(staging, name));
    await rename(join(staging, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await placeDatabase(join(staging, DATABASE), database);
}

/** DATABASE_URL may name a file on another disk, where nothing can be renamed to. */
async function placeDatabase(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const beside = `${to}.restoring`;
    await copyFile(from, beside);
    await syncFile(beside);
    await rename(beside, to);
  }
  await syncFolder(dirname(to));
}

function sayResult(
  { createdAt, counts, files, missing }: Manifest,
  configuration: Configuration | undefined,
  say: (line: string) => void,
): void {
  const { users = 0, posts = 0, comments = 0 } = counts;
  const pictures = files.filter(({ name }) => name.startsWith('uploads/')).length;
  for (const name of missing) say(`Was missing already when the backup was made: uploads/${name}`);
  say(
    `Restored as of ${createdAt}: ${users} users, ${posts} posts, ${comments} comments, ${pictures} picture files`,
  );
  const set = Object.entries(configuration?.environment ?? {}).filter(
    ([name]) => name !== 'DATA_DIR' && name !== 'DATABASE_URL',
  );
  const differing = set.filter(([name, value]) => process.env[name] !== value);
  if (differing.length > 0) {
    say('The site was set up with these, which differ here:');
    for (const [name, value] of differing) say(`  ${name}=${value}`);
  }
  const secrets = (configuration?.secrets ?? []).filter((name) => !process.env[name]);
  if (secrets.length > 0) say(`Secrets to be set again: ${secrets.join(', ')}`);
  say('All users are signed out and must sign in again.');
  say('npm start renders the pages and serves the site.');
}
