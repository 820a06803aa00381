import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  COLLECTIONS,
  type Collection,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  perCollection,
} from './export.ts';
import { JsonReader } from './json-reader.ts';
import { CommandError } from './terminal.ts';

/** A record of a file, with ids and dates as text. */
export interface RawRecord {
  collection: Collection;
  raw: Record<string, unknown>;
}

/** Receives the values before the records of an export. */
interface HeadReader {
  onFeedOrigin(origin: string): void;
  onSiteSettings(values: Record<string, unknown>): void;
}

/**
 * Reads the records of a file that `exportContent` wrote. `onFeedOrigin` gets the origin of its
 * feed ids; the last call wins. Throws a CommandError when the file is something else, of a newer
 * version, or incomplete.
 */
export async function* exportedRecords(
  path: string,
  { onFeedOrigin, onSiteSettings }: Partial<HeadReader> = {},
): AsyncGenerator<RawRecord> {
  const counts = perCollection(() => 0);
  let isOurs = false;
  let expected: Partial<Record<Collection, number>> | undefined;
  for await (const { key, value, inArray } of new JsonReader(path).members()) {
    if (key === 'format') isOurs = value === EXPORT_FORMAT;
    if (!isOurs) throw new CommandError(`${path} isn't an export made by npm run export.`);
    if (key === 'version' && !(Number(value) <= EXPORT_VERSION)) {
      throw new CommandError(
        `${path} was made by a newer version of Inkwell. Update this installation.`,
      );
    }
    // Older exports have only `site`, which was the origin then.
    if ((key === 'site' || key === 'feedOrigin') && typeof value === 'string')
      onFeedOrigin?.(value);
    if (key === 'siteSettings' && !inArray) onSiteSettings?.(recordOf(value));
    if (key === 'counts') expected = Object(value);
    const collection = COLLECTIONS.find((name) => name === key);
    if (inArray && collection) {
      counts[collection]++;
      yield { collection, raw: recordOf(value) };
    }
  }
  if (!isOurs) throw new CommandError(`${path} isn't an export made by npm run export.`);
  for (const name of COLLECTIONS) {
    if (expected?.[name] !== undefined && expected[name] !== counts[name]) {
      throw new CommandError(
        `${path} is incomplete: it should have ${expected[name]} ${name}, but has ${counts[name]}.`,
      );
    }
  }
}

/** The collections of the MERN blog. Each refers only to earlier ones. */
const MERN = ['users', 'posts', 'comments'] as const;
type MernCollection = (typeof MERN)[number];

/**
 * Reads the records of `mongoexport` (JSON lines or --jsonArray, Extended JSON canonical or
 * relaxed). `paths` are files, or folders of files, named after their collections: `users.json`,
 * `mern-blog.posts.jsonl`. Throws a CommandError for other names, and for two files of one
 * collection.
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

async function mernFiles(paths: string[]): Promise<Map<MernCollection, string>> {
  const found = new Map<MernCollection, string>();
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (!info) throw new CommandError(`File or folder not found: ${path}.`);
    const files = info.isDirectory()
      ? (await readdir(path)).filter(isExport).map((name) => join(path, name))
      : [path];
    for (const file of files) {
      const collection = collectionOf(file);
      const other = found.get(collection);
      if (other) throw new CommandError(`${other} and ${file} are both named "${collection}".`);
      found.set(collection, file);
    }
  }
  if (found.size === 0) {
    throw new CommandError(
      'Found no files of mongoexport. Name them users.json, posts.json and comments.json.',
    );
  }
  return found;
}

/** Whether a file in a folder is named after a collection. The folder may have other files. */
function isExport(name: string): boolean {
  return /\.(json|jsonl|ndjson)$/i.test(name) && MERN.some((known) => known === stemOf(name));
}

/** The name of the collection: `mern-blog.posts.json` → "posts". */
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
    `${file}: unknown collection. Name the file users.json, posts.json or comments.json.`,
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * Converts MongoDB's Extended JSON v2, canonical or relaxed, to plain JSON: ids to text, dates to
 * ISO 8601, numbers to numbers.
 * https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/
 */
function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (only && entries.length === 1) {
    const known = unwrap(only[0], only[1]);
    if (known !== undefined) return known;
  }
  return Object.fromEntries(entries.map(([key, member]) => [key, plainJson(member)]));
}

function unwrap(key: string, value: unknown): unknown {
  switch (key) {
    case '$oid':
    case '$uuid':
    case '$symbol':
      return String(value);
    case '$date':
      return dateOf(plainJson(value));
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
    case '$numberDecimal':
      return Number(value);
    default:
      return undefined;
  }
}

function dateOf(value: unknown): unknown {
  const date = new Date(value as string | number);
  // The report names a date that can't be read.
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}
