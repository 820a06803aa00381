import { type ReactNode, useState } from 'react';
import type { ListedComment } from '../../../../api/contract/comments.ts';
import { EarlierVersions, Reports } from './Details.tsx';
import { reportsText } from './decision-texts.ts';

export const contentId = ({ _id }: ListedComment) => `comment-${_id}`;

/** The text of a comment, where it is, and why it's in the queue. */
export function CommentText({ comment }: { comment: ListedComment }) {
  const { post, state, reasons = [], reports = 0, isEdited } = comment;
  return (
    <>
      <ReplyTo comment={comment} />
      <Clamped comment={comment} />
      {post && (
        <p className="mt-1.5">
          <span className="text-muted">On </span>
          <a
            className="link [overflow-wrap:anywhere]"
            dir="auto"
            href={`/post/${post.slug}#comment-${comment._id}`}
          >
            {post.title}
          </a>
        </p>
      )}
      {reasons.length > 0 && (
        <p className="mt-1.5 text-soft">
          <span className="font-semibold">
            {state === 'held' ? 'Held because:' : 'Was held because:'}
          </span>{' '}
          {reasons.join('; ')}
        </p>
      )}
      {reports > 0 && (
        <Disclosure label={reportsText(comment)}>
          <Reports commentId={comment._id} />
        </Disclosure>
      )}
      {isEdited && (
        <Disclosure label="Edited: earlier versions">
          <EarlierVersions commentId={comment._id} />
        </Disclosure>
      )}
      <dl className="mt-1.5 flex flex-wrap gap-x-4 text-muted text-xs">
        <Id name="Post ID" value={comment.postId} />
        <Id name="User ID" value={comment.userId} />
      </dl>
    </>
  );
}

function ReplyTo({ comment: { parentId, post, replyTo } }: { comment: ListedComment }) {
  if (parentId === null || parentId === undefined) return null;
  const text = replyTo ? `In reply to ${replyTo}` : 'In reply to a deleted comment';
  return (
    <p className="mb-1 text-muted text-xs [overflow-wrap:anywhere]">
      {post && replyTo ? (
        <a
          className="inline-flex min-h-6 items-center underline underline-offset-2 hover:text-ink"
          href={`/post/${post.slug}#comment-${parentId}`}
        >
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}

/** Longer texts may be cut. */
const LONG = 300;
const MANY_LINES = 5;

function Clamped({ comment }: { comment: ListedComment }) {
  const [isOpen, setIsOpen] = useState(false);
  const { content } = comment;
  const isLong = content.length > LONG || content.split('\n').length > MANY_LINES;
  return (
    <>
      <p
        id={contentId(comment)}
        dir="auto"
        className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${isOpen ? '' : 'line-clamp-6'}`}
      >
        {content}
      </p>
      {isLong && (
        <button
          type="button"
          className="link inline-flex min-h-11 items-center text-xs"
          aria-expanded={isOpen}
          aria-describedby={contentId(comment)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}

/** Its content is loaded when it's opened. */
function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-1">
      <button
        type="button"
        className="link inline-flex min-h-11 items-center text-left text-xs"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && children}
    </div>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0">{name}:</dt>
      <dd className="min-w-0 font-mono [overflow-wrap:anywhere]">{value}</dd>
    </div>
  );
}
