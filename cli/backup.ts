import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '../api/env.ts';
import { filesOf } from '../api/uploads/picture-files.ts';
import { openDatabase } from '../db/client.ts';
import { namesIn } from '../db/picture-names.ts';
import { listPictures } from '../db/queries/pictures.ts';
import { textsWithPictures } from '../db/queries/read-picture-uses.ts';
import { releaseName } from '../db/release.ts';
import { databaseSize, inspectDatabase, snapshotDatabase } from '../db/sqlite-file.ts';
import { databaseFile } from '../db/url.ts';
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
import { removeAtExit, writeOutputFile } from './output-file.ts';
import { withDatabase } from './site.ts';
import { CommandError, createProgress, formatBytes, formatCount } from './terminal.ts';

const SITE_CONFIG = fileURLToPath(new URL('../src/site.config.ts', import.meta.url));

export interface BackupOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'storage'>;
  configuration: Configuration;
  file: string;
  force?: boolean;
  say(line: string): void;
  now?: () => Date;
}

/**
 * Writes database, pictures and configuration into one archive. The server may be running: the
 * snapshot of the database comes first, and all pictures it refers to are on disk by then. Throws a
 * CommandError when that fails, and leaves no archive.
 */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const { env, say } = options;
  const database = await localDatabase(env.databaseUrl);
  const file = resolve(options.file);
  const manifest = await writeOutputFile(
    file,
    { force: options.force === true, databaseUrl: env.databaseUrl },
    async (temporary) => {
      const folder = await mkdtemp(join(dirname(file), `.${basename(file)}.`));
      removeAtExit(folder);
      try {
        const snapshot = join(folder, DATABASE);
        const createdAt = (options.now?.() ?? new Date()).toISOString();
        say(`Copying the database (${formatBytes(databaseSize(database))})`);
        snapshotDatabase(database, snapshot);
        return await writeArchive(temporary, (writer) =>
          fill(writer, options, snapshot, createdAt),
        );
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
  printResult(manifest, file, (await stat(file)).size, options);
  return manifest;
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
  snapshot: string,
  createdAt: string,
): Promise<Manifest> {
  const { env, configuration } = options;
  const header = { format: 'inkwell-backup', version: FORMAT_VERSION, createdAt };
  await writer.addText(HEADER, JSON.stringify(header));
  const { counts, migration } = inspectDatabase(snapshot);
  const files: ArchiveFile[] = [];
  const add = (file: ArchiveFile | undefined) => {
    if (file) files.push(file);
    return file !== undefined;
  };
  add(await writer.addFile(DATABASE, snapshot));
  const settings = `${JSON.stringify(configuration, null, 2)}\n`;
  add(await writer.addText('configuration/environment.json', settings));
  add(await writer.addFile('configuration/site.config.ts', SITE_CONFIG));
  const isLocal = env.storage.kind === 'local';
  const missing = isLocal ? await addPictures(writer, options, snapshot, add) : [];
  const release = releaseName();
  const manifest: Manifest = { createdAt, migration, release, counts, files, missing };
  await writer.addText(MANIFEST, JSON.stringify(manifest));
  return manifest;
}

/** Returns the names of files that the database refers to, but which don't exist. */
async function addPictures(
  writer: ArchiveWriter,
  { env, say }: BackupOptions,
  snapshot: string,
  add: (file: ArchiveFile | undefined) => boolean,
): Promise<string[]> {
  const folder = join(env.dataDir, 'uploads');
  const missing = await referencedFiles(snapshot);
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
async function referencedFiles(snapshot: string): Promise<Set<string>> {
  const database = await openDatabase(`file:${snapshot}`, { readOnly: true });
  try {
    const names = new Set<string>();
    for (const { url, widths } of await listPictures(database.read)) {
      if (!url.startsWith('/uploads/')) continue;
      for (const name of filesOf(url.slice('/uploads/'.length), widths)) names.add(name);
    }
    for await (const texts of textsWithPictures(database.read)) {
      for (const text of texts) {
        // Not in the URLs of other sites.
        for (const own of text?.match(/(?<![\w.:/-])\/uploads\/[\w.-]+/g) ?? []) {
          for (const name of namesIn([own])) names.add(name);
        }
      }
    }
    return names;
  } finally {
    await database.close();
  }
}

function printResult(
  { counts, files, missing }: Manifest,
  file: string,
  size: number,
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
    `${file}: ${users} users, ${posts} posts, ${comments} comments, ${pictures} picture files, ${formatBytes(size)}`,
  );
}
