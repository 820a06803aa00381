import {
  persistentAtom,
  setPersistentEngine,
  windowPersistentEvents,
} from '@nanostores/persistent';
import { computed } from 'nanostores';
import type { User } from '../../api/contract/users.ts';
import { tolerantStorage } from './storage.ts';

export type Theme = 'light' | 'dark';

/** What localStorage holds under the key `root`. */
export interface Root {
  version: 1;
  theme: Theme;
  currentUser: { user: User } | null;
}

export const ROOT_KEY = 'root';
const INITIAL: Root = { version: 1, theme: 'light', currentUser: null };

if (typeof window !== 'undefined') setPersistentEngine(tolerantStorage(), windowPersistentEvents);

/** Theme and signed-in user, stored in localStorage and synced with other tabs. */
export const $root = persistentAtom<Root>(ROOT_KEY, INITIAL, {
  encode: JSON.stringify,
  decode: decodeRoot,
});

/** Parses the stored text. Never throws: invalid parts get their defaults. */
export function decodeRoot(stored: string): Root {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return INITIAL;
  }
  if (!isRecord(value) || value.version !== 1) return INITIAL;
  return {
    version: 1,
    theme: value.theme === 'dark' ? 'dark' : 'light',
    currentUser:
      isRecord(value.currentUser) && isUser(value.currentUser.user)
        ? { user: value.currentUser.user }
        : null,
  };
}

function isUser(value: unknown): value is User {
  return (
    isRecord(value) &&
    ['_id', 'username', 'email', 'profilePicture'].every((key) => typeof value[key] === 'string') &&
    typeof value.isAdmin === 'boolean'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const $theme = computed($root, (root): Theme => root.theme);

export function toggleTheme(): void {
  const root = $root.get();
  $root.set({ ...root, theme: root.theme === 'dark' ? 'light' : 'dark' });
}
