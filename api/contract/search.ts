import type { CardPost } from './posts.ts';

/**
 * The files of the static search index: the indexer writes them, the search page reads them.
 * Increment the number with every incompatible change: the new index gets its own folder. The old
 * one is deleted, so open pages of an earlier release ask the API.
 */
export const INDEX_FORMAT = 6;
/** Path of the index on the site, and of its folder in a release. */
export const INDEX_PATH = `/search/v${INDEX_FORMAT}`;
/** The only file that changes. All others are written once. */
export const INDEX_FILE = 'index.json';
/** The posts of a shard. Its words are in Pagefind's files in the same folder. */
export const POSTS_FILE = 'posts.pf_meta';
export const WORDS_FILE = 'words.pf_meta';
/** The files of words in the folder of the word map. They are named like those of a shard. */
export const WORD_MAP_FILE = 'map.pf_meta';

/**
 * Consecutive posts share a file of cards, so a page of results without a term loads one or two
 * files.
 */
export const CARDS_A_FILE = 12;
export const cardsFile = (number: number) => `cards-${number}.pf_fragment`;
export const wordsChunkFile = (name: string) => `${name}.pf_index`;

/** Position of a post in every list: [creation in milliseconds, `seq`]. */
export type Key = readonly [at: number, seq: number];

/** Compares two posts, oldest first. */
export function compareKeys(a: Key, b: Key): number {
  return a[0] - b[0] || a[1] - b[1];
}

/** The category that own pages have in the index. They're only found by a term. */
export const PAGE_CATEGORY = '';

export type IndexedTag = readonly [slug: string, label: string];

/**
 * A tag and a category in the word map. A word can't contain `#` and `@`. The slash ends the slug,
 * so `tea` doesn't match `tea-time`.
 */
export const tagTerm = (slug: string) => `#${slug}/`;
export const categoryTerm = (slug: string) => `@${slug}/`;

/** A post as results show it, with the names that searches also match. */
export interface FoundPost extends CardPost {
  /** The part of the text that has words of the term. Absent if it wasn't looked for. */
  excerpt?: string | undefined;
  /** The author's username. Absent if the account was deleted. */
  author?: string | undefined;
  /** The title of its series. */
  series?: string | undefined;
  /** Absent if there are none. */
  tags?: IndexedTag[];
}

/** A post as the renderer prepares it for the index. */
export interface SearchEntry {
  id: string;
  seq: number;
  version: number;
  /** Creation in milliseconds. */
  at: number;
  category: string;
  tags: IndexedTag[];
  /**
   * The distinct words of its texts and names in the encoding of the index, separated by spaces.
   * Those of the title are there twice (static-index/encode.ts).
   */
  words: string;
  card: FoundPost;
}

/** A post that isn't in a shard yet. */
export type ChangedEntry = Pick<SearchEntry, 'words' | 'card'> & {
  /** Absent if there are none. */
  tags?: IndexedTag[];
};

/** `index.json`: the shards, oldest posts first, and the changes since they were written. */
export interface IndexFile {
  format: number;
  /** The `WORDS_VERSION` of its words. A search page with a different version asks the API. */
  words: number;
  /** File with the search engine. */
  engine: string;
  shards: {
    folder: string;
    from: Key;
    posts: number;
    /** Its number in the word map. Absent if it isn't in the map. */
    inMap?: number;
    /** Words, tags and categories added since the map was made. Absent if there are none. */
    added?: string[];
  }[];
  /** Folder of the word map. Absent on small sites. */
  wordMap?: string;
  /** Posts that are missing from the shards or have changed. No entry: the post was deleted. */
  changed: { key: Key; entry?: ChangedEntry }[];
  /** `changed` is incomplete: ask the API, if it's reachable. */
  behind: boolean;
  /** Every category in use by posts. */
  categories: string[];
  /** The typed labels of categories. */
  labels: [slug: string, label: string][];
  /** The total number of posts, without pages. */
  total: number;
}

/**
 * The word map: which shards have which words, tags and categories. Its files have one sorted line
 * per term: the term, then the numbers of its shards in base 36, separated by spaces.
 */
export interface WordMapFile {
  /** The files of words with the range of each, in order. */
  chunks: [from: string, to: string, name: string][];
}

/** The posts of a shard, oldest first. Equal positions in the arrays belong to the same post. */
export interface PostsFile {
  /** Differences from the previous post. */
  at: number[];
  seq: number[];
  /** Positions in `categories`. */
  category: number[];
  categories: string[];
  /** The tags of these posts. Absent if there are none. */
  tags?: IndexedTag[];
  /** Positions in `tags`, per post. Absent if there are none. */
  tagged?: number[][];
  /** The files of words with the range of each, in order. */
  chunks: [from: string, to: string, name: string][];
}

/** A post among the results of a search, as the API returns it. */
export interface SearchHit extends Omit<CardPost, 'preview' | 'minutes' | 'part' | 'comments'> {
  /** The part of the text that has words of the term, or the beginning of the text. */
  excerpt: string;
  /** The length of the stored HTML, for the reading time. */
  characters: number;
  /** The author's username. Absent if the account was deleted. */
  author?: string | undefined;
  tags: IndexedTag[];
  /** The title of its series. */
  series?: string | undefined;
}

/** The response of `GET /api/post/search`. */
export interface SearchAnswer {
  hits: SearchHit[];
  /** The number of all matches. */
  total: number;
  /** If nothing matches: the term with one word spelled as in posts. */
  suggestion?: string;
}

/** State of the index, in `GET /api/publish/status`. Times are ISO 8601, durations milliseconds. */
export interface IndexStatus {
  /** `current`: every post is indexed. `failed`: the last attempt failed and will be retried. */
  state: 'current' | 'indexing' | 'failed';
  posts: number;
  shards: number;
  /** Changed posts that aren't in a shard yet. The search page finds them in `index.json`. */
  waiting: number;
  /** When the index last changed. */
  indexedAt: string | null;
  /** How long the last shard took to write. */
  lastMs: number | null;
  /** How long the oldest change in that shard had waited when the shard was finished. */
  lastLagMs: number | null;
  error: string | null;
}
