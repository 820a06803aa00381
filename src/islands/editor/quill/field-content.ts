import type { Op } from 'quill/core.js';
import { writeContent } from '../../../../api/contract/content/write.ts';
import { textOfOps } from './copied-text.ts';
import { isBlockEmbed, isInlineKept, type Parse, treeOfOps } from './stored/write.ts';

/** Returns content as a single line, with breaks between lines, and only the text of blocks. */
export function oneLine(ops: readonly Op[], parse: Parse): Op[] {
  const lineBreak: Op = { insert: { 'line-break': true } };
  const flat = ops.flatMap((op): Op[] => {
    const isBlock = isBlockEmbed(op) || isBlockInLine(op);
    if (typeof op.insert !== 'string' && !isBlock) return [op];
    const text = isBlock ? textOfOps([op], parse) : String(op.insert);
    const inline = text.split(/(\n)/).filter((part) => part !== '');
    return inline.map((part) => (part === '\n' ? lineBreak : { ...op, insert: part }));
  });
  const first = flat.findIndex((op) => !isBreak(op));
  return first < 0 ? [] : flat.slice(first, flat.findLastIndex((op) => !isBreak(op)) + 1);
}

function isBreak({ insert }: Op): boolean {
  return typeof insert === 'object' && 'line-break' in insert;
}

function isBlockInLine({ insert }: Op): boolean {
  const kept = typeof insert === 'object' ? insert.kept : undefined;
  return typeof kept === 'string' && !isInlineKept(kept);
}

/** Returns the content of a field as stored HTML. A single paragraph has no `<p>`. */
export function fieldHtml(ops: readonly Op[], parse: Parse): string {
  const html = writeContent(treeOfOps(ops, parse)).replace(/(?:<p><br><\/p>)+$/, '');
  const [, inner] = /^<p>(.*)<\/p>$/s.exec(html) ?? [];
  return inner === undefined || inner.includes('</p>') ? html : inner;
}
