import type { Comment } from '../../lib/api.ts';

/** A comment in the list; one that the server has not confirmed yet is `pending`. */
export interface ThreadComment extends Comment {
  pending?: boolean;
}

/** What is known of the thread of a post. */
export interface Thread {
  state: 'loading' | 'failed' | 'ready';
  /** Newest first. */
  comments: ThreadComment[];
  /** How many the whole thread has. */
  total: number;
  /** Where the next page begins, as the server counts. */
  next: number;
}

export type ThreadAction =
  | { type: 'loading' }
  | { type: 'failed' }
  /** A page has arrived; `startIndex` 0 begins the list anew. */
  | { type: 'page'; startIndex: number; comments: Comment[]; total: number }
  | { type: 'added'; comment: ThreadComment }
  /** What stood under `id` is now this comment. */
  | { type: 'replaced'; id: string; comment: Comment }
  | { type: 'removed'; id: string };

/** The thread of a page that has just been opened; the page knows the number from when it was rendered. */
export function emptyThread(total: number): Thread {
  return { state: 'loading', comments: [], total, next: 0 };
}

export function threadReducer(thread: Thread, action: ThreadAction): Thread {
  switch (action.type) {
    case 'loading':
      return { ...thread, state: 'loading' };
    case 'failed':
      return { ...thread, state: 'failed' };
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
  }
}

/** Pages are counted from the newest: what was written meanwhile makes them overlap. */
function withPage(thread: Thread, page: Extract<ThreadAction, { type: 'page' }>): Thread {
  const newest = page.comments[0]?.createdAt ?? '';
  // What this tab wrote while the first page was on its way may be missing in it.
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
  // A page that arrived in between may have brought the comment already.
  const once = comment._id === id ? thread : without(thread, comment._id);
  return { ...once, comments: once.comments.map((one) => (one._id === id ? comment : one)) };
}

function without(thread: Thread, id: string): Thread {
  const comments = thread.comments.filter((one) => one._id !== id);
  if (comments.length === thread.comments.length) return thread;
  const { total, next } = thread;
  return { ...thread, comments, total: Math.max(0, total - 1), next: Math.max(0, next - 1) };
}

/** The comment with this user's like added or taken back. */
export function withLikeToggled<T extends Comment>(comment: T, userId: string): T {
  const likes = comment.likes.includes(userId)
    ? comment.likes.filter((one) => one !== userId)
    : [...comment.likes, userId];
  return { ...comment, likes, numberOfLikes: likes.length };
}

/** "1 comment", "12 comments". */
export function commentsText(total: number): string {
  return total === 1 ? '1 comment' : `${total} comments`;
}
