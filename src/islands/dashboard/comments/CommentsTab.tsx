import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type CommentSortKey,
  type ListedComment,
  type Queue,
  REMOVED_DAYS,
} from '../../../../api/contract/comments.ts';
import type { User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';
import { ChosenFilter } from '../lists/Filter.tsx';
import { useParameter, useTextParameter } from '../lists/list-query.ts';
import { ManagedList } from '../lists/ManagedList.tsx';
import { useSelection } from '../lists/selection.ts';
import type { ListSource } from '../lists/usePagedList.ts';
import { TabLink } from '../tabs.tsx';
import { loadWaiting } from '../waiting.ts';
import { CommentCase } from './CommentCase.tsx';
import { columnsFor } from './columns.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { EMPTY_QUEUES } from './decision-texts.ts';
import { QueueNav } from './QueueNav.tsx';
import { RemoveAllDialog } from './RemoveAllDialog.tsx';
import { focusRow } from './rows.ts';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { useDecisions } from './useDecisions.ts';

const QUEUES = ['held', 'reported', 'spam', 'removed'] as const;

/** "Manage Comments": the list, a queue of it, or the one comment that a mail links to. */
export function CommentsTab({ user }: { user: User }) {
  const commentId = useTextParameter('comment');
  if (commentId !== '') return <CommentCase key={commentId} commentId={commentId} user={user} />;
  return <Comments user={user} />;
}

function Comments({ user }: { user: User }) {
  const queue = useParameter('queue', QUEUES);
  const postId = useTextParameter('postId');
  const searchTerm = useTextParameter('q');
  const source = useSource(queue, postId);
  const selection = useSelection('comment');
  const [member, setMember] = useState<ListedComment['author'] | null>(null);
  const [undone, setUndone] = useState<string[]>([]);
  const decisions = useDecisions(useCallback((ids) => setUndone(ids), []));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => selection.clear(), [selection.clear, queue, postId]);
  const isAll = queue === '';
  const columns = columnsFor({ user, decisions, isAll, onRemoveAll: setMember });
  return (
    <>
      <ManagedList
        // Other columns, and another order.
        key={isAll ? 'all' : 'queue'}
        title="Manage Comments"
        intro={
          <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6">
            <QueueNav current={queue} postId={postId} />
            <ShortcutHelp />
          </div>
        }
        noun={{ one: 'comment', many: 'comments' }}
        source={source}
        columns={columns}
        picture=""
        isTall
        filterPlaceholder="Text, author, or an ID"
        filters={{
          values: { postId },
          controls: postId !== '' && <ChosenFilter name="postId" text="One post only" />,
        }}
        selection={{
          props: selection,
          bar: (comments) => (
            <>
              <FocusUndone comments={comments} undone={undone} />
              <DecisionBar comments={comments} selection={selection} decisions={decisions} />
            </>
          ),
        }}
        moreLabel="Load More Comments"
        empty={isAll || searchTerm !== '' || postId !== '' ? NO_COMMENTS : EMPTY_QUEUES[queue]}
        deletion={DELETION(user)}
      />
      <RemoveAllDialog member={member} user={user} onClose={() => setMember(null)} />
    </>
  );
}

function useSource(queue: Queue | '', postId: string): ListSource<ListedComment, CommentSortKey> {
  return useMemo(
    () => ({
      key: [...keys.comments, queue, postId],
      async load({ searchTerm, sortBy, sort, ...page }, signal) {
        void loadWaiting();
        const query = { ...page, searchTerm, postId };
        if (queue !== '') {
          const path = 'GET /api/comment/getqueue';
          const { comments, total } = await call(path, {
            query: { ...query, state: queue },
            signal,
          });
          return { items: comments, total };
        }
        const { comments, totalComments } = await call('GET /api/comment/getcomments', {
          query: { ...query, sortBy, sort, withHeld: 1 },
          signal,
        });
        return { items: comments, total: totalComments };
      },
    }),
    [queue, postId],
  );
}

/** Focuses a restored comment once its row is there. */
function FocusUndone({
  comments,
  undone,
}: {
  comments: readonly ListedComment[];
  undone: string[];
}) {
  const handled = useRef(undone);
  useEffect(() => {
    if (handled.current === undone) return;
    const isBack = comments.some(({ _id }) => _id === undone[0]);
    if (isBack && focusRow(undone[0])) handled.current = undone;
  }, [comments, undone]);
  return null;
}

const NO_COMMENTS = {
  title: 'No comments found',
  text: 'Comments appear here when readers post them.',
  action: (
    <TabLink tab="posts" className="btn btn-secondary">
      See your posts
    </TabLink>
  ),
};

const DECIDED = "The comment wasn't restored: another moderator has decided since.";

const DELETION = (user: User) => ({
  question: 'Are you sure you want to delete this comment?',
  explain: ({ content, author, userId }: ListedComment) => (
    <>
      <blockquote className="border-line border-l-2 pl-3">
        <p className="line-clamp-4 [overflow-wrap:anywhere]">{content}</p>
        <footer className="mt-1 text-muted text-xs">{author.username}</footer>
      </blockquote>
      <p className="mt-3">
        {userId === user._id
          ? 'This is your own comment, so it will be deleted for good.'
          : `You can restore it under Removed for ${REMOVED_DAYS} days.`}
      </p>
    </>
  ),
  request: ({ _id }: ListedComment) =>
    call('DELETE /api/comment/deleteComment/:commentId', { commentId: _id }).finally(loadWaiting),
  done: 'The comment has been deleted.',
  undo: {
    async request({ _id }: ListedComment) {
      const body = { ids: [_id] };
      const { changed } = await call('PUT /api/comment/undo', { body }).finally(loadWaiting);
      if (changed === 0) throw new Error(DECIDED);
    },
    done: 'The comment is back.',
    failed: (error: unknown) =>
      error instanceof Error && error.message === DECIDED
        ? DECIDED
        : requestMessage(error, "The comment couldn't be restored. Please try again."),
    fits: ({ userId }: ListedComment) => userId !== user._id,
  },
});
