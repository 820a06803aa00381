import { useCallback, useEffect, useReducer, useRef } from 'react';
import { ApiFailure, api, type Comment } from '../../lib/api.ts';
import { signOutSuccess } from '../../stores/session.ts';
import { toast } from '../../stores/toasts.ts';
import { goToSignIn } from './sign-in.ts';
import {
  emptyThread,
  type Thread,
  type ThreadAction,
  type ThreadComment,
  threadReducer,
  withLikeToggled,
} from './thread.ts';

const TIMEOUT_MS = 20_000;

export interface ThreadHandle {
  thread: Thread;
  change: (action: ThreadAction) => void;
  /** Loads the thread from its beginning; failing shows in its state. */
  reload: () => Promise<void>;
  /** Loads the next page; throws an error when it could not be loaded. Gives what came. */
  loadMore: (limit?: number) => Promise<Comment[]>;
}

/** The thread of a post, loaded once with one request. */
export function useThread(postId: string, total: number): ThreadHandle {
  const [thread, change] = useReducer(threadReducer, total, emptyThread);
  const next = useRef(0);
  next.current = thread.next;

  const load = useCallback(
    async (startIndex: number, limit: number | undefined, signal?: AbortSignal) => {
      const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
      const page = await api.postComments(
        postId,
        { startIndex, limit },
        { signal: AbortSignal.any(signals) },
      );
      change({ type: 'page', startIndex, ...page });
      next.current = startIndex + page.comments.length;
      return page.comments;
    },
    [postId],
  );
  const reload = useCallback(
    async (signal?: AbortSignal) => {
      change({ type: 'loading' });
      try {
        await load(0, undefined, signal);
      } catch {
        if (!signal?.aborted) change({ type: 'failed' });
      }
    },
    [load],
  );
  useEffect(() => {
    const abort = new AbortController();
    void reload(abort.signal);
    return () => abort.abort();
  }, [reload]);

  return {
    thread,
    change,
    reload: useCallback(() => reload(), [reload]),
    loadMore: useCallback((limit) => load(next.current, limit), [load]),
  };
}

/**
 * Gives the function that likes a comment, or takes the like back: at once, and undone when the server
 * refuses. While one is under way, further clicks on the same comment are ignored.
 */
export function useLikes(change: ThreadHandle['change'], userId: string | undefined) {
  const busy = useRef(new Set<string>());
  return async (comment: ThreadComment): Promise<void> => {
    const id = comment._id;
    if (userId === undefined) return goToSignIn(`comment-${id}`);
    if (busy.current.has(id)) return;
    busy.current.add(id);
    change({ type: 'replaced', id, comment: withLikeToggled(comment, userId) });
    try {
      change({ type: 'replaced', id, comment: await api.likeComment(id) });
    } catch (error) {
      change({ type: 'replaced', id, comment });
      failed(error, change, id);
    } finally {
      busy.current.delete(id);
    }
  };
}

/** Deletes a comment once the server has agreed. Tells whether it is gone. */
export async function removeComment(change: ThreadHandle['change'], id: string): Promise<boolean> {
  try {
    await api.deleteComment(id);
    change({ type: 'removed', id });
    toast('The comment has been deleted.');
    return true;
  } catch (error) {
    return failed(error, change, id);
  }
}

/** Says why a like or a deletion did not work. Tells whether the comment is gone. */
function failed(error: unknown, change: ThreadHandle['change'], id: string): boolean {
  const status = error instanceof ApiFailure ? error.status : 0;
  if (status === 401) {
    signOutSuccess();
    goToSignIn(`comment-${id}`);
  } else if (status === 404) {
    change({ type: 'removed', id });
    toast('This comment is no longer there.', 'error');
    return true;
  } else toast(messageOf(error), 'error');
  return false;
}

/** Words for the reader: the server's own, or what to do when there was no answer. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiFailure && error.status !== 0) return error.message;
  return 'The server could not be reached. Please check your connection and try again.';
}
