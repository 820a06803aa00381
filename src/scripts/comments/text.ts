import { type Block, type Inline, parseComment } from '../../../api/contract/comment-format.ts';
import { element } from '../../lib/dialog.ts';

/** Returns the text of a comment as src/components/comments/CommentText.astro renders it. */
export function textNodes(content: string): Node[] {
  return parseComment(content).map(blockNode);
}

function blockNode(block: Block): Node {
  if (block.kind === 'code') {
    const pre = element('pre', { tabIndex: 0 });
    pre.append(element('code', { textContent: block.text }));
    return pre;
  }
  const isQuote = block.kind === 'quote';
  const node = isQuote ? element('blockquote', {}) : element('p', { dir: 'auto' });
  node.append(...(isQuote ? block.children.map(blockNode) : block.children.map(inlineNode)));
  return node;
}

function inlineNode(part: Inline): Node | string {
  if ('children' in part) {
    const node = element(part.kind === 'bold' ? 'strong' : 'em', {});
    node.append(...part.children.map(inlineNode));
    return node;
  }
  const { text: textContent } = part;
  if ('href' in part) {
    const { href } = part;
    return element('a', { className: 'link', href, rel: 'nofollow ugc noopener', textContent });
  }
  return part.kind === 'code' ? element('code', { textContent }) : textContent;
}
