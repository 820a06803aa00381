import type { Comment } from '../../../api/contract/comments.ts';

/** A comment in the list. It is `pending` until the server confirms it. */
export interface ThreadComment extends Comment {
  pending?: boolean;
}

export interface Thread {
  /**
   * `unavailable`: this copy of the site has no server. `more`: the next page is loading. `stuck`:
   * it failed to load.
   */
  state: 'loading' | 'failed' | 'unavailable' | 'ready' | 'more' | 'stuck';
  comments: ThreadComment[];
  /** The number of comments on the server. */
  total: number;
  next: number;
}

export type ThreadAction =
  | { type: 'loading' | 'failed' | 'unavailable' | 'more' | 'stuck' }
  /** A page was loaded. `startIndex` 0 replaces the list. */
  | { type: 'page'; startIndex: number; comments: Comment[]; total: number }
  | { type: 'added'; comment: ThreadComment }
  | { type: 'replaced'; id: string; comment: Comment }
  | { type: 'removed'; id: string };

/** The thread before loading. `total` is the number of comments when the page was rendered. */
export function emptyThread(total: number): Thread {
  return { state: 'loading', comments: [], total, next: 0 };
}

export function threadReducer(thread: Thread, action: ThreadAction): Thread {
  switch (action.type) {
    case 'page':
      return withPage(thread, action);
    case 'added':
      return {
        ...thread,
        comments: [action.comment, ...thread.comments],
        total: thread.total + 1,
        next: thread.next + 1,
      };
    case 'replaced':
      return withReplaced(thread, action);
    case 'removed':
      return without(thread, action.id);
    default:
      return { ...thread, state: action.type };
  }
}

/** Pages start at the newest comment, so they overlap when comments are added in between. */
function withPage(thread: Thread, page: Extract<ThreadAction, { type: 'page' }>): Thread {
  const newest = page.comments[0]?.createdAt ?? '';
  // The first page may lack comments that this tab created while it was loading.
  const kept =
    page.startIndex === 0
      ? thread.comments.filter((one) => one.pending || one.createdAt > newest)
      : thread.comments;
  const known = new Set(kept.map((one) => one._id));
  return {
    state: 'ready',
    comments: [...kept, ...page.comments.filter((one) => !known.has(one._id))],
    total: page.total + kept.filter((one) => one.pending).length,
    next: page.startIndex + page.comments.length,
  };
}

function withReplaced(thread: Thread, { id, comment }: { id: string; comment: Comment }): Thread {
  // A page that was loaded in between may contain the comment already.
  const once = comment._id === id ? thread : without(thread, comment._id);
  return { ...once, comments: once.comments.map((one) => (one._id === id ? comment : one)) };
}

function without(thread: Thread, id: string): Thread {
  const comments = thread.comments.filter((one) => one._id !== id);
  if (comments.length === thread.comments.length) return thread;
  const { total, next } = thread;
  return { ...thread, comments, total: Math.max(0, total - 1), next: Math.max(0, next - 1) };
}

export function withLikeToggled<T extends Comment>(comment: T, userId: string): T {
  const isLiked = comment.likes.includes(userId);
  const likes = isLiked
    ? comment.likes.filter((one) => one !== userId)
    : [...comment.likes, userId];
  return { ...comment, likes, numberOfLikes: comment.numberOfLikes + (isLiked ? -1 : 1) };
}

/** "1 comment", "12 comments" */
export function commentsText(total: number): string {
  return total === 1 ? '1 comment' : `${total} comments`;
}
