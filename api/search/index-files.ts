import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { WORDS_VERSION } from '../../db/words.ts';
import { compareKeys, INDEX_FILE, INDEX_FORMAT, type IndexFile } from '../contract/search.ts';
import { atomicWrite } from '../files/atomic-write.ts';
import { FIRST_KEY, type Shard, type ShardManifest, toBuiltShard } from './shards.ts';

/** Stored in the index. If they differ, search pages ask the API, and the next start reindexes. */
export const INDEX_VERSIONS = { format: INDEX_FORMAT, words: WORDS_VERSION };
const MANIFEST_FILE = 'shard.json';
/** Longer than anyone looks at a page of results without searching again. */
const GRACE_MS = 10 * 60_000;
const SERVED_FILES = new Set(['', '.br', '.gz'].map((suffix) => INDEX_FILE + suffix));

/** The index on disk. */
interface SavedIndex {
  engine: string;
  /** Damaged ones count as not built. */
  shards: Shard[];
  /** Empty if there is none, or if it's damaged. */
  wordMap: string;
  /** The shards with their numbers in the word map. */
  numbered: IndexFile['shards'];
}

/** Reads the index. Returns `null` if there is none with these versions. */
export async function readIndex(root: string): Promise<SavedIndex | null> {
  try {
    const text = await readFile(join(root, INDEX_FILE), 'utf8');
    const index = JSON.parse(text) as IndexFile;
    const { format, words, engine, shards: saved, wordMap: named = '' } = index;
    if (!isDeepStrictEqual({ format, words }, INDEX_VERSIONS)) return null;
    const engineSize = engine && (await stat(join(root, engine)).catch(() => null))?.size;
    const shards = await Promise.all(
      saved.map(async ({ folder, from }): Promise<Shard> => {
        const manifest = engineSize ? await readManifest(join(root, folder)) : null;
        return { from, built: manifest && toBuiltShard(folder, manifest) };
      }),
    );
    // A new index is built newest posts first; this one was interrupted.
    const isComplete = compareKeys(shards[0]?.from ?? FIRST_KEY, FIRST_KEY) === 0;
    if (!isComplete) shards.unshift({ from: FIRST_KEY, built: null });
    const wordMap = named !== '' && (await readManifest(join(root, named))) ? named : '';
    return { engine, shards, wordMap, numbered: saved };
  } catch {
    return null;
  }
}

/** Returns the manifest of a shard, or `null` unless all its files are complete. */
async function readManifest(folder: string): Promise<ShardManifest | null> {
  try {
    const text = await readFile(join(folder, MANIFEST_FILE), 'utf8');
    const manifest = JSON.parse(text) as ShardManifest;
    for (const [name, size] of Object.entries(manifest.files)) {
      if ((await stat(join(folder, name))).size !== size) return null;
    }
    return manifest;
  } catch {
    return null;
  }
}

/**
 * Writes files into a folder under `root`, named after their contents: `kind-HASH`. `about` is
 * added to its manifest. Returns its name. On failure, throws the file system's error and leaves
 * nothing behind.
 */
export async function writeFolder<T extends object>(
  root: string,
  kind: 'shard' | 'words',
  files: ReadonlyMap<string, Uint8Array>,
  about: T,
): Promise<string> {
  const name = folderName(kind, files);
  const folder = join(root, name);
  const text = Buffer.from(JSON.stringify({ ...about, files: sizesOf(files) }));
  // The same files exist already, and pages may be reading them.
  if (await readManifest(folder)) {
    await atomicWrite(join(folder, MANIFEST_FILE), text);
    return name;
  }
  const draft = `${folder}.tmp`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    for (const [file, bytes] of files) await writeFile(join(draft, file), bytes);
    await writeFile(join(draft, MANIFEST_FILE), text);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return name;
}

/** Returns the size of each file. After a power failure, it shows which folders are complete. */
export function sizesOf(files: ReadonlyMap<string, Uint8Array>): Record<string, number> {
  return Object.fromEntries(Array.from(files, ([name, bytes]) => [name, bytes.length]));
}

function folderName(kind: string, files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(name).update('\0').update(bytes);
  }
  return `${kind}-${hash.digest('hex').slice(0, 16)}`;
}

/** Writes the search engine, which all shards share, unless it exists. Returns its name. */
export async function writeEngine(root: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const name = `engine-${hash}.pf_meta`;
  const present = await stat(join(root, name)).catch(() => null);
  if (present?.size !== bytes.length) await atomicWrite(join(root, name), bytes);
  return name;
}

/**
 * Removes files some time after their last use, because open pages may still request them.
 * `unusedSince` maps names to milliseconds, and is updated.
 */
export async function removeUnused(
  root: string,
  used: ReadonlySet<string>,
  unusedSince: Map<string, number>,
  now: number,
): Promise<void> {
  for (const name of await readdir(root)) {
    const isUsed = used.has(name) || SERVED_FILES.has(name);
    const since = unusedSince.get(name) ?? now;
    const isOver = now - since >= GRACE_MS;
    if (isOver && !isUsed) await rm(join(root, name), { recursive: true, force: true });
    if (isOver || isUsed) unusedSince.delete(name);
    else unusedSince.set(name, since);
  }
}

/**
 * Removes unfinished work of a killed process, and indexes in other formats. Nothing updates them,
 * and pages that can't read them ask the API.
 */
export async function removeLeftovers(root: string): Promise<void> {
  const parent = dirname(root);
  const isOtherFormat = (name: string) => /^v\d+$/.test(name) && name !== basename(root);
  const formats = (await readdir(parent)).filter(isOtherFormat);
  const drafts = (await readdir(root)).filter((name) => name.endsWith('.tmp'));
  const leftovers = [
    ...formats.map((name) => join(parent, name)),
    ...drafts.map((name) => join(root, name)),
  ];
  for (const path of leftovers) await rm(path, { recursive: true, force: true });
}
