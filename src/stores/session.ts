import { atom, computed } from 'nanostores';
import type { User } from '../../api/contract/users.ts';
import { call } from '../lib/api.ts';
import { $root } from './root.ts';

const CHECK_TIMEOUT_MS = 5000;

/** The signed-in user as last known, or `null`. */
export const $user = computed($root, (root) => root.currentUser?.user ?? null);
/** Whether a sign-in, profile update or account deletion is in progress. */
export const $loading = atom(false);
/** The error of the last one, or `null`. */
export const $error = atom<string | null>(null);

function store(user: User | null): void {
  $root.set({ ...$root.get(), currentUser: user ? { user } : null });
}

function settle(loading: boolean, error: string | null = null): void {
  $loading.set(loading);
  $error.set(error);
}

export const signInStart = (): void => settle(true);
export const signInSuccess = (user: User): void => {
  store(user);
  settle(false);
};
export const signInFailure = (message: string): void => settle(false, message);

export const updateStart = (): void => settle(true);
export const updateSuccess = (user: User): void => signInSuccess(user);
export const updateFailure = (message: string): void => settle(false, message);

export const deleteUserStart = (): void => settle(true);
export const deleteUserSuccess = (): void => signOutSuccess();
export const deleteUserFailure = (message: string): void => settle(false, message);

export const signOutSuccess = (): void => {
  store(null);
  settle(false);
};

/**
 * Signs out on the server, runs `clear`, then removes the stored user, which makes guarded pages
 * redirect. Failures are silently ignored: the user stays signed in.
 */
export async function signOut(clear?: () => Promise<void>): Promise<void> {
  try {
    await call('POST /api/user/signout');
    await clear?.();
    signOutSuccess();
  } catch {
    // Still signed in, here and on the server.
  }
}

/** The server's answer about the session, if it could be reached. */
export type Verdict = { reached: true; user: User | null } | { reached: false; error: unknown };

let verdict: Promise<Verdict> | undefined;

/**
 * Asks the server who is signed in and stores the answer. Asks once per page load, unless `again`
 * is set, and waits at most 5000 ms. Never throws.
 */
export function verifySession({ again = false } = {}): Promise<Verdict> {
  if (again) verdict = undefined;
  verdict ??= askSession();
  return verdict;
}

/** Checks that the stored user, if there is one, is still signed in. */
export async function checkSession(): Promise<void> {
  if ($user.get()) await verifySession();
}

async function askSession(): Promise<Verdict> {
  const before = $user.get();
  try {
    const { user } = await call('GET /api/auth/session', {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    // A sign-in or sign-out in the meantime, perhaps in another tab, is newer than this answer.
    if ($user.get()?._id === before?._id) store(user);
    return { reached: true, user: $user.get() };
  } catch (error) {
    return { reached: false, error };
  }
}
