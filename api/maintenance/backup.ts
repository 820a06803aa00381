import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseFile, openDatabase } from '../../db/client.ts';
import { listPictures, textsWithPictures } from '../../db/queries/pictures.ts';
import { inspectDatabase, snapshotDatabase } from '../../db/sqlite-file.ts';
import type { Env } from '../env.ts';
import { filesOf, namesIn } from '../uploads/picture-files.ts';
import {
  type ArchiveFile,
  type ArchiveWriter,
  DATABASE,
  ENTRY_NAME,
  FORMAT_VERSION,
  HEADER,
  MANIFEST,
  type Manifest,
  writeArchive,
} from './archive.ts';
import type { Configuration } from './configuration.ts';
import { CommandError, inBytes, orDiskFull } from './failure.ts';
import { removeAtExit, writeWhole } from './whole-file.ts';

const SITE_CONFIG = fileURLToPath(new URL('../../src/site.config.ts', import.meta.url));
const PROGRESS_EVERY_MS = 1000;

export interface BackupOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'storage'>;
  configuration: Configuration;
  /** Where the archive goes. */
  file: string;
  /** Takes the place of a file that is there. */
  force?: boolean;
  /** Hears what is being done, in words. */
  say(line: string): void;
  now?: () => Date;
}

/**
 * Writes database, pictures and configuration into one archive, while the server runs or not. The database
 * is copied first, at one instant; then the pictures: all that it refers to were on disk before it did.
 * Gives what is in the archive. Throws a CommandError when that cannot be done; then there is no archive.
 */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const { env, say } = options;
  const database = await localDatabase(env.databaseUrl);
  const file = resolve(options.file);
  return await writeWhole(file, { force: options.force === true }, async (temporary) => {
    const folder = await mkdtemp(join(dirname(file), `.${basename(file)}.`));
    removeAtExit(folder);
    try {
      const snapshot = join(folder, DATABASE);
      const createdAt = (options.now?.() ?? new Date()).toISOString();
      say(`Copying the database (${inBytes((await stat(database)).size)})`);
      snapshotDatabase(database, snapshot);
      const manifest = await writeArchive(temporary, (writer) =>
        fill(writer, options, snapshot, createdAt),
      );
      sayResult(manifest, file, (await stat(temporary)).size, options);
      return manifest;
    } catch (error) {
      throw orDiskFull(error, file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function localDatabase(url: string): Promise<string> {
  const path = databaseFile(url);
  if (path === undefined) {
    throw new CommandError(
      'DATABASE_URL: the database is on a libSQL server, which only its provider can copy at one instant. ' +
        'Use its own backups (for Turso: turso db export), keep DATA_DIR/uploads beside them, or take the ' +
        'content alone with: npm run export -- FILE',
    );
  }
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) {
    throw new CommandError(
      `There is no database at ${path}. Set DATA_DIR (or DATABASE_URL) as for npm start.`,
    );
  }
  return path;
}

async function fill(
  writer: ArchiveWriter,
  { env, configuration, say }: BackupOptions,
  snapshot: string,
  createdAt: string,
): Promise<Manifest> {
  const header = { format: 'inkwell-backup', version: FORMAT_VERSION, createdAt };
  await writer.addText(HEADER, JSON.stringify(header));
  const { counts, migration } = inspectDatabase(snapshot);
  const files: ArchiveFile[] = [];
  const keep = (file: ArchiveFile | undefined) => {
    if (file) files.push(file);
    return file !== undefined;
  };
  keep(await writer.addFile(DATABASE, snapshot));
  keep(
    await writer.addText(
      'configuration/environment.json',
      `${JSON.stringify(configuration, null, 2)}\n`,
    ),
  );
  keep(await writer.addFile('configuration/site.config.ts', SITE_CONFIG));
  const missing =
    env.storage.kind === 'local'
      ? await addPictures(writer, { folder: join(env.dataDir, 'uploads'), snapshot, keep, say })
      : [];
  const manifest: Manifest = { createdAt, migration, counts, files, missing };
  await writer.addText(MANIFEST, JSON.stringify(manifest));
  return manifest;
}

interface PictureOptions {
  folder: string;
  snapshot: string;
  keep(file: ArchiveFile | undefined): boolean;
  say(line: string): void;
}

/** Gives the names that the database refers to and that are not there. */
async function addPictures(
  writer: ArchiveWriter,
  { folder, snapshot, keep, say }: PictureOptions,
): Promise<string[]> {
  const missing = await referredTo(snapshot);
  const names = await namesOf(folder);
  let said = Date.now();
  for (const [index, name] of names.entries()) {
    if (!ENTRY_NAME.test(`uploads/${name}`)) {
      say(`Left out, for its name: uploads/${JSON.stringify(name)}`);
      continue;
    }
    // One that has been removed since the folder was read is among the missing, if it matters.
    if (keep(await writer.addFile(`uploads/${name}`, join(folder, name)))) missing.delete(name);
    if (Date.now() - said >= PROGRESS_EVERY_MS) {
      said = Date.now();
      say(`Packing pictures: ${index + 1} of ${names.length} files`);
    }
  }
  return [...missing].sort();
}

/** The files in a folder, without folders and hidden ones (uploads that are under way). */
async function namesOf(folder: string): Promise<string[]> {
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

/** The picture files that the rows of a database refer to, with their variants. */
async function referredTo(snapshot: string): Promise<Set<string>> {
  const database = await openDatabase(`file:${snapshot}`, { readOnly: true });
  try {
    const names = new Set<string>();
    for (const { url, widths } of await listPictures(database.read)) {
      if (!url.startsWith('/uploads/')) continue;
      for (const name of filesOf(url.slice('/uploads/'.length), widths)) names.add(name);
    }
    for await (const texts of textsWithPictures(database.read)) {
      for (const text of texts) {
        // Names also stand in addresses of other sites: only ours count.
        for (const own of text.match(/(?<![\w.:/-])\/uploads\/[\w.-]+/g) ?? []) {
          for (const name of namesIn([own])) names.add(name);
        }
      }
    }
    return names;
  } finally {
    await database.close();
  }
}

function sayResult(
  { counts, files, missing }: Manifest,
  file: string,
  size: number,
  { env, configuration, say }: BackupOptions,
): void {
  const pictures = files.filter(({ name }) => name.startsWith('uploads/')).length;
  const { users = 0, posts = 0, comments = 0 } = counts;
  for (const name of missing) say(`Not there, though the database refers to it: uploads/${name}`);
  if (env.storage.kind === 's3') {
    say(
      `Pictures are in the bucket "${env.storage.bucket}": keep a copy of it with your store's tools.`,
    );
  }
  if (configuration.secrets.length > 0) {
    say(`Not in the archive, keep them elsewhere: ${configuration.secrets.join(', ')}`);
  }
  say(
    `${file}: ${users} users, ${posts} posts, ${comments} comments, ${pictures} picture files, ${inBytes(size)}`,
  );
}
