import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isPageSlug } from '../../api/contract/addresses.ts';
import type { Env } from '../../api/env.ts';
import { atomicWrite } from '../../api/files/atomic-write.ts';
import { slugOf } from '../../api/post-fields/slug.ts';
import { createStorage, nameOf } from '../../api/uploads/storage.ts';
import type { Db } from '../../db/client.ts';
import { recordsOf, siteHead } from '../export.ts';
import { commentRecordsOf } from '../export-records.ts';
import { withDatabase } from '../site.ts';
import { CommandError } from '../terminal.ts';
import {
  FOLDER_FORMAT,
  FOLDER_VERSION,
  INDEX,
  type PostRecord,
  postFile,
  yamlOf,
} from './files.ts';

interface Options {
  env: Pick<Env, 'databaseUrl' | 'siteUrl' | 'dataDir' | 'storage'>;
  folder: string;
  say(line: string): void;
}

/** The number of files, and how many of them were written or deleted. */
interface Counts {
  files: number;
  changed: number;
}

/**
 * Writes the site as a folder of Markdown files (docs/import-export.md). Files that are the same
 * stay untouched, and those of posts that are gone are deleted. The server may be running. Throws a
 * CommandError for a folder with other files, except hidden ones such as `.git`.
 */
export async function exportFolder(options: Options): Promise<Counts> {
  const { env, say } = options;
  const folder = resolve(options.folder);
  const before = await filesBefore(folder);
  await mkdir(folder, { recursive: true });
  // It has emails, as the JSON export does.
  await chmod(folder, 0o700);
  const writer = new FolderWriter(folder);
  await withDatabase(env, { readOnly: true }, (database) =>
    database.atOneInstant((db) => writeSite(db, writer, options)),
  );
  const gone = before.filter((file) => !writer.files.has(file));
  for (const file of gone) await rm(join(folder, file), { force: true });
  const { files, changed } = writer;
  say(`${folder}: ${files.size} files, ${changed} written, ${gone.length} deleted`);
  return { files: files.size, changed: changed + gone.length };
}

/** Returns the files of the last export. Throws if the folder has something else. */
async function filesBefore(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  if (names.every((name) => name.startsWith('.'))) return [];
  const index = await readFile(join(folder, INDEX), 'utf8').catch(() => undefined);
  if (index === undefined) {
    throw new CommandError(`${folder} has files of something else. Choose an empty folder.`);
  }
  const { files } = JSON.parse(index) as { files?: unknown };
  const known = Array.isArray(files) ? (files as unknown[]) : [];
  return known.filter((file) => typeof file === 'string' && OWN_FILE.test(file)) as string[];
}

/** Only such files are ever deleted. */
const OWN_FILE = /^(?:posts|pages|drafts|uploads)\/[^/]+$/;

class FolderWriter {
  readonly files = new Set<string>();
  changed = 0;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(file: string, content: string | Uint8Array): Promise<void> {
    this.files.add(file);
    const path = join(this.#folder, file);
    const data = Buffer.from(content);
    const current = await readFile(path).catch(() => undefined);
    if (current?.equals(data)) return;
    await mkdir(dirname(path), { recursive: true });
    await atomicWrite(path, data);
    this.changed++;
  }

  /** Pictures never change: an existing one isn't read again. */
  async writeOnce(file: string, read: () => Promise<Uint8Array | undefined>): Promise<void> {
    if (existsSync(join(this.#folder, file))) this.files.add(file);
    else {
      const bytes = await read();
      if (bytes) await this.write(file, bytes);
    }
  }
}

async function writeSite(db: Db, writer: FolderWriter, { env }: Options): Promise<void> {
  const records = recordsOf(db, false);
  const documents = new Map<string, object>();
  for await (const record of records.documents()) {
    const document = record as PostRecord & { status: string };
    documents.set(document._id, ownOfDocument(document));
    if (document.status !== 'published') await writeDraft(writer, document);
  }
  for await (const post of records.posts()) {
    const file = fileOfPost(post.slug);
    const record = { ...post, ...documents.get(post._id) };
    await writer.write(`${file}.md`, postFile(record, { isDraft: false }));
    await writeComments(writer, file, await commentRecordsOf(db, post._id));
  }
  const pictures = await listOf(records.pictures());
  await writePictures(writer, pictures, env);
  const redirects = await listOf(records.redirects());
  const rows = redirects.map(({ from, to, status }) => [from, to ?? '', status]);
  await writer.write('redirects.csv', csvOf([['from', 'to', 'status'], ...rows]));
  const head = await siteHead(db, env);
  await writer.write('settings.json', jsonOf(head.siteSettings ?? {}));
  const index = {
    format: FOLDER_FORMAT,
    version: FOLDER_VERSION,
    ...head,
    users: await listOf(records.users()),
    pictures,
    redirects,
    files: [...writer.files].sort(),
  };
  await writer.write(INDEX, jsonOf(index));
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function fileOfPost(slug: string): string {
  return isPageSlug(slug) ? `pages${slug}` : `posts/${slug}`;
}

/** What a document has besides its post. Versions stay in the JSON export. */
function ownOfDocument({ redirects, views, publishedAt }: PostRecord) {
  return { formerSlugs: redirects, views, publishedAt };
}

/** The folder has no earlier versions, so version numbers restart. */
async function writeDraft(writer: FolderWriter, document: PostRecord): Promise<void> {
  const { revisions: _, hidden, publishedRevision, ...rest } = document;
  const draft = publishedRevision
    ? { ...rest, revision: 2, publishedRevision: 1 }
    : { ...rest, revision: 1 };
  const name = slugOf(String(document.title) || 'untitled').slice(0, 60);
  const file = `drafts/${name}-${draft._id}`;
  await writer.write(`${file}.md`, postFile(draft, { isDraft: true }));
  if (!hidden) return;
  const { post, comments } = hidden as { post: PostRecord; comments: object[] };
  await writer.write(`${file}.public.md`, postFile({ ...post, _id: draft._id }, { isDraft: true }));
  await writeComments(writer, file, comments);
}

async function writeComments(
  writer: FolderWriter,
  file: string,
  comments: object[],
): Promise<void> {
  if (comments.length > 0) await writer.write(`${file}.comments.yml`, yamlOf(comments));
}

async function writePictures(
  writer: FolderWriter,
  pictures: { url: string }[],
  env: Options['env'],
): Promise<void> {
  const storage = createStorage(env);
  for (const { url } of pictures) {
    const name = nameOf(url, env.storage);
    if (name !== undefined) await writer.writeOnce(`uploads/${name}`, () => storage.read(name));
  }
}

const jsonOf = (value: unknown) => `${JSON.stringify(value, undefined, 1)}\n`;

function csvOf(rows: readonly unknown[][]): string {
  const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}
