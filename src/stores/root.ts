import {
  type PersistentStore,
  persistentAtom,
  setPersistentEngine,
  windowPersistentEvents,
} from '@nanostores/persistent';
import { computed } from 'nanostores';
import type { User } from '../../api/contract/users.ts';

export type Theme = 'light' | 'dark';

/** What localStorage holds under the key `root`. */
export interface Root {
  version: 1;
  theme: Theme;
  currentUser: { user: User } | null;
}

const INITIAL: Root = { version: 1, theme: initialTheme(), currentUser: null };

if (typeof window !== 'undefined') setPersistentEngine(tolerantStorage(), windowPersistentEvents);

/** Theme and signed-in user, stored in localStorage and synced with other tabs. */
export const $root = persistentAtom<Root>('root', INITIAL, {
  encode: JSON.stringify,
  decode: decodeRoot,
});

/** Returns the theme of a first visit: src/scripts/first-paint.js has set it. */
function initialTheme(): Theme {
  const html = typeof document === 'undefined' ? undefined : document.documentElement;
  return html?.dataset.theme === 'dark' ? 'dark' : 'light';
}

/**
 * Returns a localStorage that never throws: if it is blocked or full, values last as long as the
 * page. `open` is a function because merely accessing `window.localStorage` can throw.
 */
export function tolerantStorage(open = (): Storage => window.localStorage): PersistentStore {
  const read = (memory: PersistentStore, key: string) => {
    if (key in memory) return memory[key];
    try {
      return open().getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  return new Proxy<PersistentStore>(
    {},
    {
      get: read,
      has: (memory, key: string) => read(memory, key) !== undefined,
      set(memory, key: string, value: string) {
        try {
          open().setItem(key, value);
          delete memory[key];
        } catch {
          memory[key] = value;
        }
        return true;
      },
    },
  );
}

/** Parses the stored text. Never throws: invalid parts get their defaults. */
export function decodeRoot(stored: string): Root {
  let value: { version?: unknown; theme?: unknown; currentUser?: { user?: Partial<User> } } | null;
  try {
    value = JSON.parse(stored);
  } catch {
    return INITIAL;
  }
  if (value?.version !== 1) return INITIAL;
  const user = value.currentUser?.user;
  return {
    version: 1,
    theme: value.theme === 'dark' ? 'dark' : 'light',
    currentUser: isUser(user) ? { user } : null,
  };
}

function isUser(user: Partial<User> | null | undefined): user is User {
  const texts = [user?._id, user?.username, user?.email, user?.profilePicture];
  return typeof user?.isAdmin === 'boolean' && texts.every((text) => typeof text === 'string');
}

export const $theme = computed($root, (root) => root.theme);

export function toggleTheme(): void {
  const root = $root.get();
  $root.set({ ...root, theme: root.theme === 'dark' ? 'light' : 'dark' });
}
