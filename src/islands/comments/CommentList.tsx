import { useRef } from 'react';
import type { Comment } from '../../../api/contract/comments.ts';
import type { User } from '../../../api/contract/users.ts';
import { Alert } from '../ui/Alert.tsx';
import { EmptyState, ErrorState, LoadMore, useFocusOnAdded } from '../ui/list-states.tsx';
import { ListSkeleton, Skeleton } from '../ui/Skeleton.tsx';
import { useNow } from '../ui/time.ts';
import { CommentItem } from './CommentItem.tsx';
import { type ThreadHandle, useLikes, useMarkedComment } from './useThread.ts';

const MAX_SKELETON_ROWS = 6;

interface Props {
  handle: ThreadHandle;
  user: User | null;
  path: string;
  onDelete: (comment: Comment) => void;
}

export function CommentList({ handle, user, path, onDelete }: Props) {
  const { thread, change, reload, loadMore } = handle;
  const { state, comments, total } = thread;
  const { marked, missing } = useMarkedComment(handle);
  const like = useLikes(change, user?._id);
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnAdded(list, state === 'more');
  const isLoaded = state === 'ready' || state === 'more' || state === 'stuck';
  return (
    <div className="mt-6" aria-busy={state === 'loading'}>
      {missing && (
        <Alert tone="info" className="mb-4">
          The comment that this link points to no longer exists.
        </Alert>
      )}
      {comments.length > 0 && (
        <div ref={list} className="divide-y divide-line">
          {comments.map((comment) => (
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
      {state === 'loading' && <ThreadSkeleton count={total} />}
      {state === 'failed' && (
        <ErrorState title="The comments couldn't be loaded" onRetry={() => void reload()} />
      )}
      {state === 'unavailable' && (
        <EmptyState title="Comments aren't available on this copy of the site" />
      )}
      {isLoaded && comments.length === 0 && (
        <EmptyState title="No comments yet!" text="Be the first to comment." />
      )}
      {isLoaded && thread.next < total && (
        <LoadMore
          label="Show more comments"
          busy={state === 'more'}
          error={state === 'stuck' && "More comments couldn't be loaded. Please try again."}
          onLoad={() => {
            focusNext();
            void loadMore();
          }}
        />
      )}
    </div>
  );
}

/** As tall as the comments will be, so that the content below doesn't jump. */
function ThreadSkeleton({ count }: { count: number }) {
  return (
    <div data-needs-js>
      <ListSkeleton
        count={Math.min(Math.max(count, 1), MAX_SKELETON_ROWS)}
        label="Loading the comments..."
        className="divide-y divide-line"
      >
        <div className="flex items-start gap-3 pt-5 pb-3 sm:gap-4">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="mt-2 h-5 w-11/12" />
            <Skeleton className="mt-2 h-5 w-2/3 sm:hidden" />
            <Skeleton className="mt-3 mb-2 h-6 w-16" />
          </div>
        </div>
      </ListSkeleton>
    </div>
  );
}
