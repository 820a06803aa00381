import { Delta, type Op } from 'quill/core.js';
import { cleanText } from '../../../../api/contract/content/line.ts';
import { addressesIn } from './addresses.ts';
import { isBlockEmbed } from './stored/write.ts';

type Formats = Record<string, unknown>;

/** Longer paragraphs, such as logs, become one for each line: breaks would slow down typing. */
const MAX_BREAKS = 100;

/**
 * Returns plain text as lines. Blank lines separate paragraphs, other line breaks stay inside them.
 * With `isList`, each line is a paragraph, which becomes an item.
 */
export function opsOfText(text: string, inline: Formats, isList: boolean): Op[] {
  const lines = cleanText(text).replace(/^(?:[ \t]*\n)+|\s+$/g, '');
  const paragraphs = lines.split(/\n(?:[^\S\n]*\n)+/);
  const ops: Op[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) ops.push({ insert: '\n' });
    const own = paragraph.split('\n');
    const end: Op =
      isList || own.length > MAX_BREAKS
        ? { insert: '\n' }
        : { insert: { 'line-break': true }, attributes: inline };
    for (const [line, content] of own.entries()) {
      if (line > 0) ops.push(end);
      if (content !== '') ops.push({ insert: content, attributes: inline });
    }
  }
  return ops;
}

/** An address in inserted content, by its position in it. */
export interface FoundLink {
  index: number;
  length: number;
  url: string;
}

/** Returns the addresses in content that aren't links yet, except those in code. */
export function linksIn(ops: readonly Op[]): FoundLink[] {
  const links: FoundLink[] = [];
  let inLine: FoundLink[] = [];
  let position = 0;
  for (const { insert, attributes = {} } of ops) {
    const text = typeof insert === 'string' ? insert : '';
    if (text === '\n') {
      // The end of a line says what kind of line it is.
      if (!attributes['code-block']) links.push(...inLine);
      inLine = [];
    } else if (!attributes.link && !attributes.code) {
      for (const { index, ...found } of addressesIn(text)) {
        inLine.push({ index: position + index, ...found });
      }
    }
    position += typeof insert === 'string' ? insert.length : 1;
  }
  return [...links, ...inLine];
}

/** Returns content with its addresses as links. */
export function withLinks(ops: readonly Op[]): Op[] {
  const links = linksIn(ops);
  if (links.length === 0) return [...ops];
  const change = new Delta();
  for (const { index, length, url } of links) {
    change.retain(index - change.length()).retain(length, { link: url });
  }
  return new Delta([...ops]).compose(change).ops;
}

/** Removes line breaks at the ends of lines, which pages don't show. */
export function withoutEdgeBreaks(ops: readonly Op[]): Op[] {
  const isBreak = (op: Op | undefined) =>
    typeof op?.insert === 'object' && 'line-break' in op.insert;
  const isEdge = (op: Op | undefined) =>
    op === undefined || op.insert === '\n' || (isBlockEmbed(op) && !isBreak(op));
  const kept: Op[] = [];
  for (const op of ops) {
    if (isBreak(op) && isEdge(kept.at(-1))) continue;
    while (isEdge(op) && isBreak(kept.at(-1))) kept.pop();
    kept.push(op);
  }
  while (isBreak(kept.at(-1))) kept.pop();
  return kept;
}
