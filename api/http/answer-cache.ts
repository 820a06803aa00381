import { LRUCache } from 'lru-cache';
import { dataVersion } from '../../db/queries/data-version.ts';
import type { Services } from '../services.ts';

const CACHE_CHARACTERS = 8 * 1024 * 1024;
/** Figures such as `lastMonthPosts` change as time goes by: they may be this old. */
const CACHE_MS = 1000;

/** An answer that has been written out. */
interface Answer {
  body: string;
}

/**
 * Keeps answers until the database changes, so that the same one is read and written out once, however
 * often it is asked for. The function it gives takes what names the answer and what makes it.
 */
export function answerCache<T extends Answer>({
  database,
  env,
}: Pick<Services, 'database' | 'env'>): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new LRUCache<string, T>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: CACHE_MS,
  });
  // A server elsewhere does not tell when it changed.
  const canCache = env.databaseUrl.startsWith('file:');
  let version = 0;
  return async (key, make) => {
    if (!canCache) return await make();
    const current = await dataVersion(database.read);
    if (current !== version) known.clear();
    version = current;
    const kept = known.get(key);
    if (kept) return kept;
    const answer = await make();
    // What was read while the database changed may be older than its new version.
    if (version === current) known.set(key, answer);
    return answer;
  };
}
