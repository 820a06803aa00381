import type Quill from 'quill/core.js';
import { Delta, type Op, type Range } from 'quill/core.js';
import { videoUrl } from '../../../../api/contract/urls.ts';
import { onlyAddress } from './addresses.ts';
import { codeLine } from './blocks.ts';
import { oneLine } from './field-content.ts';
import { isMarkdown } from './pasted-markdown.ts';
import { type Pasting, type Place, pastingAt } from './pasted-place.ts';
import { rowsOfText, tableOf } from './pasted-tables.ts';
import { linksIn, opsOfText } from './pasted-text.ts';
import { parseTree } from './stored/tree.ts';
import { isOneLine } from './typed-line.ts';

type Formats = Record<string, unknown>;

/** Longer Markdown stays plain: converting it would take seconds. */
const MAX_MARKDOWN_LENGTH = 400_000;

/** From this number of lines on, a paste rewrites the text. */
const MANY_LINES = 300;

/**
 * Applies a change as an undo step of its own. Without `cursor`, the cursor stays where it is in
 * the text.
 */
function apply(quill: Quill, change: Delta, cursor?: number): void {
  quill.history.cutoff();
  if (linesIn(change) < MANY_LINES) quill.updateContents(change, 'user');
  else rewrite(quill, change);
  quill.history.cutoff();
  if (cursor === undefined) return;
  quill.setSelection(cursor, 0, 'user');
  quill.scrollSelectionIntoView();
}

function linesIn({ ops }: Delta): number {
  return ops.reduce((sum, { insert }) => {
    return sum + (typeof insert === 'string' ? insert.split('\n').length - 1 : insert ? 1 : 0);
  }, 0);
}

/**
 * Applies a change by writing all contents. Quill looks for the place of each insert from the start
 * of the text, which would take a minute for a megabyte.
 */
function rewrite(quill: Quill, change: Delta): void {
  const { history, root } = quill;
  const before = quill.getContents();
  // With `auto`, browsers look for the first letter of the text at each step.
  const { dir } = root;
  root.removeAttribute('dir');
  history.ignoreChange = true;
  quill.setContents(before.compose(change), 'user');
  history.ignoreChange = false;
  history.record(change, before);
  root.dir = dir;
}

export function insertAt(quill: Quill, place: Place, ops: readonly Op[]): Pasting {
  const pasting = pastingAt(place, ops);
  apply(quill, pasting.change, pasting.cursor);
  return pasting;
}

/** Pastes text into code, where it stays as it is. Returns false elsewhere. */
export function pasteIntoCode(quill: Quill, place: Place, text: string): boolean {
  const { range, formats } = place;
  const code = codeLine(formats);
  const lines = text.replace(/\r\n?/g, '\n');
  if (code) {
    const change = new Delta().retain(range.index).delete(range.length).insert(lines, code);
    apply(quill, change, range.index + lines.length);
    return true;
  }
  const inline = inlineFormats(quill, place);
  if (!inline.code) return false;
  const lineBreak = { insert: { 'line-break': true }, attributes: inline };
  const parts = lines.trimEnd().split('\n');
  insertAt(
    quill,
    place,
    parts.flatMap((part, index) => [
      ...(index > 0 ? [lineBreak] : []),
      ...(part === '' ? [] : [{ insert: part, attributes: inline }]),
    ]),
  );
  return true;
}

/**
 * Pastes an address: as the link of the selected words, as a video on an empty line, or as a link.
 * `title` is the text that the clipboard has for it, if any. Returns false if the text is more than
 * an address.
 */
export function pasteAddress(quill: Quill, place: Place, text: string, title: readonly Op[]) {
  const address = onlyAddress(text);
  if (address === null || !title.every((op) => isTitle(op, address))) return false;
  const { range, offset, formats, isAtEnd } = place;
  const words = quill.getText(range.index, range.length);
  if (words.trim() !== '' && onlyAddress(words) === null) {
    const change = new Delta().retain(range.index).retain(range.length, { link: address });
    apply(quill, change, range.index + range.length);
    return true;
  }
  const isEmptyLine = offset === 0 && isAtEnd && Object.keys(formats).length === 0;
  const isAlone = isEmptyLine && !isOneLine(quill);
  const video = isAlone ? videoUrl(address) : null;
  const shown = title.map(({ insert }) => insert).join('');
  if (video === null && shown.trim() !== '' && shown.trim() !== text.trim()) return false;
  const typed = text.trim();
  const inline = inlineFormats(quill, place);
  const { start, cursor } = insertAt(quill, place, [{ insert: typed, attributes: inline }]);
  const change = new Delta().retain(start);
  if (video === null) apply(quill, change.retain(typed.length, { link: address }), cursor);
  else apply(quill, change.delete(typed.length).insert({ video }), start + 1);
  return true;
}

function isTitle({ insert, attributes }: Op, address: string): boolean {
  const link = attributes?.link;
  return typeof insert === 'string' && !insert.includes('\n') && (!link || link === address);
}

/** Pastes text as it is. */
export function pastePlain(quill: Quill, place: Place, text: string): Pasting {
  const { list, header } = place.formats;
  const inline = inlineFormats(quill, place);
  const ops = opsOfText(text, inline, Boolean(list || header));
  return insertAt(quill, place, isOneLine(quill) ? oneLine(ops, parseTree) : ops);
}

interface Pasted extends Pasting {
  /** The content and the place before it was pasted. */
  before: Delta;
  place: Place;
  /** Reads HTML like that of a clipboard. */
  read: (html: string) => Op[];
}

/**
 * Pastes text, then converts Markdown, the cells of a spreadsheet, or addresses. The conversion is
 * another step: undo gives the text as it was. `read` reads HTML like that of a clipboard.
 */
export function pasteText(quill: Quill, place: Place, text: string, read: Pasted['read']): void {
  const before = quill.getContents();
  const pasting = pastePlain(quill, place, text);
  const pasted = { ...pasting, before, place, read };
  const rows = isOneLine(quill) ? null : rowsOfText(text);
  if (rows) apply(quill, ...conversionTo(pasted, tableOf(rows)));
  else if (text.length <= MAX_MARKDOWN_LENGTH && isMarkdown(text)) {
    void convertMarkdown(quill, pasted, text);
  } else linkAddresses(quill, pasting);
}

function linkAddresses(quill: Quill, { start, cursor }: Pasting): void {
  const links = linksIn(quill.getContents(start, cursor - start).ops);
  if (links.length === 0) return;
  const change = new Delta().retain(start);
  for (const { index, length, url } of links) {
    change.retain(start + index - change.length()).retain(length, { link: url });
  }
  apply(quill, change, cursor);
}

/** Returns the change from the plain text to HTML, and the position after it. */
function conversionTo({ before, change, place, read }: Pasted, html: string): [Delta, number] {
  const converted = pastingAt(place, read(html));
  return [change.invert(before).compose(converted.change), converted.cursor];
}

/** The converter loads on first use, so the author may already have typed more. */
async function convertMarkdown(quill: Quill, pasted: Pasted, text: string): Promise<void> {
  const { start, cursor } = pasted;
  const contentsAt = (index: number) => JSON.stringify(quill.getContents(index, cursor - start));
  const shown = contentsAt(start);
  let later = new Delta();
  const onChange = (change: Delta) => {
    later = later.compose(change);
  };
  quill.on('text-change', onChange);
  const converter = await import('./pasted-markdown-html.ts').catch(() => null);
  quill.off('text-change', onChange);
  // Without the converter, for example offline, the text stays as it is.
  const isUnchanged = contentsAt(later.transformPosition(start)) === shown;
  if (converter === null || !isUnchanged || !quill.root.isConnected) return;
  const [change, end] = conversionTo(pasted, converter.markdownToHtml(text));
  if (later.length() === 0) apply(quill, change, end);
  else apply(quill, later.transform(change, true));
}

/** Returns the formats that typed text would have, without those of the line. */
function inlineFormats(quill: Quill, { range, formats }: Place): Formats {
  const all = Object.entries(quill.getFormat(range as Range));
  const inline = Object.fromEntries(all.filter(([name]) => !(name in formats)));
  // After the end of a link, text doesn't belong to it.
  const next = range.length > 0 ? inline : quill.getFormat(range.index, 1);
  if (inline.link && inline.link !== next.link) delete inline.link;
  return inline;
}
