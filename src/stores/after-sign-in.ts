import { safePath } from '../../api/contract/safe-path.ts';
import { goToSignIn } from '../lib/navigate.ts';
import { forgetUnsent, UNSENT_COMMENT } from '../lib/tab-storage.ts';
import type { Place } from './comment-drafts.ts';

// What a guest wanted to do when the sign-in page opened. Except for a like, nothing is sent
// until the user clicks again after signing in.

const LIKE_KEY = 'like-later';
const COMMENT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const LIKE_LIFETIME_MS = 60 * 60 * 1000;
const MAX_LENGTH = 100_000;

/** A comment that a guest wants to send. */
export interface UnsentComment {
  postId: string;
  place: Place;
  text: string;
  /** The page of the post, with the place in it. */
  path: string;
  /** The id of the user who signed in to send it: others don't see it. */
  owner?: string | undefined;
}

/** A comment that a guest likes. */
interface LikeLater {
  commentId: string;
  path: string;
}

/**
 * Keeps a guest's comment in this browser, because the link that confirms an email may open in
 * another tab. It replaces the one before, which is still in its own tab.
 */
export function keepUnsent(comment: UnsentComment): void {
  write(() => localStorage, UNSENT_COMMENT, comment);
}

/** Returns the comment that a guest wanted to send, for a week. */
export function unsentComment(): UnsentComment | null {
  const stored = read(() => localStorage, UNSENT_COMMENT, COMMENT_LIFETIME_MS);
  const { postId, place, text, owner } = stored ?? {};
  const isComment =
    typeof postId === 'string' && typeof text === 'string' && text.length <= MAX_LENGTH;
  if (!isComment || typeof place !== 'string' || !/^(?:reply-[\w-]+)?$/.test(place)) return null;
  const path = pathOf(stored);
  return { postId, place: place as Place, text, path, ...(owner ? { owner: String(owner) } : {}) };
}

/**
 * Returns the comment that a guest wanted to send from this place. The first user who asks becomes
 * its owner.
 */
export function takeUnsent(
  userId: string | undefined,
  postId: string,
  place: Place,
): UnsentComment | null {
  const unsent = unsentComment();
  if (unsent?.postId !== postId || unsent.place !== place) return null;
  if (unsent.owner === undefined && userId !== undefined) keepUnsent({ ...unsent, owner: userId });
  return unsent.owner === undefined || unsent.owner === userId ? unsent : null;
}

/** Keeps what its owner types after signing in. An empty text deletes it. */
export function updateUnsent(
  userId: string | undefined,
  postId: string,
  place: Place,
  text: string,
): void {
  const unsent = takeUnsent(userId, postId, place);
  if (!unsent) return;
  if (text === '') forgetUnsent();
  else keepUnsent({ ...unsent, owner: userId, text });
}

export type SignInReason = 'like' | 'comment' | null;

/** Keeps a guest's comment and opens the sign-in page, which leads back to it. */
export function signInToSend(comment: UnsentComment): void {
  keepUnsent(comment);
  goToSignIn(comment.path);
}

/** Keeps a guest's like, in this tab, and opens the sign-in page, which leads back to it. */
export function likeLater(commentId: string): void {
  const path = `${window.location.pathname}#comment-${commentId}`;
  write(() => sessionStorage, LIKE_KEY, { commentId, path });
  goToSignIn(path);
}

/** Returns the like and forgets it: it is applied at most once. */
export function takeLike(): LikeLater | null {
  const like = keptLike();
  remove(() => sessionStorage, LIKE_KEY);
  return like;
}

function keptLike(): LikeLater | null {
  const stored = read(() => sessionStorage, LIKE_KEY, LIKE_LIFETIME_MS);
  const { commentId } = stored ?? {};
  const isId = typeof commentId === 'string' && /^[\w-]+$/.test(commentId);
  return isId ? { commentId, path: pathOf(stored) } : null;
}

/** Returns the post that a guest wanted to come back to, or `/`. */
export function wantedPath(): string {
  const unsent = unsentComment();
  return keptLike()?.path ?? (unsent?.owner === undefined ? unsent?.path : undefined) ?? '/';
}

/** Why the sign-in page is open, if it leads back to `target`. */
export function signInReason(target: string): SignInReason {
  if (keptLike()?.path === target) return 'like';
  return unsentComment()?.path === target ? 'comment' : null;
}

/** Anyone can change what is stored, so a path leads only to posts of this site. */
function pathOf(stored: Record<string, unknown> | null): string {
  const path = safePath(String(stored?.path ?? ''));
  return path.startsWith('/post/') ? path : '/';
}

function read(open: () => Storage, key: string, lifetimeMs: number) {
  try {
    const stored: unknown = JSON.parse(open().getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { at, ...fields } = stored as Record<string, unknown>;
    const age = Date.now() - Number(at);
    if (age >= 0 && age <= lifetimeMs) return fields;
    remove(open, key);
  } catch {
    // No storage, or the text isn't ours.
  }
  return null;
}

function write(open: () => Storage, key: string, value: object): void {
  try {
    open().setItem(key, JSON.stringify({ ...value, at: Date.now() }));
  } catch {
    // Without storage, the text is lost when the page closes.
  }
}

function remove(open: () => Storage, key: string): void {
  try {
    open().removeItem(key);
  } catch {
    // No storage.
  }
}
