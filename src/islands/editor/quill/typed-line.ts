import type Quill from 'quill/core.js';
import type { LineKind } from './marks.ts';
import { EMBED } from './plain-text.ts';

/** Returns the line at a position: where it starts and ends, its text around it, and its kind. */
export function lineAt(quill: Quill, at: number) {
  const [line, offset] = quill.getLine(at);
  const start = at - offset;
  const end = start + (line?.length() ?? 1) - 1;
  const text = quill
    .getContents(start, end - start)
    .ops.map(({ insert, attributes }) => {
      if (typeof insert !== 'string') return EMBED;
      // In inline code, marks have no meaning, either.
      return attributes?.code ? EMBED.repeat(insert.length) : insert;
    })
    .join('');
  const before = text.slice(0, offset);
  const after = text.slice(offset);
  return { line, start, end, before, after, kind: kindOf(line?.formats() ?? {}) };
}

function kindOf(formats: Record<string, unknown>): LineKind {
  if (formats['code-block']) return 'code';
  if (formats.list) return 'item';
  if (formats.blockquote) return 'quote';
  return formats.header ? 'heading' : 'text';
}

/** Returns whether an editor is for a single line, such as a caption, without blocks. */
export function isOneLine(quill: Quill): boolean {
  return quill.scroll.query('kept-block') === null;
}
