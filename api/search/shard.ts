import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { close, createIndex, type PagefindIndex } from 'pagefind';
import type { SearchEntry } from '../contract/search.ts';
import {
  CARDS_A_FILE,
  cardsFile,
  POSTS_FILE,
  type PostsFile,
  WORDS_FILE,
  wordsChunkFile,
} from '../contract/search.ts';
import { atomicWrite } from '../files/atomic-write.ts';
import { type Cbor, decodeCbor } from './cbor.ts';
import { MARK_FILE, readMark } from './shards.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** What Pagefind puts before everything that it packs. */
const SIGNATURE = Buffer.from('pagefind_dcd');
/** No language: nothing is stemmed (docs/decisions/050-search-in-shards.md). */
const LANGUAGE = 'xx';

/** What a shard says of itself in `shard.json`, for the indexer alone. */
export interface ShardMark {
  /** The posts in it, oldest first: id, `seq`, version, creation. */
  posts: [id: string, seq: number, version: number, at: number][];
  categories: string[];
  /** Size of each file: after a power cut they show which shards are whole. */
  files: Record<string, number>;
}

export interface BuiltShard {
  folder: string;
  engine: string;
  mark: ShardMark;
}

/**
 * Makes a shard of these posts (oldest first) in a new folder under `root`, named after what is in it; null
 * when there are none. Pagefind starts while they are still being read. Throws what Pagefind or the file
 * system says; then there is no such folder.
 */
export async function writeShard(
  root: string,
  reading: readonly SearchEntry[] | Promise<readonly SearchEntry[]>,
): Promise<BuiltShard | null> {
  const [bundle, entries] = await Promise.all([bundleOf(reading), reading]);
  if (bundle === null) return null;
  const files = new Map<string, Uint8Array>(bundle.chunks);
  files.set(WORDS_FILE, bundle.meta);
  const postsFile = postsFileOf(entries, chunkRanges(await unpacked(bundle.meta)));
  files.set(POSTS_FILE, await packed(postsFile));
  for (let first = 0; first < entries.length; first += CARDS_A_FILE) {
    const cards = entries.slice(first, first + CARDS_A_FILE).map(({ card }) => card);
    files.set(cardsFile(first / CARDS_A_FILE), await packed(cards));
  }
  const mark: ShardMark = {
    posts: entries.map(({ id, seq, version, at }) => [id, seq, version, at]),
    categories: postsFile.categories,
    files: Object.fromEntries(Array.from(files, ([name, bytes]) => [name, bytes.length])),
  };
  const folder = folderName(files);
  await writeFolder(join(root, folder), files, mark);
  return { folder, engine: await writeEngine(root, bundle.engine), mark };
}

async function bundleOf(reading: readonly SearchEntry[] | Promise<readonly SearchEntry[]>) {
  const { index, errors } = await createIndex({ forceLanguage: LANGUAGE });
  if (!index) throw new Error(`Pagefind: ${errors.join('; ')}`);
  try {
    const entries = await reading;
    return entries.length === 0 ? null : await filledBundle(index, entries);
  } finally {
    await close();
  }
}

async function filledBundle(index: PagefindIndex, entries: readonly SearchEntry[]) {
  const added = entries.map((entry, rank) =>
    index.addCustomRecord({
      url: String(rank),
      content: entry.words,
      language: LANGUAGE,
      // The engine answers with the place in this order: all that is asked of it.
      sort: { rank: String(rank).padStart(6, '0') },
      filters: { category: [entry.category] },
    }),
  );
  for (const { errors } of await Promise.all(added)) {
    if (errors.length > 0) throw new Error(`Pagefind: ${errors.join('; ')}`);
  }
  const { files, errors } = await index.getFiles();
  if (errors.length > 0) throw new Error(`Pagefind: ${errors.join('; ')}`);
  const find = (test: RegExp) => {
    const file = files.find(({ path }) => test.test(path));
    if (!file) throw new Error(`Pagefind made no ${test}`);
    return file.content;
  };
  const chunks = files.flatMap(({ path, content }): [string, Uint8Array][] => {
    const name = /^index\/(.+)\.pf_index$/.exec(path)?.[1];
    return name === undefined ? [] : [[wordsChunkFile(name), content]];
  });
  return { meta: find(/\.pf_meta$/), engine: find(/^wasm\.unknown\.pagefind$/), chunks };
}

/** Pagefind's metadata: [version, pages, chunks, …], a chunk being [from, to, name]. */
function chunkRanges(meta: Uint8Array): PostsFile['chunks'] {
  const decoded = decodeCbor(meta);
  const chunks: Cbor = Array.isArray(decoded) ? (decoded[2] ?? null) : null;
  if (!Array.isArray(chunks)) throw new Error('Pagefind: the metadata has another form');
  return chunks.map((chunk) => {
    const [from, to, name] = Array.isArray(chunk) ? chunk : [];
    if (typeof from !== 'string' || typeof to !== 'string' || typeof name !== 'string') {
      throw new Error('Pagefind: the metadata has another form');
    }
    return [from, to, name];
  });
}

function postsFileOf(entries: readonly SearchEntry[], chunks: PostsFile['chunks']): PostsFile {
  const categories = [...new Set(entries.map((entry) => entry.category))].sort();
  return {
    at: differences(entries.map((entry) => entry.at)),
    seq: differences(entries.map((entry) => entry.seq)),
    category: entries.map((entry) => categories.indexOf(entry.category)),
    categories,
    chunks,
  };
}

function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

async function packed(value: unknown): Promise<Uint8Array> {
  return zip(Buffer.concat([SIGNATURE, Buffer.from(JSON.stringify(value))]), { level: 9 });
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  return (await unzip(bytes)).subarray(SIGNATURE.length);
}

function folderName(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(name).update('\0').update(bytes);
  }
  return `shard-${hash.digest('hex').slice(0, 16)}`;
}

async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  mark: ShardMark,
): Promise<void> {
  const said = Buffer.from(JSON.stringify(mark));
  // The same files as before, and pages may be reading them.
  if (await readMark(folder)) return atomicWrite(join(folder, MARK_FILE), said);
  const draft = `${folder}.tmp`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    for (const [name, bytes] of files) await writeFile(join(draft, name), bytes);
    await writeFile(join(draft, MARK_FILE), said);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The engine is the same for all shards: written once a version. */
async function writeEngine(root: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const name = `engine-${hash}.pf_meta`;
  const path = join(root, name);
  const present = await stat(path).catch(() => null);
  if (present?.size === bytes.length) return name;
  await atomicWrite(path, bytes);
  return name;
}
