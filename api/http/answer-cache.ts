import { LRUCache } from 'lru-cache';
import { dataVersion } from '../../db/client.ts';
import type { Services } from '../services.ts';

const CACHE_CHARACTERS = 8 * 1024 * 1024;
/** A longer answer is not kept: it would take the place of many. */
const MAX_ANSWER_CHARACTERS = CACHE_CHARACTERS / 4;
/** Figures such as `lastMonthPosts` change as time goes by: they may be this old. */
const CACHE_MS = 1000;

/** An answer that has been written out. */
interface Answer {
  body: string | Uint8Array;
}

export interface AnswerCache<T extends Answer> {
  /** The answer of that name, if it is known and still true. */
  find(key: string): Promise<T | undefined>;
  /** The answer of that name, made when it isn't known. */
  answer(key: string, make: () => Promise<T>): Promise<T>;
}

/**
 * Keeps answers until the database changes, so that the same one is read and written out once, however
 * often it is asked for. Each cache has room of its own: what is asked of one never empties another.
 */
export function answerCache<T extends Answer>({
  database,
  env,
}: Pick<Services, 'database' | 'env'>): AnswerCache<T> {
  const known = new LRUCache<string, T>({
    maxSize: CACHE_CHARACTERS,
    maxEntrySize: MAX_ANSWER_CHARACTERS,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: CACHE_MS,
  });
  // A server elsewhere does not tell when it changed.
  const canCache = env.databaseUrl.startsWith('file:');
  let version = 0;

  /** Forgets everything when the database has changed. Returns its version. */
  async function refresh(): Promise<number> {
    const current = await dataVersion(database.read);
    if (current !== version) known.clear();
    version = current;
    return current;
  }

  async function find(key: string): Promise<T | undefined> {
    if (!canCache) return undefined;
    await refresh();
    return known.get(key);
  }

  return {
    find,
    async answer(key, make) {
      if (!canCache) return await make();
      const kept = await find(key);
      if (kept) return kept;
      const before = version;
      const answer = await make();
      // What was read while the database changed may be older than its new version.
      if ((await refresh()) === before) known.set(key, answer);
      return answer;
    },
  };
}
