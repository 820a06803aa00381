import { LRUCache } from 'lru-cache';
import type { Entry } from './entries.ts';

/** A memory of entries, bounded by their bytes, the least recently used leaving first. */
export interface EntryCache {
  get(key: string): Entry | undefined;
  /**
   * Gives the entry that is kept or being loaded, else loads it; requests that come meanwhile share the one
   * load. Nothing found is not kept.
   */
  fill(key: string, load: () => Promise<Entry | undefined>): Promise<Entry | undefined>;
  /** Forgets an entry; a load under way may still answer those who wait for it, but is not kept. */
  forget(key: string): void;
  clear(): void;
  /** Bytes held now. */
  readonly size: number;
}

/** `maxBytes` 0 keeps nothing. */
export function createEntryCache(maxBytes: number): EntryCache {
  const kept =
    maxBytes > 0
      ? new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: (entry) => entry.bytes })
      : undefined;
  // A load that is no longer in here when it ends was overtaken by a change: what it read may be old.
  const loads = new Map<string, Promise<Entry | undefined>>();

  return {
    get: (key) => kept?.get(key),
    async fill(key, load) {
      const known = kept?.get(key) ?? loads.get(key);
      if (known) return known;
      const loading = load();
      loads.set(key, loading);
      try {
        const entry = await loading;
        if (entry && entry.bytes > 0 && loads.get(key) === loading) kept?.set(key, entry);
        return entry;
      } finally {
        if (loads.get(key) === loading) loads.delete(key);
      }
    },
    forget(key) {
      loads.delete(key);
      kept?.delete(key);
    },
    clear() {
      loads.clear();
      kept?.clear();
    },
    get size() {
      return kept?.calculatedSize ?? 0;
    },
  };
}
