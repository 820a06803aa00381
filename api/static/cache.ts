import { LRUCache } from 'lru-cache';
import type { Entry } from './entry.ts';

export type EntryCache = ReturnType<typeof createEntryCache>;

/** Keeps entries in memory, up to a number of bytes. Evicts the least recently used first. */
export function createEntryCache(maxBytes: number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.bytes,
  });
  const loads = new Map<string, Promise<Entry | undefined>>();

  return {
    get: (key: string) => entries.get(key),
    /** Returns the cached entry, or loads it. Requests during a load share it. */
    async load(key: string, load: () => Promise<Entry | undefined>): Promise<Entry | undefined> {
      const known = entries.get(key) ?? loads.get(key);
      if (known) return known;
      const loading = load();
      loads.set(key, loading);
      // If it was deleted before the load ended, the entry may be from an old file.
      const isCurrent = () => loads.get(key) === loading;
      try {
        const entry = await loading;
        if (entry && entry.bytes > 0 && isCurrent()) entries.set(key, entry);
        return entry;
      } finally {
        if (isCurrent()) loads.delete(key);
      }
    },
    delete(key: string) {
      loads.delete(key);
      entries.delete(key);
    },
    clear() {
      loads.clear();
      entries.clear();
    },
    /** Bytes in the cache. */
    get size() {
      return entries.calculatedSize;
    },
  };
}
