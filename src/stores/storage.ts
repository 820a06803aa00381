import type { PersistentStore } from '@nanostores/persistent';

/**
 * Returns a localStorage that never throws: if it is blocked or full, values last as long as the
 * page. `open` is a function because merely accessing `window.localStorage` can throw.
 */
export function tolerantStorage(open: () => Storage = () => window.localStorage): PersistentStore {
  const memory = new Map<string, string>();
  const read = (key: string): string | undefined => {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return open().getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  return new Proxy<PersistentStore>(
    {},
    {
      get: (_, key) => (typeof key === 'string' ? read(key) : undefined),
      has: (_, key) => typeof key === 'string' && read(key) !== undefined,
      set(_, key, value) {
        if (typeof key !== 'string') return false;
        try {
          open().setItem(key, String(value));
          memory.delete(key);
        } catch {
          memory.set(key, String(value));
        }
        return true;
      },
      deleteProperty(_, key) {
        if (typeof key !== 'string') return false;
        memory.delete(key);
        try {
          open().removeItem(key);
        } catch {
          // Blocked storage holds nothing.
        }
        return true;
      },
    },
  );
}
