import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ParsedTarEntry } from 'modern-tar';
import { databaseFile } from '../../db/client.ts';
import { inspectDatabase, newestMigration } from '../../db/snapshot.ts';
import type { Env } from '../env.ts';
import { lockDataDir } from '../lock.ts';
import {
  type ArchiveFile,
  DATABASE,
  ENTRY_NAME,
  FORMAT_VERSION,
  HEADER,
  headerSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
  orUnreadable,
  readArchive,
  readText,
} from './archive.ts';
import type { Configuration } from './configuration.ts';
import { CommandError, orDiskFull } from './failure.ts';
import { removeAtExit, syncFile, syncFolder } from './whole-file.ts';

/** Folders of this name are what an interrupted restore has left, and nobody's. */
const STAGING = '.restoring-';

export interface RestoreOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl'>;
  file: string;
  /** Hears what is being done, in words. */
  say(line: string): void;
}

/**
 * Puts what `backup` has written into an empty data folder. Everything is unpacked beside its place and
 * checked against the manifest first. Gives the manifest. Throws a CommandError when the folder is not
 * empty or in use, or the archive is not whole; then the folder is as it was.
 */
export async function restore({ env, file, say }: RestoreOptions): Promise<Manifest> {
  const database = databaseFile(env.databaseUrl);
  if (database === undefined) {
    throw new CommandError(
      'DATABASE_URL: a backup is restored into a database file, not into a libSQL server. Restore without ' +
        'DATABASE_URL, then npm run export -- FILE, and npm run import -- FILE with it.',
    );
  }
  const archive = resolve(file);
  await mkdir(env.dataDir, { recursive: true });
  const unlock = await takeEmptyFolder(env.dataDir, database);
  const staging = await mkdtemp(join(env.dataDir, STAGING));
  removeAtExit(staging);
  try {
    const { manifest, configuration } = await unpack(archive, staging, say).catch((error) => {
      throw orUnreadable(error, archive);
    });
    checkDatabase(join(staging, DATABASE), manifest, archive);
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

function notEmpty(path: string): CommandError {
  return new CommandError(
    `${path} is there already. A backup is restored into an empty folder: move this one away, or set DATA_DIR to another.`,
  );
}

async function unpack(
  archive: string,
  staging: string,
  say: (line: string) => void,
): Promise<{ manifest: Manifest; configuration: Configuration | undefined }> {
  const unpacked = new Map<string, ArchiveFile>();
  let manifest: Manifest | undefined;
  let isOurs = false;
  for await (const entry of readArchive(archive)) {
    const { name, type } = entry.header;
    if (!isOurs) {
      await checkHeader(entry, archive);
      isOurs = true;
      say(`Unpacking ${archive}`);
    } else if (manifest || type !== 'file' || unpacked.has(name)) {
      throw damaged(archive, `it has an entry that no backup has: ${JSON.stringify(name)}`);
    } else if (name === MANIFEST) {
      manifest = parseManifest(await readText(entry), archive);
    } else if (ENTRY_NAME.test(name)) {
      unpacked.set(name, await unpackFile(entry, join(staging, name)));
    } else {
      throw damaged(archive, `it has an entry that no backup has: ${JSON.stringify(name)}`);
    }
  }
  if (!isOurs) throw new CommandError(`${archive} is not a backup made by npm run backup.`);
  if (!manifest) throw damaged(archive, 'its end is missing');
  compare(unpacked, manifest, archive);
  if (!unpacked.has(DATABASE)) throw damaged(archive, 'the database is missing');
  const environment = join(staging, 'configuration/environment.json');
  const configuration = unpacked.has('configuration/environment.json')
    ? (JSON.parse(await readFile(environment, 'utf8')) as Configuration)
    : undefined;
  return { manifest, configuration };
}

async function checkHeader(entry: ParsedTarEntry, archive: string): Promise<void> {
  const foreign = new CommandError(`${archive} is not a backup made by npm run backup.`);
  if (entry.header.name !== HEADER || entry.header.type !== 'file') throw foreign;
  const header = headerSchema.safeParse(parseJson(await readText(entry)));
  if (!header.success) throw foreign;
  if (header.data.version > FORMAT_VERSION) throw newer(archive);
}

function parseManifest(text: string, archive: string): Manifest {
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success) throw damaged(archive, 'its list of files cannot be read');
  if (manifest.data.migration > newestMigration()) throw newer(archive);
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a body to a new file and to the disk itself; gives what was written. */
async function unpackFile(entry: ParsedTarEntry, path: string): Promise<ArchiveFile> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    Readable.from(entry.body),
    measure,
    createWriteStream(path, { flags: 'wx', flush: true }),
  );
  return { name: entry.header.name, size, sha256: hash.digest('hex') };
}

function compare(unpacked: Map<string, ArchiveFile>, manifest: Manifest, archive: string): void {
  for (const { name, size, sha256 } of manifest.files) {
    const found = unpacked.get(name);
    if (!found) throw damaged(archive, `${name} is missing`);
    if (found.size !== size || found.sha256 !== sha256) {
      throw damaged(archive, `${name} is not what was backed up`);
    }
  }
  if (unpacked.size !== manifest.files.length) {
    throw damaged(archive, 'it holds more than its list of files says');
  }
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

function damaged(archive: string, why: string): CommandError {
  return new CommandError(`${archive} is damaged or was cut short: ${why}.`);
}

function newer(archive: string): CommandError {
  return new CommandError(
    `${archive} was made by a newer version of Inkwell. Update this one, then restore.`,
  );
}

/** The database last: a folder without one has not been restored. */
async function moveIn(staging: string, dataDir: string, database: string): Promise<void> {
  await mkdir(join(staging, 'uploads'), { recursive: true });
  for (const name of await readdir(staging)) {
    if (name === DATABASE) continue;
    await syncFolder(join(staging, name));
    await rename(join(staging, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await mkdir(dirname(database), { recursive: true });
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
  say('npm start renders the pages and serves the site.');
}
