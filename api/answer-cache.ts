import { LRUCache } from 'lru-cache';
import type { Database } from '../db/client.ts';
import { dataVersion } from '../db/queries/query.ts';
import type { Env } from './env.ts';

const CACHE_CHARACTERS = 8 * 1024 * 1024;
/** A longer answer isn't cached: it would evict many others. */
const MAX_ANSWER_CHARACTERS = CACHE_CHARACTERS / 4;
/** Figures such as `lastMonthPosts` change over time: they may be this old. */
const CACHE_MS = 1000;

/**
 * Caches serialized answers until the database changes. Each cache has separate room: filling one
 * never empties another.
 */
export function answerCache<T extends { body: string | Uint8Array }>({
  database,
  env,
}: {
  database: Database;
  env: Pick<Env, 'databaseUrl'>;
}) {
  const cache = new LRUCache<string, T>({
    maxSize: CACHE_CHARACTERS,
    maxEntrySize: MAX_ANSWER_CHARACTERS,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: CACHE_MS,
  });
  // A remote database doesn't report changes.
  const canCache = env.databaseUrl.startsWith('file:');
  let version = 0;

  /** Clears the cache if the database has changed. */
  async function refresh(): Promise<void> {
    const current = await dataVersion(database.read);
    if (current !== version) cache.clear();
    version = current;
  }

  async function find(key: string): Promise<T | undefined> {
    if (!canCache) return undefined;
    await refresh();
    return cache.get(key);
  }

  /** Returns the cached answer, or caches and returns what `make` returns. */
  async function answer(key: string, make: () => Promise<T>): Promise<T> {
    const cached = await find(key);
    if (cached || !canCache) return cached ?? (await make());
    const before = version;
    const made = await make();
    await refresh();
    // An answer read while the database changed may be older than the new version.
    if (version === before) cache.set(key, made);
    return made;
  }

  return { find, answer };
}
