import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { COLLECTIONS, type Collection, EXPORT_FORMAT, EXPORT_VERSION } from './export.ts';
import { plainJson } from './extended-json.ts';
import { CommandError } from './failure.ts';
import { JsonReader } from './json-reader.ts';

/** A record as it stands in the file, ids and dates as text. */
export interface RawRecord {
  collection: Collection;
  raw: Record<string, unknown>;
}

/**
 * The records of a file that `exportContent` has written. Throws a CommandError when it is no such file, of
 * a newer version, or not whole.
 */
export async function* exportedRecords(path: string): AsyncGenerator<RawRecord> {
  const counts: Record<Collection, number> = { users: 0, pictures: 0, posts: 0, comments: 0 };
  let isOurs = false;
  let said: Partial<Record<Collection, number>> | undefined;
  for await (const { key, value, inArray } of new JsonReader(path).members()) {
    if (key === 'format') isOurs = value === EXPORT_FORMAT;
    if (!isOurs) throw new CommandError(`${path} is not an export made by npm run export.`);
    if (key === 'version' && !(Number(value) <= EXPORT_VERSION)) {
      throw new CommandError(`${path} was made by a newer version of Inkwell. Update this one.`);
    }
    if (key === 'counts') said = Object(value);
    const collection = COLLECTIONS.find((name) => name === key);
    if (inArray && collection) {
      counts[collection]++;
      yield { collection, raw: recordOf(value) };
    }
  }
  if (!isOurs) throw new CommandError(`${path} is not an export made by npm run export.`);
  for (const name of COLLECTIONS) {
    if (said?.[name] !== undefined && said[name] !== counts[name]) {
      throw new CommandError(
        `${path} is not whole: it says that it has ${said[name]} ${name}, and has ${counts[name]}.`,
      );
    }
  }
}

/** The collections of the MERN blog, in the order in which they refer to each other. */
const MERN = ['users', 'posts', 'comments'] as const;
type MernCollection = (typeof MERN)[number];

/**
 * The records of `mongoexport` (JSON lines or --jsonArray, Extended JSON canonical or relaxed). Takes files,
 * or folders with files, that are named after their collections: `users.json`, `mern-blog.posts.jsonl`.
 * Throws a CommandError when a name does not tell, or two are of one collection.
 */
export async function* mernRecords(paths: string[]): AsyncGenerator<RawRecord> {
  const files = await mernFiles(paths);
  for (const collection of MERN) {
    const file = files.get(collection);
    if (file === undefined) continue;
    for await (const document of new JsonReader(file).documents()) {
      yield { collection, raw: recordOf(plainJson(document)) };
    }
  }
}

/** Which file holds which collection. */
export async function mernFiles(paths: string[]): Promise<Map<MernCollection, string>> {
  const found = new Map<MernCollection, string>();
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (!info) throw new CommandError(`There is no file or folder ${path}.`);
    const files = info.isDirectory()
      ? (await readdir(path)).filter(isExport).map((name) => join(path, name))
      : [path];
    for (const file of files) {
      const collection = collectionOf(file);
      const other = found.get(collection);
      if (other) throw new CommandError(`${other} and ${file} are both called "${collection}".`);
      found.set(collection, file);
    }
  }
  if (found.size === 0) {
    throw new CommandError(
      'No files of mongoexport were found. They are called users.json, posts.json and comments.json.',
    );
  }
  return found;
}

/** Of a folder, only what is called after a collection: other files may lie there. */
function isExport(name: string): boolean {
  return /\.(json|jsonl|ndjson)$/i.test(name) && MERN.some((known) => known === stemOf(name));
}

/** `mern-blog.posts.json` is called "posts". */
function stemOf(path: string): string {
  const name = basename(path).toLowerCase();
  const last =
    name
      .replace(/\.(json|jsonl|ndjson)$/, '')
      .split(/[.\s]/)
      .at(-1) ?? '';
  return MERN.find((known) => last === known || `${last}s` === known) ?? last;
}

function collectionOf(file: string): MernCollection {
  const collection = MERN.find((known) => known === stemOf(file));
  if (collection) return collection;
  throw new CommandError(
    `${file}: its name does not say what it holds. Call it users.json, posts.json or comments.json.`,
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
