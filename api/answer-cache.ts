import { LRUCache } from 'lru-cache';
import { dataVersion } from '../db/client.ts';
import type { Services } from './services.ts';

const CACHE_CHARACTERS = 8 * 1024 * 1024;
/** A longer answer isn't cached: it would evict many others. */
const MAX_ANSWER_CHARACTERS = CACHE_CHARACTERS / 4;
/** Figures such as `lastMonthPosts` change over time: they may be this old. */
const CACHE_MS = 1000;

/** A serialized answer. */
interface Answer {
  body: string | Uint8Array;
}

export interface AnswerCache<T extends Answer> {
  /** Returns the cached answer, or `undefined` when there is none or the database changed. */
  find(key: string): Promise<T | undefined>;
  /** Returns the cached answer, or caches and returns what `make` returns. */
  answer(key: string, make: () => Promise<T>): Promise<T>;
}

/**
 * Caches answers until the database changes, so that each is read and serialized once, however many
 * clients ask for it. Each cache has separate room: filling one never empties another.
 */
export function answerCache<T extends Answer>({
  database,
  env,
}: Pick<Services, 'database' | 'env'>): AnswerCache<T> {
  const cache = new LRUCache<string, T>({
    maxSize: CACHE_CHARACTERS,
    maxEntrySize: MAX_ANSWER_CHARACTERS,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: CACHE_MS,
  });
  // A remote database doesn't tell when it changes.
  const canCache = env.databaseUrl.startsWith('file:');
  let version = 0;

  /** Clears the cache when the database has changed. Returns its version. */
  async function refresh(): Promise<number> {
    const current = await dataVersion(database.read);
    if (current !== version) cache.clear();
    version = current;
    return current;
  }

  async function find(key: string): Promise<T | undefined> {
    if (!canCache) return undefined;
    await refresh();
    return cache.get(key);
  }

  return {
    find,
    async answer(key, make) {
      if (!canCache) return await make();
      const cached = await find(key);
      if (cached) return cached;
      const before = version;
      const answer = await make();
      // An answer read while the database changed may be older than the new version.
      if ((await refresh()) === before) cache.set(key, answer);
      return answer;
    },
  };
}
