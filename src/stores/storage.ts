import type { PersistentStore } from '@nanostores/persistent';

/**
 * localStorage that never throws: where it is forbidden or full, values live as long as the page.
 * Takes the storage to use; accessing the browser's own may throw already, hence the function.
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
          // What cannot be reached cannot be removed either.
        }
        return true;
      },
    },
  );
}
