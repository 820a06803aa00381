import type Quill from 'quill/core.js';
import { Delta, Range } from 'quill/core.js';
import { CodeBlock } from 'quill/modules/syntax.js';
import { languageOf } from '../../../lib/highlight-languages.ts';
import { insertBlock } from './blocks/block.ts';
import { nextGroup, nextNumber } from './blocks.ts';
import { LANGUAGES } from './choices.ts';
import { blockMark, isDivider, isFinishedDivider, markedLink, markedText } from './marks.ts';
import { figureHtml } from './pictures/figure.ts';
import { isOneLine, lineAt } from './typed-line.ts';

type Line = ReturnType<Quill['getLine']>[0];

/** The first line of a code block that was just created by typing ```, until Enter or Space. */
let fence: Element | null = null;

/** The line after a mark that was just converted, until the next change. */
let converted: { node: Element | undefined; isDivider: boolean } | null = null;

/** Returns whether a mark has just turned the line into what it is. */
export function isJustConverted(line: Line): boolean {
  return line !== null && converted?.node === line.domNode && !converted.isDivider;
}

/**
 * Forgets what was just converted once the author does something else. Browsers may also report
 * that the cursor is where the conversion put it, which changes nothing.
 */
export function watchConversions(quill: Quill): void {
  // Ignores other editors, such as one that was just closed.
  const isOurs = () => converted?.node && quill.root.contains(converted.node);
  quill.on('text-change', (_change, _before, source) => {
    if (source === 'user' && isOurs()) converted = null;
  });
  quill.on('selection-change', (range) => {
    if (!isOurs()) return;
    const [line, offset] = range?.length === 0 ? quill.getLine(range.index) : [null, 0];
    if (line?.domNode !== converted?.node || offset > 0) converted = null;
  });
}

/** Converts the mark before a space, such as `#`. Returns whether there was one. */
export function convertAtSpace(quill: Quill, at: number): boolean {
  const { line, start, end, before, after, kind } = lineAt(quill, at);
  const mark = before.slice(0, -1);
  if (kind === 'code') return finishFence(quill, line);
  if (kind === 'text' && after === '' && isFinishedDivider(mark)) {
    insertDivider(quill, start, before.length);
    return true;
  }
  const formats = blockMark(mark, kind);
  if (!formats) return false;
  const plain = kind === 'item' ? {} : { indent: null };
  const numbered =
    'start' in formats ? numberedFormats(quill, line, Number(formats.start)) : formats;
  replaceMark(quill, { start, end, length: before.length }, { ...plain, ...numbered });
  return true;
}

/** Returns the formats of a list that starts with a number, or continues the list before it. */
function numberedFormats(quill: Quill, line: Line, start: number) {
  const next = line && nextNumber(line.prev);
  if (start === 1 || start === next) return { list: 'ordered' };
  return { list: 'ordered', start, ...(next === null ? {} : { group: nextGroup(quill) }) };
}

/** Converts a whole line: ``` into code, or `---` into a divider. Returns whether it was one. */
export function convertLine(quill: Quill, at: number): boolean {
  const { start, end, before, after, kind } = lineAt(quill, at);
  if (kind === 'code' || kind === 'item' || after !== '') return false;
  if (kind === 'text' && isDivider(before)) {
    insertDivider(quill, start, before.length);
    return true;
  }
  if (before !== '```') return false;
  replaceMark(
    quill,
    { start, end, length: before.length },
    { indent: null, 'code-block': 'plain' },
  );
  fence = quill.getLine(start)[0]?.domNode ?? null;
  return true;
}

/** Converts a line that Enter has just ended. */
export function finishLine(quill: Quill, at: number): void {
  const { start, before, kind } = lineAt(quill, at);
  // Includes the end of the line: the cursor's line is the one after the divider.
  if (kind === 'text' && isFinishedDivider(before)) insertDivider(quill, start, before.length + 1);
}

function insertDivider(quill: Quill, start: number, length: number): void {
  const divider = { 'kept-block': '<hr>' };
  apply(quill, new Delta().retain(start).delete(length).insert(divider), start + 1);
  converted = { node: quill.getLine(start + 1)[0]?.domNode, isDivider: true };
}

/** Converts text between marks, and links and pictures, that end at a position. */
export function convertInline(quill: Quill, at: number): void {
  const { start, before, after, kind } = lineAt(quill, at);
  if (kind === 'code') return;
  if (before.endsWith(')')) {
    convertLink(quill, start, before);
    return;
  }
  const found = markedText(before, after);
  if (!found) return;
  const { index, mark, formats, text } = found;
  const from = start + index;
  const outer = quill.getContents(from, 1).ops[0]?.attributes ?? {};
  const change = new Delta().retain(from).delete(mark).retain(text.length, formats).delete(mark);
  apply(quill, change, from + text.length);
  // Text typed after it has the outer formats.
  for (const format of Object.keys(formats)) quill.format(format, outer[format] ?? false, 'user');
}

function convertLink(quill: Quill, start: number, before: string): void {
  const found = markedLink(before);
  if (!found) return;
  const { kind, length, text, url } = found;
  const from = start + found.index;
  if (kind === 'picture' && isOneLine(quill)) return;
  if (kind === 'picture') {
    const spaces = found.index - before.slice(0, found.index).trimEnd().length;
    insertBlock(quill, new Range(from - spaces, length + spaces), figureHtml(url, text));
    return;
  }
  const change = new Delta().retain(from);
  change
    .delete(1)
    .retain(text.length, { link: url })
    .delete(length - 1 - text.length);
  apply(quill, change, from + text.length);
  quill.format('link', false, 'user');
}

/** Removes the mark at the start of a line, and formats the line. */
function replaceMark(
  quill: Quill,
  { start, end, length }: { start: number; end: number; length: number },
  formats: Record<string, unknown>,
): void {
  const change = new Delta().retain(start).delete(length);
  apply(quill, change.retain(end - start - length).retain(1, formats), start);
  converted = { node: quill.getLine(start)[0]?.domNode, isDivider: false };
}

/** Applies a change as a separate undo step. */
function apply(quill: Quill, change: Delta, cursor: number): void {
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
  quill.setSelection(cursor, 0, 'user');
}

/**
 * Handles Enter right after a conversion. It ends the mark, as in Markdown: "```js" and Enter sets
 * the language. Returns true if there's nothing to do.
 */
export function finishMark(this: { quill: Quill }, { index }: { index: number }): boolean {
  const [line] = this.quill.getLine(index);
  const isAfterDivider = converted?.isDivider === true && converted.node === line?.domNode;
  converted = null;
  return !isAfterDivider && !finishFence(this.quill, line);
}

/** Ends the first line of a new code block, which may name the language. */
function finishFence(quill: Quill, line: Line): boolean {
  const node = line?.domNode;
  if (!line || !(line instanceof CodeBlock) || node !== fence) return false;
  fence = null;
  const typed = node?.textContent?.trim() ?? '';
  const language = typed === '' ? line.formats()['code-block'] : languageKey(typed);
  if (line.parent.children.length !== 1 || language === null) return false;
  const start = quill.getIndex(line);
  const length = line.length() - 1;
  if (length > 0) {
    replaceMark(quill, { start, end: start + length, length }, { 'code-block': language });
  }
  return true;
}

/** Returns the stored name of a language that was typed after ```. */
function languageKey(typed: string): string | null {
  const id = languageOf(typed);
  const key = id === 'csharp' ? 'cs' : id;
  return LANGUAGES.some((language) => language.key === key) ? (key ?? null) : null;
}
