import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/client.ts';

const CACHE_BYTES = 8 * 1024 * 1024;
/** A longer answer isn't cached: it would evict many others. */
const MAX_ANSWER_BYTES = CACHE_BYTES / 4;
/** Maximum age of a cached answer: figures such as `lastMonthPosts` change over time. */
const CACHE_MS = 1000;

/** A response body. Node sends bytes as they are, but encodes a string again for each response. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const toBytes = (text: string): Bytes => encoder.encode(text);

export const toJsonBytes = (value: unknown): Bytes => toBytes(JSON.stringify(value));

/** Returns the strong ETag of a body. */
export function etagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/**
 * Caches serialized answers until the database changes. Each cache has its own memory, so filling
 * one never evicts from another.
 */
export function answerCache<T extends { body: Bytes }>({
  database,
}: {
  database: Pick<Database, 'dataVersion'>;
}) {
  const cache = new LRUCache<string, T>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: CACHE_MS,
    // Without it, expired entries would stay until the next call.
    ttlAutopurge: true,
  });
  let version: number | undefined;

  /** Clears the cache if the database has changed. */
  function refresh(): void {
    const current = database.dataVersion?.();
    if (current !== version) cache.clear();
    version = current;
  }

  function find(key: string): T | undefined {
    refresh();
    return cache.get(key);
  }

  /** Returns the cached answer, or caches and returns what `make` returns. */
  async function answer(key: string, make: () => Promise<T>): Promise<T> {
    const cached = find(key);
    if (cached) return cached;
    const before = version;
    const made = await make();
    refresh();
    // An answer read while the database changed may be older than the new version.
    if (version !== undefined && version === before) cache.set(key, made);
    return made;
  }

  return { find, answer };
}
