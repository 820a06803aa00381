import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { CodeBlock } from 'quill/modules/syntax.js';
import { languageOf } from '../../../lib/highlight-languages.ts';
import { LANGUAGES } from './choices.ts';
import { markedText } from './marks.ts';

/** Represents a picture in the text of a line. */
const EMBED = '\ufffc';

/** The first line of a code block that was just created by typing ```, until Enter or Space. */
let fence: Element | null = null;

/** Turns Markdown into formats while the author types. One Ctrl+Z brings the marks back. */
export function convertMarkdown(quill: Quill): void {
  quill.on('text-change', (change, _before, source) => {
    // Undo and redo also count as the user's changes.
    if (source !== 'user' || quill.history.ignoreChange) return;
    const typed = typedCharacter(change);
    if (typed === null) return;
    const convert = { ' ': convertBlock, '*': convertInline, _: convertInline, '`': convertInline }[
      typed.character
    ];
    // Quill sets the cursor once it has handled the change.
    if (convert) queueMicrotask(() => convert(quill, typed.index + 1));
  });
}

/** Returns the character if the change inserts one and does nothing else. */
function typedCharacter({ ops }: Delta): { character: string; index: number } | null {
  const [first, second] = ops;
  const index = typeof first?.retain === 'number' ? first.retain : 0;
  const insert = (index > 0 ? second : first)?.insert;
  if (ops.length !== (index > 0 ? 2 : 1) || typeof insert !== 'string') return null;
  return insert.length === 1 ? { character: insert, index } : null;
}

function convertBlock(quill: Quill, at: number): void {
  const { start, before, formats } = lineAt(quill, at);
  if (formats['code-block'] || formats.list) return;
  const [, heading] = /^(#{1,6}) $/.exec(before) ?? [];
  if (heading) replaceMark(quill, start, before.length, { header: heading.length });
  else if (before === '> ' && !formats.blockquote) {
    replaceMark(quill, start, before.length, { blockquote: true, header: null });
  }
}

function convertInline(quill: Quill, at: number): void {
  const { start, before, formats, end } = lineAt(quill, at);
  if (formats['code-block']) return;
  if (before === '```' && end === at) {
    replaceMark(quill, start, before.length, { 'code-block': 'plain' });
    const [line] = quill.getLine(start);
    fence = line?.domNode ?? null;
    return;
  }
  const found = markedText(before);
  if (!found) return;
  const { mark, format, text } = found;
  const from = start + found.index;
  const contents = quill.getContents(from, text.length + 2 * mark);
  if (contents.ops.some(({ attributes }) => attributes?.code)) return;
  const change = new Delta().retain(from).delete(mark);
  apply(quill, change.retain(text.length, { [format]: true }).delete(mark), from + text.length);
  // Text typed after it is plain again.
  quill.format(format, false, 'user');
}

/** Removes the mark at the start of a line, and formats the line. */
function replaceMark(quill: Quill, start: number, length: number, formats: object): void {
  const [line] = quill.getLine(start);
  const rest = (line?.length() ?? 1) - 1 - length;
  const change = new Delta().retain(start).delete(length);
  apply(quill, change.retain(rest).retain(1, { indent: null, ...formats }), start);
}

/** Applies a change as a separate undo step. */
function apply(quill: Quill, change: Delta, cursor: number): void {
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
  quill.setSelection(cursor, 0, 'user');
}

/** Returns the line at a position: where it starts and ends, and its text up to the position. */
function lineAt(quill: Quill, at: number) {
  const [line, offset] = quill.getLine(at);
  const start = at - offset;
  const before = quill
    .getContents(start, offset)
    .ops.map(({ insert }) => (typeof insert === 'string' ? insert : EMBED))
    .join('');
  const formats: Record<string, unknown> = line?.formats() ?? {};
  return { start, before, formats, end: start + (line?.length() ?? 1) - 1 };
}

/**
 * Handles Enter and Space in the first line of a new code block, as in Markdown: "```js" and Enter
 * sets the language. Returns true if there's nothing to do.
 */
export function finishFence(this: { quill: Quill }, { index }: { index: number }): boolean {
  const { quill } = this;
  const [line] = quill.getLine(index);
  const node = line?.domNode;
  if (!line || !(line instanceof CodeBlock) || node !== fence) return true;
  fence = null;
  const typed = node?.textContent?.trim() ?? '';
  const isOnly = line.parent.children.length === 1;
  const language = languageKey(typed);
  if (!isOnly || (typed !== '' && language === null)) return true;
  const start = quill.getIndex(line);
  if (typed !== '') {
    replaceMark(quill, start, line.length() - 1, { 'code-block': language });
  }
  return false;
}

/** Returns the stored name of a language that was typed after ```. */
function languageKey(typed: string): string | null {
  const id = languageOf(typed);
  const key = id === 'csharp' ? 'cs' : id;
  return LANGUAGES.some((language) => language.key === key) ? (key ?? null) : null;
}
