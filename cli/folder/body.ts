import { parseAll } from '../../api/content/parse.ts';
import { sanitize } from '../../api/content/sanitize.ts';
import type { ElementNode } from '../../api/contract/content/elements.ts';
import { isElement, serialize } from '../import/html/tree.ts';
import { markdownToHtml } from '../import/markdown/html.ts';
import { blockMarkdown } from './markdown.ts';

/**
 * Returns the stored content of a post as Markdown. Each block that Markdown can't hold exactly
 * stays HTML. Returns undefined if the result can't be read back unchanged.
 */
export function markdownOf(content: string): string | undefined {
  const blocks = parseAll(content).children.filter(isElement);
  const asMarkdown = join(blocks.map((block) => blockMarkdown(block) ?? blockHtml(block)));
  if (contentOf(asMarkdown) === content) return asMarkdown;
  const exact = join(blocks.map(exactBlock));
  return contentOf(exact) === content ? exact : undefined;
}

/** Returns the stored form of a post's Markdown: what `markdownOf` was given. */
export function contentOf(markdown: string): string {
  return sanitize(markdownToHtml(markdown, { hasPlainQuotes: true }).html);
}

function exactBlock(block: ElementNode): string {
  const markdown = blockMarkdown(block);
  const isExact = markdown !== undefined && contentOf(markdown) === sanitize(serialize([block]));
  return isExact ? markdown : blockHtml(block);
}

/** An empty line would end HTML in Markdown. */
function blockHtml(block: ElementNode): string {
  const html = serialize([block]);
  return /\n[ \t]*\n/.test(html) ? html.replaceAll('\n', '&#10;') : html;
}

function join(blocks: string[]): string {
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}
