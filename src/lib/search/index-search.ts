import type { CardPost } from '../../../api/contract/posts.ts';
import {
  CARDS_A_FILE,
  cardsFile,
  compareKeys,
  INDEX_FILE,
  INDEX_FORMAT,
  type IndexFile,
  type Key,
} from '../../../api/contract/search.ts';
import { encodePrefix, hasPrefix } from './encode.ts';
import { type Engine, startEngine, unpack } from './engine.ts';
import { EVERY_POST, type SearchQuery } from './query.ts';
import { openShard, type Shard } from './shard.ts';
import type { SearchPage } from './source.ts';
import { termWords } from './words.ts';

/** Gives the bytes of a file of the index. `isFresh`: never from a cache without asking. Throws when it cannot. */
export type FetchFile = (
  name: string,
  options: { isFresh: boolean },
) => Promise<Uint8Array<ArrayBuffer>>;

/** How long what is known of changes is believed: what was asked while the reader typed serves the search. */
const FRESH_MS = 500;

/** A post that was found: where its card is. */
interface Hit {
  key: Key;
  card: CardPost | { shard: Shard; rank: number };
}

export interface StaticIndex {
  /** Finds posts, in the order of the query. Throws when a file of the index cannot be had. */
  search(query: SearchQuery, page: SearchPage): Promise<CardPost[]>;
  /** More has changed than the index tells: the API knows better. Throws as `search` does. */
  isBehind(): Promise<boolean>;
  /** Forgets what `index.json` said: some file that it named is gone. */
  forget(): void;
  /** The categories of all posts, as far as they are known yet. */
  categories(): readonly string[];
}

/**
 * The static search index of a site. Shards are consecutive in time, so they are walked from one end, only
 * as far as the wanted page needs.
 */
export function openIndex(fetchFile: FetchFile, now = () => Date.now()): StaticIndex {
  let known: { file: IndexFile; at: number } | null = null;
  let asking: Promise<IndexFile> | null = null;
  let engine: { name: string; started: Promise<Engine> } | null = null;
  const shards = new Map<string, Shard>();

  async function current(): Promise<IndexFile> {
    if (known && now() - known.at < FRESH_MS) return known.file;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function ask(): Promise<IndexFile> {
    const askedAt = now();
    const bytes = await fetchFile(INDEX_FILE, { isFresh: true });
    const file = JSON.parse(new TextDecoder().decode(bytes)) as IndexFile;
    if (file.format !== INDEX_FORMAT) throw new Error(`The index has format ${file.format}`);
    const folders = new Set(file.shards.map(({ folder }) => folder));
    for (const folder of shards.keys()) if (!folders.has(folder)) shards.delete(folder);
    known = { file, at: askedAt };
    return file;
  }

  function engineOf(name: string): Promise<Engine> {
    if (engine?.name !== name) {
      const started = fetchFile(name, { isFresh: false }).then(unpack).then(startEngine);
      engine = { name, started };
      started.catch(() => {
        engine = null;
      });
    }
    return engine.started;
  }

  function shardOf(folder: string, engineName: string): Shard {
    const open = shards.get(folder);
    if (open) return open;
    const shard = openShard(
      (name) => fetchFile(`${folder}/${name}`, { isFresh: false }),
      () => engineOf(engineName),
    );
    shards.set(folder, shard);
    return shard;
  }

  /** What one shard and the changes within its time have, oldest first. */
  async function hitsIn(
    file: IndexFile,
    place: number,
    wanted: { prefixes: string[]; category: string },
  ): Promise<Hit[]> {
    const described = file.shards[place];
    const to = file.shards[place + 1]?.from;
    const changed = file.changed.filter(
      ({ key }) =>
        (place === 0 || !described || compareKeys(key, described.from) >= 0) &&
        (!to || compareKeys(key, to) < 0),
    );
    const hits: Hit[] = changed.flatMap(({ key, entry }) =>
      entry && fits(entry, wanted) ? [{ key, card: entry.card }] : [],
    );
    if (described) {
      const shard = shardOf(described.folder, file.engine);
      const outdated = new Set(changed.map(({ key }) => key[1]));
      for (const { rank, key } of await shard.find(wanted)) {
        if (!outdated.has(key[1])) hits.push({ key, card: { shard, rank } });
      }
    }
    return hits.sort((a, b) => compareKeys(a.key, b.key));
  }

  async function search(query: SearchQuery, { startIndex, limit }: SearchPage) {
    const file = await current();
    if (file.behind && file.shards.length === 0) throw new Error('The index is still being made');
    const words = termWords(query.searchTerm);
    // Something was asked for, and no post has it.
    if (words.length === 0 && query.searchTerm.trim() !== '') return [];
    const category = query.category === EVERY_POST.category ? '' : query.category;
    const wanted = { prefixes: words.map(encodePrefix), category };
    const places = Array.from({ length: Math.max(1, file.shards.length) }, (_, place) => place);
    if (query.sort === 'desc') places.reverse();
    const hits: Hit[] = [];
    // One shard, then two, four …: a rare word is looked for everywhere in a few rounds.
    for (let size = 1; places.length > 0 && hits.length < startIndex + limit; size *= 2) {
      const round = places.splice(0, Math.ceil(size));
      const found = await Promise.all(round.map((place) => hitsIn(file, place, wanted)));
      for (const some of found) hits.push(...(query.sort === 'desc' ? some.reverse() : some));
    }
    return cardsOf(hits.slice(startIndex, startIndex + limit));
  }

  return {
    search,
    isBehind: async () => (await current()).behind,
    forget: () => {
      known = null;
    },
    categories: () => known?.file.categories ?? [],
  };
}

function fits(
  { words, card }: { words: string; card: CardPost },
  { prefixes, category }: { prefixes: string[]; category: string },
): boolean {
  if (category !== '' && card.category !== category) return false;
  return prefixes.every((prefix) => hasPrefix(words, prefix));
}

async function cardsOf(hits: readonly Hit[]): Promise<CardPost[]> {
  const cards = await Promise.all(
    hits.map(async ({ card }) => {
      if (!('shard' in card)) return card;
      const file = (await card.shard.file(
        cardsFile(Math.floor(card.rank / CARDS_A_FILE)),
      )) as CardPost[];
      return file[card.rank % CARDS_A_FILE];
    }),
  );
  return cards.filter((card) => card !== undefined);
}
