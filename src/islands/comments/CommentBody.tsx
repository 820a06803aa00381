import { Fragment } from 'react';
import { linkify } from '../../../api/contract/links.ts';
import { exactTime, relativeTime } from '../ui/time.ts';
import type { ThreadComment } from './thread.ts';

export function Byline({ comment, now }: { comment: ThreadComment; now: number }) {
  const { _id: id, author, createdAt, updatedAt, pending } = comment;
  const time = (
    <time dateTime={createdAt} title={exactTime(createdAt)}>
      {pending ? 'Posting...' : relativeTime(createdAt, now)}
    </time>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
      <bdi id={`author-${id}`} className="min-w-0 font-semibold text-ink [overflow-wrap:anywhere]">
        {author.username}
      </bdi>
      {author.isAdmin && <span className="chip">Admin</span>}
      {pending ? (
        time
      ) : (
        <a
          className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
          href={`#comment-${id}`}
        >
          {time}
        </a>
      )}
      {updatedAt !== createdAt && <span title={exactTime(updatedAt)}>(edited)</span>}
    </div>
  );
}

/** A comment's plain text, with lines, indentation, links, and the direction of each line. */
export function CommentText({ content }: { content: string }) {
  // Long runs of empty lines would push other comments out of view.
  const text = content.replace(/\n{3,}/g, '\n\n');
  return (
    <p
      dir="auto"
      className="mt-1 overflow-clip whitespace-pre-wrap text-ink [overflow-clip-margin:0.5rem] [overflow-wrap:anywhere] [tab-size:4] [unicode-bidi:plaintext]"
    >
      {linkify(text).map(({ text, href }, index) =>
        href === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are never reordered
          <Fragment key={index}>{text}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={index} className="link" href={href} rel="nofollow ugc noopener">
            {text}
          </a>
        ),
      )}
    </p>
  );
}
