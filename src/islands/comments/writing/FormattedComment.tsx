import { Fragment } from 'react';
import { type Block, type Inline, parseComment } from '../../../../api/contract/comment-format.ts';

/** A comment's text with its formatting, as the page shows it. */
export function FormattedComment({ content }: { content: string }) {
  return (
    <div className="comment-text" dir="auto">
      <Blocks blocks={parseComment(content)} />
    </div>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
  return blocks.map((block, index) => <BlockView key={index} block={block} />);
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'code') {
    return (
      <pre>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === 'quote') {
    return (
      <blockquote>
        <Blocks blocks={block.children} />
      </blockquote>
    );
  }
  return (
    <p>
      <Inlines parts={block.children} />
    </p>
  );
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={index}>
      <InlineView part={part} />
    </Fragment>
  ));
}

function InlineView({ part }: { part: Inline }) {
  if ('children' in part) {
    const Tag = part.kind === 'bold' ? 'strong' : 'em';
    return (
      <Tag>
        <Inlines parts={part.children} />
      </Tag>
    );
  }
  if ('href' in part) {
    return (
      <a className="link" href={part.href} rel="nofollow ugc noopener">
        {part.text}
      </a>
    );
  }
  return part.kind === 'code' ? <code>{part.text}</code> : part.text;
}
