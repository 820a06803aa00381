/**
 * What the indexer writes and the search page reads. Names and shapes only: both sides import this file.
 */

/**
 * Counts up with every change of the files of the index: a release with another format makes a new index
 * beside the old one, and pages only read the format that they know.
 */
export const INDEX_FORMAT = 2;
/** Where the index is, on the site and in its folder. */
export const INDEX_PATH = `/search/v${INDEX_FORMAT}`;
/** The one file that changes; all others are never written twice. */
export const INDEX_FILE = 'index.json';
/** The posts of a shard; its words are Pagefind's files beside it. */
export const POSTS_FILE = 'posts.pf_meta';
export const WORDS_FILE = 'words.pf_meta';

/** Cards of consecutive posts stand in one file: a page of results without a word costs one or two. */
export const CARDS_A_FILE = 12;
export const cardsFile = (number: number) => `cards-${number}.pf_fragment`;
export const wordsChunkFile = (name: string) => `${name}.pf_index`;

/** A post in the order of all lists: [creation in ms, `seq`]. */
export type Key = readonly [at: number, seq: number];

/** `index.json`: which shards there are, oldest posts first, and what has changed since they were made. */
export interface IndexFile<Card = unknown> {
  format: number;
  /** File with the search engine. */
  engine: string;
  shards: { folder: string; from: Key; posts: number }[];
  /** Posts that are not (or not like this) in the shards. Without an entry: gone. */
  changed: { key: Key; entry?: ChangedEntry<Card> }[];
  /** More has changed than is told here: whoever can reach the API should ask it. */
  behind: boolean;
  /** Every category that a post has. */
  categories: string[];
}

/** A post that is not in the shards yet. */
export interface ChangedEntry<Card = unknown> {
  /** Its words, as `indexWords` gives them. */
  words: string;
  card: Card;
}

/** The posts of a shard, oldest first; place by place. */
export interface PostsFile {
  /** Differences to the one before. */
  at: number[];
  seq: number[];
  /** Numbers of `categories`. */
  category: number[];
  categories: string[];
  /** The files with the words from … to …, in order. */
  chunks: [from: string, to: string, name: string][];
}

/** Compares two posts in the order of lists, oldest first. */
export function compareKeys(a: Key, b: Key): number {
  return a[0] - b[0] || a[1] - b[1];
}
