import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type CommentCase as Case, REMOVED_DAYS } from '../../../../api/contract/comments.ts';
import type { User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../../auth/FormAlert.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/Field.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { EmptyState } from '../../ui/list-states.tsx';
import { statusOf } from '../../ui/request.ts';
import { exactTime } from '../../ui/time.ts';
import { keys } from '../data.tsx';
import { TabLink } from '../tabs.tsx';
import { loadWaiting } from '../waiting.ts';
import { CommentText, contentId } from './CommentText.tsx';
import { AuthorName } from './columns.tsx';
import { DecisionButtons } from './DecisionButtons.tsx';
import { STATES } from './decision-texts.ts';
import { MemberFacts } from './MemberFacts.tsx';
import { useDecisions } from './useDecisions.ts';

const BACK = (
  <TabLink tab="comments" className="btn btn-secondary">
    All comments
  </TabLink>
);

/** One comment, which mails link to. Opening it decides nothing: only its buttons do. */
export function CommentCase({ commentId, user }: { commentId: string; user: User }) {
  const query = useQuery({
    queryKey: [...keys.commentDetails, 'case', commentId],
    queryFn: ({ signal }) => call('GET /api/comment/getcomment/:commentId', { commentId, signal }),
  });
  const isGone = statusOf(query.error) === 404;
  return (
    <section aria-labelledby="comment-title" className="max-w-3xl">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 id="comment-title" className="text-2xl">
          Manage Comments
        </h1>
        {!isGone && BACK}
      </div>
      {isGone ? (
        <EmptyState
          title="This comment no longer exists"
          text={`Its author deleted it, or it was removed more than ${REMOVED_DAYS} days ago.`}
        >
          {BACK}
        </EmptyState>
      ) : (
        <Loaded query={query}>{(comment) => <CaseView comment={comment} user={user} />}</Loaded>
      )}
    </section>
  );
}

interface ViewProps {
  comment: Case;
  user: User;
}

function CaseView({ comment, user }: ViewProps) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.commentDetails });
  const decisions = useDecisions(() => void refresh());
  const { parent, post, state } = comment;
  const { label, className } = STATES[state];
  return (
    <>
      {parent && (
        <blockquote className="mb-4 border-line border-l-2 pl-4 text-sm text-soft">
          <p className="line-clamp-4 whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
            {parent.content}
          </p>
          <footer className="mt-1 text-muted text-xs">{parent.author.username}</footer>
        </blockquote>
      )}
      <article aria-labelledby={contentId(comment)} className="panel px-5 py-4 text-sm">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <AuthorName comment={comment} user={user} />
          <p className="flex items-center gap-3 text-muted text-xs">
            <span className={`chip ${className}`}>{label}</span>
            <time dateTime={comment.createdAt}>{exactTime(comment.createdAt)}</time>
          </p>
        </div>
        <CommentText comment={comment} />
        <div className="mt-3">
          <MemberFacts comment={comment} />
        </div>
        <LastDecision comment={comment} />
        <DecisionButtons
          comment={comment}
          decisions={decisions}
          describedBy={contentId(comment)}
          onDecided={refresh}
        />
      </article>
      {post && (state === 'visible' || state === 'held') && (
        <Reply comment={comment} user={user} onReplied={refresh} />
      )}
    </>
  );
}

/** Says that another moderator was first, or what became of the comment. */
function LastDecision({ comment: { decision } }: { comment: Case }) {
  if (!decision) return null;
  const { action, by, at } = decision;
  return (
    <p className="mt-3 border-line border-t pt-3" role="status">
      {DONE[action] ?? action} by {by?.username ?? 'a moderator'},{' '}
      <time dateTime={at}>{exactTime(at)}</time>.
    </p>
  );
}

const DONE: Record<string, string> = {
  approve: 'Approved',
  delete: 'Removed',
  hold: 'Held',
  remove: 'Removed',
  removeall: "Removed with this member's other comments",
  restore: 'Restored',
  spam: 'Marked as spam',
  undo: 'Decision undone',
};

interface ReplyProps extends ViewProps {
  onReplied: () => Promise<void>;
}

/** Answers the comment. Approves it first if it's waiting, so that others can see it. */
function Reply({ comment, user, onReplied }: ReplyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const alertId = useId();
  const { busy, error, submit } = useSubmit(() => undefined);
  const isHeld = comment.state === 'held';
  const label = isHeld ? 'Approve and reply' : 'Reply';
  const send = () =>
    submit(async () => {
      const { _id: commentId, postId } = comment;
      if (isHeld) {
        const body = { action: 'approve' } as const;
        await call('PUT /api/comment/moderate/:commentId', { commentId, body });
      }
      try {
        const body = { content: text, postId, userId: user._id, parentId: commentId };
        await call('POST /api/comment/create', { body });
      } finally {
        await onReplied();
        void loadWaiting();
      }
      setText('');
      setIsOpen(false);
      toast('Your reply was posted.');
    });
  if (!isOpen) {
    return (
      <Button variant="secondary" className="mt-4" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
    );
  }
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void send();
      }}
    >
      <TextAreaField
        label={`Your reply to ${comment.author.username}`}
        {...(error && { errorId: alertId })}
        // The button that opened it is gone.
        autoFocus
        rows={4}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FormAlert id={alertId} error={error} />
      <FormButtons
        label={label}
        busy={busy}
        busyLabel="Sending..."
        disabled={text.trim() === ''}
        onCancel={() => setIsOpen(false)}
      />
    </form>
  );
}
