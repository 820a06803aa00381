import {
  CARDS_A_FILE,
  cardsFile,
  compareKeys,
  type FoundPost,
  INDEX_FILE,
  INDEX_FORMAT,
  type IndexFile,
  type Key,
} from '../../../../api/contract/search.ts';
import { WORDS_VERSION } from '../../../../db/words.ts';
import type { SearchQuery } from '../query.ts';
import { encodeWord, hasPrefix } from './encode.ts';
import { type Engine, startEngine, unpack } from './pagefind.ts';
import { openShard, type Shard } from './shard.ts';
import { isEveryPost, matches, termsOf, type Wanted, wantedBy } from './wanted.ts';
import { openWordMap, type WordMap } from './word-map.ts';

/**
 * Returns the bytes of a file of the index. `isFresh`: not from a cache without asking the server.
 * Throws when the file can't be loaded.
 */
export type FetchFile = (
  name: string,
  options: { isFresh: boolean },
) => Promise<Uint8Array<ArrayBuffer>>;

/** A part of the results: `limit` posts from position `startIndex`. */
export interface SearchPage {
  startIndex: number;
  limit: number;
}

/** Counting matches loads every shard. If there are more than this, the API counts. */
const MAX_COUNTED_SHARDS = 4;
/**
 * `index.json` is loaded again after this time. One search, from typing to results, loads it once.
 */
const FRESH_MS = 500;

/** A post that was found, and where its card is. */
interface Hit {
  key: Key;
  card: FoundPost | { shard: Shard; rank: number };
}

/** The search index of a site. Methods throw when a file of the index can't be loaded. */
export class StaticIndex {
  readonly #fetchFile: FetchFile;
  readonly #now: () => number;
  readonly #shards = new Map<string, Shard>();
  #loaded: { file: IndexFile; at: number } | null = null;
  #loading: Promise<IndexFile> | null = null;
  #wordMap: { folder: string; map: WordMap } | null = null;
  #engine: { name: string; started: Promise<Engine> } | null = null;

  constructor(fetchFile: FetchFile, now = () => Date.now()) {
    this.#fetchFile = fetchFile;
    this.#now = now;
  }

  /**
   * Finds posts, in the order of the query. `inTitles`: only by their titles.
   */
  async search(
    query: SearchQuery,
    { startIndex, limit }: SearchPage,
    { inTitles = false } = {},
  ): Promise<FoundPost[]> {
    const file = await this.#current();
    if (file.behind && file.shards.length === 0) throw new Error('The index is still being made');
    const wanted = wantedBy(query, { inTitles });
    if (wanted === null) return [];
    const positions = [...Array(Math.max(1, file.shards.length)).keys()];
    if (query.sort === 'desc') positions.reverse();
    const end = startIndex + limit;
    const hits: Hit[] = [];
    const add = async (round: number[], hasWords: (position: number) => boolean) => {
      const hitsOf = (each: number) => this.#hitsIn(file, each, wanted, hasWords(each));
      const found = await Promise.all(round.map(hitsOf));
      for (const some of found) hits.push(...(query.sort === 'desc' ? some.reverse() : some));
    };
    await add(positions.splice(0, 1), () => true);
    if (hits.length >= end || positions.length === 0) return loadCards(hits.slice(startIndex, end));
    const hasWords = await this.#shardsWith(file, wanted);
    // One shard that has the words, then two, four …: a frequent word needs few, and a rare word
    // few rounds.
    for (let size = 1; positions.length > 0 && hits.length < end; size *= 2) {
      const most = Math.min(size, end - hits.length);
      await add(takeRound(positions, hasWords, most), hasWords);
    }
    return loadCards(hits.slice(startIndex, end));
  }

  /**
   * Returns a function that tells whether the shard at a position can have all words, the tag and
   * the category. Uses the word map.
   */
  async #shardsWith(file: IndexFile, wanted: Wanted): Promise<(position: number) => boolean> {
    const terms = termsOf(wanted);
    const map = terms.length > 0 ? this.#wordMapOf(file) : undefined;
    const numbers = map && (await Promise.all(terms.map(map.shardsWith)));
    return (position) => {
      const { inMap, added = [] } = file.shards[position] ?? {};
      if (numbers === undefined || inMap === undefined) return true;
      const isAdded = (term: string) => added.some((word) => word.startsWith(term));
      return terms.every((term, at) => (numbers[at]?.has(inMap) ?? true) || isAdded(term));
    };
  }

  #wordMapOf({ wordMap: folder }: IndexFile): WordMap | undefined {
    if (folder === undefined) return undefined;
    if (this.#wordMap?.folder !== folder) {
      const load = (name: string) => this.#fetchFile(`${folder}/${name}`, { isFresh: false });
      this.#wordMap = { folder, map: openWordMap(load) };
    }
    return this.#wordMap.map;
  }

  /** Counts the posts that `search` finds. Returns undefined if that would load too much. */
  async count(query: SearchQuery): Promise<number | undefined> {
    const file = await this.#current();
    const wanted = wantedBy(query);
    if (wanted === null) return 0;
    if (isEveryPost(wanted)) return file.total;
    const { length } = file.shards;
    if (file.behind || length > MAX_COUNTED_SHARDS) return undefined;
    const positions = [...Array(Math.max(1, length)).keys()];
    const found = await Promise.all(positions.map((each) => this.#hitsIn(file, each, wanted)));
    return found.flat().length;
  }

  /**
   * Returns how many posts of the newest shard and among the changes have each of these words.
   * Words that none has are left out.
   */
  async countWords(words: readonly string[]): Promise<Map<string, number>> {
    const file = await this.#current();
    const newest = file.shards.at(-1);
    const encoded = new Map(words.map((word) => [encodeWord(word), word]));
    const inShard = newest
      ? await this.#shard(newest.folder, file.engine).countWords([...encoded.keys()])
      : new Map<string, number>();
    const counts = new Map<string, number>();
    for (const [code, word] of encoded) {
      const changed = file.changed.filter(({ entry }) => entry && hasPrefix(entry.words, code));
      const posts = (inShard.get(code) ?? 0) + changed.length;
      if (posts > 0) counts.set(word, posts);
    }
    return counts;
  }

  /** Forgets `index.json`, after a file that it named was deleted. */
  forget(): void {
    this.#loaded = null;
  }

  /** The categories of all posts, once a search has loaded them. */
  categories(): { slug: string; label: string | undefined }[] {
    const { categories = [], labels } = this.#loaded?.file ?? {};
    const labelOf = new Map(labels);
    return categories.map((slug) => ({ slug, label: labelOf.get(slug) }));
  }

  async #current(): Promise<IndexFile> {
    if (this.#loaded && this.#now() - this.#loaded.at < FRESH_MS) return this.#loaded.file;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load(): Promise<IndexFile> {
    const at = this.#now();
    const bytes = await this.#fetchFile(INDEX_FILE, { isFresh: true });
    const file = JSON.parse(new TextDecoder().decode(bytes)) as IndexFile;
    if (file.format !== INDEX_FORMAT || file.words !== WORDS_VERSION) {
      throw new Error(`The index has format ${file.format}, and words of version ${file.words}`);
    }
    const folders = new Set(file.shards.map(({ folder }) => folder));
    for (const folder of this.#shards.keys()) {
      if (!folders.has(folder)) this.#shards.delete(folder);
    }
    this.#loaded = { file, at };
    return file;
  }

  /**
   * The hits in one shard and in the changes within its range, oldest first. `hasWords`: false if
   * the shard can't have any.
   */
  async #hitsIn(
    file: IndexFile,
    position: number,
    wanted: Wanted,
    hasWords = true,
  ): Promise<Hit[]> {
    const described = file.shards[position];
    const to = file.shards[position + 1]?.from;
    const changed = file.changed.filter(
      ({ key }) =>
        (position === 0 || !described || compareKeys(key, described.from) >= 0) &&
        (!to || compareKeys(key, to) < 0),
    );
    const hits: Hit[] = changed.flatMap(({ key, entry }) =>
      entry && matches(entry, wanted) ? [{ key, card: entry.card }] : [],
    );
    if (described && hasWords) {
      const shard = this.#shard(described.folder, file.engine);
      const outdated = new Set(changed.map(({ key }) => key[1]));
      for (const { rank, key } of await shard.find(wanted)) {
        if (!outdated.has(key[1])) hits.push({ key, card: { shard, rank } });
      }
    }
    return hits.sort((a, b) => compareKeys(a.key, b.key));
  }

  #shard(folder: string, engine: string): Shard {
    const open = this.#shards.get(folder);
    if (open) return open;
    const shard = openShard(
      (name) => this.#fetchFile(`${folder}/${name}`, { isFresh: false }),
      () => this.#startedEngine(engine),
    );
    this.#shards.set(folder, shard);
    return shard;
  }

  #startedEngine(name: string): Promise<Engine> {
    if (this.#engine?.name === name) return this.#engine.started;
    const started = this.#fetchFile(name, { isFresh: false }).then(unpack).then(startEngine);
    this.#engine = { name, started };
    started.catch(() => {
      this.#engine = null;
    });
    return started;
  }
}

/**
 * Takes the next positions off the list, in order, up to the given number of shards with all words.
 * Those between them are taken, too: their changes may match.
 */
function takeRound(
  positions: number[],
  hasWords: (position: number) => boolean,
  shards: number,
): number[] {
  let left = shards;
  const end = positions.findIndex((position) => hasWords(position) && left-- === 0);
  return positions.splice(0, end < 0 ? positions.length : end);
}

async function loadCards(hits: readonly Hit[]): Promise<FoundPost[]> {
  const cards = await Promise.all(
    hits.map(async ({ card }) => {
      if (!('shard' in card)) return card;
      const name = cardsFile(Math.floor(card.rank / CARDS_A_FILE));
      const cardsInFile = (await card.shard.readFile(name)) as FoundPost[];
      return cardsInFile[card.rank % CARDS_A_FILE];
    }),
  );
  return cards.filter((card) => card !== undefined);
}
