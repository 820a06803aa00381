import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { call, hasNoServer, parse, respond } from '../../lib/api.ts';
import type { CallOptions, Query } from '../../lib/api-types.ts';
import { goToSignIn } from '../../lib/navigate.ts';
import { signOutSuccess } from '../../stores/session.ts';
import { toast } from '../../stores/toasts.ts';
import { requestMessage, statusOf } from '../ui/request.ts';
import { useLatestRequest } from '../ui/useLatestRequest.ts';
import { emptyThread, type ThreadComment, threadReducer, withLikeToggled } from './thread.ts';

const TIMEOUT_MS = 20_000;
const MAX_SEARCHED_PAGES = 10;
const SEARCHED_PAGE_SIZE = 100;

export type ThreadHandle = ReturnType<typeof useThread>;

const THREAD = 'GET /api/comment/getPostComments/:postId';

/** Returns comments of a post, newest first, and the number of all its comments. */
export async function loadComments(
  postId: string,
  query: Query<typeof THREAD> = {},
  options: CallOptions = {},
) {
  const response = await respond(THREAD, { postId, query, ...options });
  const comments = await parse<typeof THREAD>(response, options);
  const total = Number(response.headers.get('x-total-count') ?? comments.length);
  return { comments, total };
}

/** Loads the comments of a post. `total` is their number when the page was rendered. */
export function useThread(postId: string, total: number) {
  const [thread, change] = useReducer(threadReducer, total, emptyThread);
  const { run } = useLatestRequest();
  const { next } = thread;

  const load = useCallback(
    (startIndex: number, limit?: number) => {
      const isFirst = startIndex === 0;
      change({ type: isFirst ? 'loading' : 'more' });
      return run(
        (signal) => {
          const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
          return loadComments(postId, { startIndex, limit }, { signal: either });
        },
        {
          onSuccess: (page) => change({ type: 'page', startIndex, ...page }),
          onError(error) {
            if (hasNoServer(error)) change({ type: 'unavailable' });
            else change({ type: isFirst ? 'failed' : 'stuck' });
          },
        },
      );
    },
    [postId, run],
  );
  const reload = useCallback(() => load(0), [load]);
  const loadMore = useCallback((limit?: number) => load(next, limit), [load, next]);
  useEffect(() => {
    void reload();
  }, [reload]);

  return { thread, change, reload, loadMore };
}

/** Scrolls to and focuses the comment in the URL (`#comment-{id}`), loading more if necessary. */
export function useMarkedComment({ thread, loadMore }: ThreadHandle) {
  const [id, setId] = useState<string>();
  const [missing, setMissing] = useState(false);
  const searched = useRef(0);
  const shown = useRef<string>(undefined);

  useEffect(() => {
    const read = () => {
      setId(/^#comment-([\w-]+)$/.exec(window.location.hash)?.[1]);
      setMissing(false);
      searched.current = 0;
      shown.current = undefined;
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  useEffect(() => {
    if (id === undefined || shown.current === id) return;
    if (thread.state === 'stuck') setMissing(true);
    if (thread.state !== 'ready') return;
    const element = document.getElementById(`comment-${id}`);
    if (element) {
      shown.current = id;
      element.scrollIntoView({ block: 'center' });
      element.focus({ preventScroll: true });
    } else if (thread.next < thread.total && searched.current < MAX_SEARCHED_PAGES) {
      searched.current += 1;
      void loadMore(SEARCHED_PAGE_SIZE);
    } else setMissing(true);
  }, [id, thread, loadMore]);

  return { marked: id, missing };
}

/** Returns a function that toggles a like right away, and reverts it if the server refuses. */
export function useLikes(change: ThreadHandle['change'], userId: string | undefined) {
  const busy = useRef(new Set<string>());
  return async (comment: ThreadComment): Promise<void> => {
    const id = comment._id;
    if (userId === undefined) return signInForComment(id);
    if (busy.current.has(id)) return;
    busy.current.add(id);
    change({ type: 'replaced', id, comment: withLikeToggled(comment, userId) });
    try {
      change({
        type: 'replaced',
        id,
        comment: await call('PUT /api/comment/likeComment/:commentId', { commentId: id }),
      });
    } catch (error) {
      change({ type: 'replaced', id, comment });
      handleFailure(error, change, id);
    } finally {
      busy.current.delete(id);
    }
  };
}

/** Deletes a comment. Resolves to whether it no longer exists. */
export async function removeComment(change: ThreadHandle['change'], id: string): Promise<boolean> {
  try {
    await call('DELETE /api/comment/deleteComment/:commentId', { commentId: id });
    change({ type: 'removed', id });
    toast('The comment has been deleted.');
    return true;
  } catch (error) {
    return handleFailure(error, change, id);
  }
}

/** Reports a failed like or deletion. Returns whether the comment no longer exists. */
function handleFailure(error: unknown, change: ThreadHandle['change'], id: string): boolean {
  const status = statusOf(error);
  if (status === 401) {
    signOutSuccess();
    signInForComment(id);
  } else if (status === 404) {
    change({ type: 'removed', id });
    toast('This comment no longer exists.', 'error');
    return true;
  } else toast(requestMessage(error), 'error');
  return false;
}

function signInForComment(id: string): void {
  goToSignIn(`${window.location.pathname}#comment-${id}`);
}
