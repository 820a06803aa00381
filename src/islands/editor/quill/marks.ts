import { pictureUrl } from '../../../../api/contract/urls.ts';
import { typedAddress } from './addresses.ts';

/** Scripts without spaces between words, and Korean, which appends particles to words. */
export const UNSPACED = 'Han Hira Kana Bopo Hang Thai Laoo Khmr Mymr'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/**
 * Matches text between marks at the end of a line. Signs within words such as `snake_case` and
 * `2*3*4` aren't marks, except next to a letter of an unspaced script.
 */
function marked(sign: '*' | '_' | '~', count: 1 | 2 | 3): RegExp {
  const mark = `[${sign}]{${count}}`;
  const start = `(?<![${sign}])(?:(?<![\\p{L}\\p{N}])|(?<=[${UNSPACED}])|(?=${mark}[${UNSPACED}]))`;
  return new RegExp(`${start}${mark}(?=[^\\s${sign}])([^${sign}]+)(?<=\\S)${mark}$`, 'u');
}

/** Matches a short text after a word, such as the 2 in `x^2^`. */
function raised(sign: '\\^' | '~'): RegExp {
  const text = `[+\\-\u2212(]?[\\p{L}\\p{N}][^\\s${sign}]*`;
  return new RegExp(`(?<=[\\p{L}\\p{N})\\]])${sign}(${text})${sign}$`, 'u');
}

/** A letter or digit after the cursor: the mark is inside of a word. */
const INSIDE_WORD = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{N}]`, 'u');

/** Marks around text, and their formats. Longer marks come first. */
const INLINE: readonly { pattern: RegExp; mark: number; formats: Record<string, unknown> }[] = [
  { pattern: marked('*', 3), mark: 3, formats: { bold: true, italic: true } },
  { pattern: marked('_', 3), mark: 3, formats: { bold: true, italic: true } },
  { pattern: marked('*', 2), mark: 2, formats: { bold: true } },
  { pattern: marked('_', 2), mark: 2, formats: { bold: true } },
  { pattern: marked('~', 2), mark: 2, formats: { strike: true } },
  { pattern: marked('*', 1), mark: 1, formats: { italic: true } },
  { pattern: marked('_', 1), mark: 1, formats: { italic: true } },
  { pattern: raised('\\^'), mark: 1, formats: { script: 'super' } },
  { pattern: raised('~'), mark: 1, formats: { script: 'sub' } },
  { pattern: /(?<!`)`(?=\S)([^`]+)(?<=\S)`$/, mark: 1, formats: { code: true } },
];

/**
 * Returns the text between marks at the end of `line`, and its formats; null if there is none.
 * `after` is the text that follows in the same line.
 */
export function markedText(line: string, after = '') {
  for (const { pattern, mark, formats } of INLINE) {
    const match = pattern.exec(line);
    if (!match) continue;
    const isCode = 'code' in formats;
    const opened = line.slice(0, match.index);
    if (!isCode && (isCodeOpen(opened) || INSIDE_WORD.test(after) || isInAddress(line, opened))) {
      continue;
    }
    return { index: match.index, text: match[1] ?? '', mark, formats };
  }
  return null;
}

function isCodeOpen(text: string): boolean {
  return text.split('`').length % 2 === 0;
}

/** Returns whether both marks are in the same address, as in `https://example.com/_a_`. */
function isInAddress(line: string, opened: string): boolean {
  const address = /(?:https?:\/\/|www\.|\]\()\S*$/i.exec(line);
  return address !== null && address.index < opened.length;
}

const LINK = /(!?)\[([^[\]]*)\]\((\S+?)(?:\s+["“”][^"“”]*["“”])?\)$/;

/** Returns the link `[text](address)` or picture `![text](address)` that ends a line, or null. */
export function markedLink(line: string) {
  const [all, sign, text = '', typed = ''] = LINK.exec(line) ?? [];
  if (all === undefined) return null;
  const opened = line.slice(0, -all.length);
  const isBalanced = typed.split('(').length === typed.split(')').length;
  if (!isBalanced || isCodeOpen(opened)) return null;
  const kind: 'link' | 'picture' = sign ? 'picture' : 'link';
  const url = kind === 'picture' ? pictureUrl(typed) : typedAddress(typed);
  if (url === null || (kind === 'link' && text.trim() === '')) return null;
  return { index: opened.length, length: all.length, kind, text, url };
}

/** The kinds of lines in which marks have different effects. */
export type LineKind = 'text' | 'heading' | 'quote' | 'item' | 'code';

const HEADING = /^ {0,3}(#{1,6})$/;
const NUMBER = /^ {0,3}(\d{1,3})[.)]$/;
const CHECK = /^ {0,3}\[([ \u00a0xX]?)\]$/;

/**
 * Returns the formats of a line that starts with a Markdown mark and a space, or null. `mark` is
 * the text before the space, from the start of the line.
 */
export function blockMark(mark: string, kind: LineKind): Record<string, unknown> | null {
  if (kind === 'code') return null;
  const [, box] = CHECK.exec(mark) ?? [];
  if (box !== undefined && (kind === 'text' || kind === 'item')) {
    return { list: /x/i.test(box) ? 'checked' : 'unchecked' };
  }
  if (kind === 'item') return null;
  const level = HEADING.exec(mark)?.[1]?.length;
  if (level !== undefined) return { header: level };
  if (/^ {0,3}>$/.test(mark)) return kind === 'quote' ? null : { blockquote: true };
  // "## 1. Name" is a heading, not a list.
  if (kind !== 'text') return null;
  if (/^ {0,3}[-*+]$/.test(mark)) return { list: 'bullet' };
  const number = Number(NUMBER.exec(mark)?.[1] ?? 0);
  return number > 0 ? { list: 'ordered', start: number } : null;
}

/** Whether a line is a divider without Space or Enter. Some systems turn `--` into `—`. */
export function isDivider(line: string): boolean {
  return line === '---' || line === '—-';
}

/** Returns whether a line is a divider if Space or Enter follows: `***` can also be bold. */
export function isFinishedDivider(line: string): boolean {
  return /^(?:\*\*\*|___)$/.test(line);
}
