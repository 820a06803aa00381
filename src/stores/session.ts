import { atom, computed } from 'nanostores';
import type { User } from '../../api/contract/users.ts';
import { api } from '../lib/api.ts';
import { $root } from './root.ts';

/** How long the stored user may go unchecked while the server does not answer. */
const CHECK_TIMEOUT_MS = 5000;

/** The signed-in user as the browser last knew it, or null. */
export const $user = computed($root, (root) => root.currentUser?.user ?? null);
/** Is a sign-in, profile update or account deletion under way? */
export const $loading = atom(false);
/** What the last of them failed with, or null. */
export const $error = atom<string | null>(null);

function store(user: User | null): void {
  $root.set({ ...$root.get(), currentUser: user ? { user } : null });
}

function start(): void {
  $loading.set(true);
  $error.set(null);
}

function succeed(user: User | null): void {
  store(user);
  $loading.set(false);
  $error.set(null);
}

function fail(message: string): void {
  $error.set(message);
  $loading.set(false);
}

export const signInStart = start;
export const signInSuccess = (user: User): void => succeed(user);
export const signInFailure = fail;

export const updateStart = start;
export const updateSuccess = (user: User): void => succeed(user);
export const updateFailure = fail;

export const deleteUserStart = start;
export const deleteUserSuccess = (): void => succeed(null);
export const deleteUserFailure = fail;

export const signOutSuccess = (): void => succeed(null);

/**
 * Signs out. The stored user goes only when the server has agreed. `clear` runs in between, because
 * guarded pages are left as soon as there is no user. Failures are silently ignored (spec.md, section 8).
 */
export async function signOut(clear?: () => Promise<void>): Promise<void> {
  try {
    await api.signOut();
    await clear?.();
    signOutSuccess();
  } catch {
    // The user stays signed in here, as on the server.
  }
}

/** What the server has said about who is signed in, if it has said anything. */
export type Verdict = { reached: true; user: User | null } | { reached: false };

let verdict: Promise<Verdict> | undefined;

/**
 * Asks the server who is signed in, once a page load unless `again`, waiting at most 5000 ms, and stores
 * its answer. Never throws.
 */
export function verifySession({ again = false } = {}): Promise<Verdict> {
  if (again) verdict = undefined;
  verdict ??= askSession();
  return verdict;
}

/**
 * Asks the server whether the stored user is still signed in. Without a stored user nothing is asked. Gives
 * the user that then holds; when the server does not answer in time, the stored one.
 */
export async function checkSession(): Promise<User | null> {
  if ($user.get()) await verifySession();
  return $user.get();
}

async function askSession(): Promise<Verdict> {
  const before = $user.get();
  try {
    const { user } = await api.session({ signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    // Whoever signed in or out meanwhile, perhaps in another tab, knows better than this answer.
    if ($user.get()?._id === before?._id) store(user);
    return { reached: true, user: $user.get() };
  } catch {
    return { reached: false };
  }
}
