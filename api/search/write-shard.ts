import {
  CARDS_A_FILE,
  cardsFile,
  PAGE_CATEGORY,
  POSTS_FILE,
  type PostsFile,
  type SearchEntry,
  WORDS_FILE,
  wordsChunkFile,
} from '../contract/search.ts';
import { sizesOf, writeEngine, writeFolder } from './index-files.ts';
import { createBundle, packJson, type WordsChunk } from './pagefind.ts';
import { type ShardManifest, shownOf } from './shards.ts';
import { packTerms, TERMS_FILE } from './word-map.ts';

/** A new shard, and the file name of the engine that reads it. */
export interface WrittenShard {
  folder: string;
  manifest: ShardManifest;
  engine: string;
  /** Words that aren't in the shard it replaces. Absent if it replaces none. */
  added?: string[];
}

/**
 * Writes a shard with these posts (oldest first) into a new folder under `root`, and the engine
 * next to it. Returns `null` if there are no posts. Throws the errors of Pagefind and of the file
 * system, and then leaves no folder.
 */
export async function writeShard(
  root: string,
  reading: readonly SearchEntry[] | Promise<readonly SearchEntry[]>,
): Promise<WrittenShard | null> {
  const bundle = await createBundle(reading);
  if (bundle === null) return null;
  const entries = await reading;
  const files = new Map([[WORDS_FILE, bundle.metadata]]);
  for (const { name, bytes } of bundle.chunks) files.set(wordsChunkFile(name), bytes);
  const postsFile = postsFileOf(entries, bundle.chunks);
  files.set(POSTS_FILE, await packJson(postsFile));
  for (let first = 0; first < entries.length; first += CARDS_A_FILE) {
    const cards = entries.slice(first, first + CARDS_A_FILE).map(({ card }) => card);
    files.set(cardsFile(first / CARDS_A_FILE), await packJson(cards));
  }
  files.set(TERMS_FILE, await packTerms(entries));
  const manifest: ShardManifest = {
    posts: entries.map((entry) => [entry.id, entry.seq, entry.version, entry.at, shownOf(entry)]),
    categories: postsFile.categories,
    pages: entries.flatMap(({ id, category }) => (category === PAGE_CATEGORY ? id : [])),
    files: sizesOf(files),
  };
  const folder = await writeFolder(root, 'shard', files, manifest);
  const engine = await writeEngine(root, bundle.engine);
  return { folder, engine, manifest };
}

function postsFileOf(entries: readonly SearchEntry[], chunks: readonly WordsChunk[]): PostsFile {
  const categories = [...new Set(entries.map((entry) => entry.category))].sort();
  return {
    at: differences(entries.map((entry) => entry.at)),
    seq: differences(entries.map((entry) => entry.seq)),
    category: entries.map((entry) => categories.indexOf(entry.category)),
    categories,
    ...tagsOf(entries),
    chunks: chunks.map(({ from, to, name }) => [from, to, name]),
  };
}

function tagsOf(entries: readonly SearchEntry[]): Pick<PostsFile, 'tags' | 'tagged'> {
  const bySlug = new Map(entries.flatMap(({ tags }) => tags.map((tag) => [tag[0], tag])));
  if (bySlug.size === 0) return {};
  const slugs = [...bySlug.keys()];
  return {
    tags: [...bySlug.values()],
    tagged: entries.map(({ tags }) => tags.map(([slug]) => slugs.indexOf(slug))),
  };
}

function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}
