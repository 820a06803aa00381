import {
  persistentAtom,
  setPersistentEngine,
  windowPersistentEvents,
} from '@nanostores/persistent';
import type { User } from '../../api/contract/users.ts';
import { tolerantStorage } from './storage.ts';

export type Theme = 'light' | 'dark';

/** What the browser keeps, under the one localStorage key `root`. */
export interface Root {
  version: 1;
  theme: Theme;
  currentUser: { user: User } | null;
}

export const ROOT_KEY = 'root';
const INITIAL: Root = { version: 1, theme: 'light', currentUser: null };

if (typeof window !== 'undefined') setPersistentEngine(tolerantStorage(), windowPersistentEvents);

/**
 * Theme and signed-in user, kept in localStorage and in step with other tabs. What is stored may be
 * anything (other versions, other programs, somebody's experiments): whatever does not fit is dropped.
 */
export const $root = persistentAtom<Root>(ROOT_KEY, INITIAL, {
  encode: JSON.stringify,
  decode: decodeRoot,
});

/** Reads the stored text. Never throws; parts that do not fit are replaced by their defaults. */
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
