import { useEffect, useRef, useState } from 'react';
import type { Comment, User } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { CommentItem } from './CommentItem.tsx';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import type { Thread } from './thread.ts';
import { useMarkedComment } from './useMarkedComment.ts';
import { messageOf, type ThreadHandle, useLikes } from './useThread.ts';

const MINUTE_MS = 60_000;

interface Props {
  handle: ThreadHandle;
  user: User | null;
  path: string;
  onDelete: (comment: Comment) => void;
}

/** The comments, newest first, and what stands in their place while there are none. */
export function CommentList({ handle, user, path, onDelete }: Props) {
  const { thread, change, reload } = handle;
  const { marked, missing } = useMarkedComment(handle);
  const like = useLikes(change, user?._id);
  const now = useNow();
  const focusNext = useFocusOnMore(thread);
  return (
    <div className="mt-6" aria-busy={thread.state === 'loading'}>
      {missing && (
        <Alert tone="info" className="mb-4">
          The comment of this link is not here any more.
        </Alert>
      )}
      {thread.comments.length > 0 && (
        <div className="divide-y divide-line">
          {thread.comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              user={user}
              path={path}
              now={now}
              marked={marked === comment._id}
              onLike={() => like(comment)}
              onEdited={(edited) => change({ type: 'replaced', id: edited._id, comment: edited })}
              onDelete={() => onDelete(comment)}
            />
          ))}
        </div>
      )}
      {thread.state === 'loading' && <ThreadSkeleton count={thread.total} />}
      {thread.state === 'failed' && (
        <ErrorState title="The comments could not be loaded" onRetry={reload} />
      )}
      {thread.state === 'ready' && thread.comments.length === 0 && (
        <EmptyState title="No comments yet!" text="The first word is yours." />
      )}
      {thread.state === 'ready' && thread.next < thread.total && (
        <MoreButton handle={handle} onLoad={focusNext} />
      )}
    </div>
  );
}

function MoreButton({ handle, onLoad }: { handle: ThreadHandle; onLoad: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const load = async () => {
    setBusy(true);
    setFailure('');
    onLoad();
    try {
      await handle.loadMore();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-4">
      {failure && <Alert className="mb-4">{failure}</Alert>}
      <Button
        variant="secondary"
        className="w-full"
        busy={busy}
        busyLabel="Loading..."
        onClick={load}
      >
        Show more comments
      </Button>
    </div>
  );
}

/** Gives a function that has the first of the comments that come next focused: the button may be gone then. */
function useFocusOnMore({ comments }: Thread): () => void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const known = last.current && document.getElementById(`comment-${last.current}`);
    const next = known ? known.nextElementSibling : null;
    if (!(next instanceof HTMLElement) || comments.length === 0) return;
    last.current = undefined;
    next.focus({ preventScroll: true });
  }, [comments]);
  return () => {
    last.current = comments.at(-1)?._id;
  };
}

/** The time, once a minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
