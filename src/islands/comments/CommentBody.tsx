import { Fragment } from 'react';
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

/** The plain text of a comment with its line breaks, links, and own text direction. */
export function CommentText({ content }: { content: string }) {
  return (
    <p
      dir="auto"
      className="mt-1 overflow-clip whitespace-pre-line text-ink [overflow-clip-margin:0.5rem] [overflow-wrap:anywhere] [unicode-bidi:isolate]"
    >
      {linkify(content).map(({ text, href }, index) =>
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

export interface Piece {
  text: string;
  href?: string;
}

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/gi;

/** Splits plain text into text and links. Only http and https URLs become links. */
export function linkify(content: string): Piece[] {
  // Runs of empty lines would only push other comments away.
  const text = content.replace(/\n{3,}/g, '\n\n');
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = trimPunctuation(match[0]);
    const href = toUrl(shown);
    if (href === undefined) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: shown, href });
    end = match.index + shown.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Removes trailing punctuation and closing brackets that were opened before the link. */
function trimPunctuation(link: string): string {
  const ends = link.includes('(') ? ".,;:!?'’*_]}" : ".,;:!?'’*_]})";
  let length = link.length;
  while (length > 0 && ends.includes(link.charAt(length - 1))) length--;
  return link.slice(0, length);
}

function toUrl(link: string): string | undefined {
  const url = URL.parse(/^www\./i.test(link) ? `https://${link}` : link);
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
