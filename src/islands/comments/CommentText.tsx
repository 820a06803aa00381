import { Fragment } from 'react';
import { piecesOf } from './text.ts';

/** What somebody wrote: plain text with its line breaks, addresses as links, in its own direction. */
export function CommentText({ content }: { content: string }) {
  return (
    <p
      dir="auto"
      className="mt-1 overflow-clip whitespace-pre-line text-ink [overflow-clip-margin:0.5rem] [overflow-wrap:anywhere] [unicode-bidi:isolate]"
    >
      {piecesOf(content).map(({ text, href }, index) =>
        href === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
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
