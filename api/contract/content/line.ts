import { escapeText } from './attributes.ts';
import { type Formats, formattedHtml } from './formats.ts';

/** Part of a line: text, a picture, formula or footnote, or a line break. */
export interface Leaf {
  kind: 'text' | 'embed' | 'break';
  /** The text, or the HTML. */
  value: string;
  formats: Formats;
}

/** Removes control characters, and writes line breaks as `\n`. */
export function cleanText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\f/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: HTML allows none of these
      .replace(/[\x00-\x08\x0b\x0e-\x1f\x7f]/g, '')
  );
}

const SPACE = /^[ \t\n]*$/;

/** Returns whether a line has no visible content. */
export function isBlank(line: Leaf[]): boolean {
  return line.every(
    ({ kind, value }) => kind === 'break' || (kind === 'text' && value.trim() === ''),
  );
}

/** Returns whether a blank line is intended: it has a line break or a non-breaking space. */
export function isIntended(line: Leaf[]): boolean {
  return line.some(
    ({ kind, value }) => kind === 'break' || (kind === 'text' && !SPACE.test(value)),
  );
}

/**
 * Removes the white space that only formats the source: runs become one space, and runs with a line
 * break disappear at the ends of the line and around `<br>`. At the ends of a `loose` line, all
 * space disappears. Inline code keeps its spaces.
 */
export function tidyLine(line: Leaf[], loose: boolean): Leaf[] {
  const tidy: Leaf[] = [];
  let segment: Leaf[] = [];
  let isFirst = true;
  for (const leaf of line) {
    if (leaf.kind === 'break') {
      for (const part of tidySegment(segment, loose && isFirst, false)) tidy.push(part);
      tidy.push(leaf);
      segment = [];
      isFirst = false;
    } else segment.push(leaf);
  }
  for (const leaf of tidySegment(segment, loose && isFirst, loose)) tidy.push(leaf);
  return tidy;
}

function tidySegment(segment: Leaf[], looseStart: boolean, looseEnd: boolean): Leaf[] {
  return collapse(trimEnd(trimStart(segment, looseStart), looseEnd));
}

function isPlain({ kind, formats }: Leaf): boolean {
  return kind === 'text' && formats.code === undefined;
}

function trimStart(line: Leaf[], always: boolean): Leaf[] {
  const first = line.findIndex((leaf) => !isPlain(leaf) || !SPACE.test(leaf.value));
  const rest = first === -1 ? [] : line.slice(first);
  const [leaf] = rest;
  if (leaf && isPlain(leaf)) {
    rest[0] = { ...leaf, value: leaf.value.replace(/^[ \t\n]+/, '') };
  }
  const removed = textOf(line).slice(0, textOf(line).length - textOf(rest).length);
  return always || removed.includes('\n') ? rest : line;
}

function trimEnd(line: Leaf[], always: boolean): Leaf[] {
  const last = line.findLastIndex((leaf) => !isPlain(leaf) || !SPACE.test(leaf.value));
  const rest = line.slice(0, last + 1);
  const leaf = rest.at(-1);
  if (leaf && isPlain(leaf)) rest[last] = { ...leaf, value: trimSpaceEnd(leaf.value) };
  const removed = textOf(line).slice(textOf(rest).length);
  return always || removed.includes('\n') ? rest : line;
}

function textOf(line: Leaf[]): string {
  return line.map(({ value }) => value).join('');
}

function trimSpaceEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Turns each run of white space into one space, also across parts. */
function collapse(line: Leaf[]): Leaf[] {
  let afterSpace = false;
  const collapsed: Leaf[] = [];
  for (const leaf of line) {
    let value: string;
    if (isPlain(leaf)) {
      value = leaf.value.replace(/[ \t\n]+/g, ' ');
      if (afterSpace && value.startsWith(' ')) value = value.slice(1);
    } else value = leaf.value.replace(/[ \t\n]+/g, (run) => (run.includes('\n') ? ' ' : run));
    if (value === '') continue;
    collapsed.push({ ...leaf, value });
    afterSpace = isPlain(leaf) && value.endsWith(' ');
  }
  return collapsed;
}

/** Returns one line, with line breaks between those that aren't blank. */
export function joinLines(lines: readonly Leaf[][]): Leaf[] {
  const shown = lines
    .map((line) => tidyLine(trimBlank(line), true))
    .filter((line) => !isBlank(line));
  return shown.flatMap((line, index) => (index > 0 ? [LINE_BREAK, ...line] : line));
}

const LINE_BREAK: Leaf = { kind: 'break', value: '<br>', formats: {} };

function trimBlank(line: Leaf[]): Leaf[] {
  const isShown = (leaf: Leaf) => !isBlank([leaf]);
  return line.slice(Math.max(0, line.findIndex(isShown)), line.findLastIndex(isShown) + 1);
}

/** Yields the HTML of a line in pieces. */
export function lineHtml(line: Leaf[]): Generator<string> {
  return formattedHtml(
    line.map(({ kind, value, formats }) => ({
      html: kind === 'text' ? escapeText(value) : value,
      formats,
    })),
  );
}
