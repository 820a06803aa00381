import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '../api/env.ts';
import { filesOf } from '../api/uploads/picture-files.ts';
import type { Db } from '../db/client.ts';
import { namesIn } from '../db/picture-names.ts';
import { listPictures } from '../db/queries/pictures.ts';
import { textsWithPictures } from '../db/queries/read-picture-uses.ts';
import { newestMigration, releaseName } from '../db/release.ts';
import { databaseSize, inspectDatabase, snapshotDatabase } from '../db/sqlite-file.ts';
import { databaseFile } from '../db/url.ts';
import {
  type ArchiveFile,
  type ArchiveWriter,
  DATABASE,
  DUMP,
  ENTRY_NAME,
  EXPORT,
  FORMAT_VERSION,
  HEADER,
  MANIFEST,
  type Manifest,
  writeArchive,
} from './archive.ts';
import type { Configuration } from './configuration.ts';
import { exportContent } from './export.ts';
import { removeAtExit, writeOutputFile } from './output-file.ts';
import { dumpDatabase } from './pg-dump.ts';
import { withDatabase } from './site.ts';
import { CommandError, createProgress, formatBytes, formatCount } from './terminal.ts';

const SITE_CONFIG = fileURLToPath(new URL('../src/site.config.ts', import.meta.url));

export interface BackupOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'siteUrl' | 'storage'>;
  configuration: Configuration;
  file: string;
  force?: boolean;
  say(line: string): void;
  now?: () => Date;
}

/** A snapshot of the database, for the archive. */
interface DatabaseCopy extends Pick<Manifest, 'counts' | 'migration'> {
  /** Its name in the archive. */
  entry: typeof DATABASE | typeof DUMP | typeof EXPORT;
  path: string;
  /** The picture files that it refers to, with their variants. */
  pictures: Set<string>;
}

/**
 * Writes database, pictures and configuration into one archive. The server may be running: the copy
 * of the database comes first, and all pictures it refers to are on disk by then. Throws a
 * CommandError when that fails, and leaves no archive.
 */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const database = await localDatabase(options.env.databaseUrl);
  const manifest = await writeBackup(options, async (folder) => {
    options.say(`Copying the database (${formatBytes(databaseSize(database))})`);
    const path = join(folder, DATABASE);
    snapshotDatabase(database, path);
    const pictures = await withDatabase({ databaseUrl: `file:${path}` }, { readOnly: true }, (db) =>
      referencedFiles(db.read),
    );
    return { entry: DATABASE, path, pictures, ...inspectDatabase(path) };
  });
  printResult(manifest, resolve(options.file), options);
  return manifest;
}

/**
 * Like `backup`, for scheduled backups of PostgreSQL: a dump by `pg_dump`, or our own export if
 * that isn't installed.
 */
export async function backupServer(
  options: BackupOptions,
  kind: 'dump' | 'export',
): Promise<Manifest> {
  return await writeBackup(options, async (folder) => {
    const { env, say } = options;
    const entry = kind === 'dump' ? DUMP : EXPORT;
    const path = join(folder, entry);
    const counts: Manifest['counts'] = {};
    if (kind === 'dump') await dumpDatabase(env.databaseUrl, path);
    else Object.assign(counts, await exportContent({ env, file: path, withPasswords: true, say }));
    const pictures = await withDatabase(env, { readOnly: true }, (db) => referencedFiles(db.read));
    return { entry, path, pictures, counts, migration: newestMigration() };
  });
}

/** Writes an archive with the database that `copy` puts into a temporary folder. */
async function writeBackup(
  options: BackupOptions,
  copy: (folder: string) => Promise<DatabaseCopy>,
): Promise<Manifest> {
  const file = resolve(options.file);
  const target = { force: options.force === true, databaseUrl: options.env.databaseUrl };
  return await writeOutputFile(file, target, async (temporary) => {
    const folder = await mkdtemp(join(dirname(file), `.${basename(file)}.`));
    removeAtExit(folder);
    try {
      const createdAt = (options.now?.() ?? new Date()).toISOString();
      const copied = await copy(folder);
      return await writeArchive(temporary, (writer) => fill(writer, options, copied, createdAt));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function localDatabase(url: string): Promise<string> {
  const path = databaseFile(url);
  if (path === undefined) {
    throw new CommandError(
      'DATABASE_URL: PostgreSQL has its own tool for backups. Run pg_dump --format=custom ' +
        '--file=blog.dump "$DATABASE_URL", then copy DATA_DIR/uploads (docs/backup.md).',
    );
  }
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) {
    throw new CommandError(
      `There is no database at ${path}. Set DATA_DIR (or DATABASE_URL) to the same value as for npm start.`,
    );
  }
  return await withDatabase({ databaseUrl: url }, { readOnly: true }, async () => path);
}

async function fill(
  writer: ArchiveWriter,
  options: BackupOptions,
  { entry, path, pictures, counts, migration }: DatabaseCopy,
  createdAt: string,
): Promise<Manifest> {
  const { env, configuration } = options;
  const header = { format: 'inkwell-backup', version: FORMAT_VERSION, createdAt };
  await writer.addText(HEADER, JSON.stringify(header));
  const files: ArchiveFile[] = [];
  const add = (file: ArchiveFile | undefined) => {
    if (file) files.push(file);
    return file !== undefined;
  };
  add(await writer.addFile(entry, path));
  const settings = `${JSON.stringify(configuration, null, 2)}\n`;
  add(await writer.addText('configuration/environment.json', settings));
  add(await writer.addFile('configuration/site.config.ts', SITE_CONFIG));
  const isLocal = env.storage.kind === 'local';
  const missing = isLocal ? await addPictures(writer, options, pictures, add) : [];
  const release = releaseName();
  const manifest: Manifest = { createdAt, migration, release, counts, files, missing };
  await writer.addText(MANIFEST, JSON.stringify(manifest));
  return manifest;
}

/** Returns the names of files that the database refers to, but which don't exist. */
async function addPictures(
  writer: ArchiveWriter,
  { env, say }: BackupOptions,
  referenced: Set<string>,
  add: (file: ArchiveFile | undefined) => boolean,
): Promise<string[]> {
  const folder = join(env.dataDir, 'uploads');
  const missing = new Set(referenced);
  const names = await fileNamesIn(folder);
  const progress = createProgress((count) =>
    say(`Packing pictures: ${count} of ${formatCount(names.length)} files`),
  );
  for (const [index, name] of names.entries()) {
    if (!ENTRY_NAME.test(`uploads/${name}`)) {
      say(`Left out because of its name: uploads/${JSON.stringify(name)}`);
      continue;
    }
    // A file that was deleted since the folder was read stays in `missing`, if it's referenced.
    if (add(await writer.addFile(`uploads/${name}`, join(folder, name)))) missing.delete(name);
    progress(index + 1);
  }
  return [...missing].sort();
}

/** Returns the names of files in a folder, without hidden ones, which are unfinished uploads. */
async function fileNamesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

/** Returns the picture files that the database refers to, with their variants. */
async function referencedFiles(db: Db): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { url, widths } of await listPictures(db)) {
    if (!url.startsWith('/uploads/')) continue;
    for (const name of filesOf(url.slice('/uploads/'.length), widths)) names.add(name);
  }
  for await (const texts of textsWithPictures(db)) {
    for (const text of texts) {
      // Not in the URLs of other sites.
      for (const own of text?.match(/(?<![\w.:/-])\/uploads\/[\w.-]+/g) ?? []) {
        for (const name of namesIn([own])) names.add(name);
      }
    }
  }
  return names;
}

function printResult(
  { counts, files, missing }: Manifest,
  file: string,
  { env, configuration, say }: BackupOptions,
): void {
  const pictures = files.filter(({ name }) => name.startsWith('uploads/')).length;
  const { users = 0, posts = 0, comments = 0 } = counts;
  for (const name of missing) say(`Missing, although the database refers to it: uploads/${name}`);
  if (env.storage.kind === 's3') {
    say(
      `Pictures are in the bucket "${env.storage.bucket}". Back it up with your provider's tools.`,
    );
  }
  if (configuration.secrets.length > 0) {
    say(`Secrets aren't in the archive. Keep them elsewhere: ${configuration.secrets.join(', ')}`);
  }
  say(
    `${file}: ${users} users, ${posts} posts, ${comments} comments, ${pictures} picture files, ${formatBytes(statSync(file).size)}`,
  );
}
