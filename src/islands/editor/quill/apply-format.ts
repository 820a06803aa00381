import type Quill from 'quill/core.js';
import { LINE_ATTRIBUTES, splitLineBreaks } from './blocks.ts';

const BLOCKS = ['header', 'blockquote', 'code-block', 'list'];

/** Formats the selection, or the text typed next. A value of false removes the format. */
export function applyFormat(quill: Quill, format: string, value: unknown): void {
  if (format === 'code-block' && value) splitLineBreaks(quill);
  if (format === 'header' && !value) {
    // "Normal text" also ends lists, quotes and code.
    for (const name of BLOCKS) if (quill.getFormat()[name]) quill.format(name, false, 'user');
  } else quill.format(format, value, 'user');
  // A nested item that becomes another kind of line would stay indented.
  if (BLOCKS.includes(format) && !(format === 'list' && value)) {
    for (const name of ['indent', ...LINE_ATTRIBUTES]) quill.format(name, false, 'user');
  }
}
