import { LRUCache } from 'lru-cache';
import type { Entry } from './entry.ts';

/** Entries in memory, up to a number of bytes. The least recently used are evicted first. */
export interface EntryCache {
  get(key: string): Entry | undefined;
  /** Returns the cached entry, or loads it. Requests that come during a load share it. */
  load(key: string, load: () => Promise<Entry | undefined>): Promise<Entry | undefined>;
  /** A load that is running still answers its requests, but isn't cached. */
  delete(key: string): void;
  clear(): void;
  /** Bytes held now. */
  readonly size: number;
}

export function createEntryCache(maxBytes: number): EntryCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.bytes,
  });
  // A load that was removed before it ended may have read an old file.
  const loads = new Map<string, Promise<Entry | undefined>>();

  return {
    get: (key) => entries.get(key),
    async load(key, load) {
      const known = entries.get(key) ?? loads.get(key);
      if (known) return known;
      const loading = load();
      loads.set(key, loading);
      try {
        const entry = await loading;
        if (entry && entry.bytes > 0 && loads.get(key) === loading) entries.set(key, entry);
        return entry;
      } finally {
        if (loads.get(key) === loading) loads.delete(key);
      }
    },
    delete(key) {
      loads.delete(key);
      entries.delete(key);
    },
    clear() {
      loads.clear();
      entries.clear();
    },
    get size() {
      return entries.calculatedSize;
    },
  };
}
