import { linkify } from './links.ts';

// The formatting of comments: bold, italic, code, quotes and links, and nothing else. Pages and the
// browser render elements from this tree, so a comment can't contain HTML.

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic'; children: Inline[] };

/** The text of a paragraph keeps its line breaks and indentation. */
export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: Block[] };

/** Deeper quotes stay text. */
const MAX_QUOTES = 3;
/** With the name of a language. */
const FENCE = /^ {0,3}(`{3,})[ \t]*[\w+#.-]{0,20}$/;
const QUOTE = /^ {0,3}> ?/;

/** Parses the text of a comment, in time linear to its length. No text is lost. */
export function parseComment(text: string): Block[] {
  return parseLines(text.split('\n'), 0);
}

function parseLines(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) {
      blocks.push({ kind: 'paragraph', children: parseInline(paragraph.join('\n')) });
    }
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const block = codeAt(lines, at) ?? (depth < MAX_QUOTES ? quoteAt(lines, at, depth) : undefined);
    if (block) {
      endParagraph();
      blocks.push(block.block);
      at = block.end;
      continue;
    }
    const line = lines[at] ?? '';
    if (line.trim() === '') endParagraph();
    else paragraph.push(line);
    at += 1;
  }
  endParagraph();
  return blocks;
}

interface Found {
  block: Block;
  /** The first line after it. */
  end: number;
}

/** Returns the fenced code that begins at a line. Without an end, it's the rest of the text. */
function codeAt(lines: readonly string[], at: number): Found | undefined {
  const fence = FENCE.exec((lines[at] ?? '').trimEnd())?.[1];
  if (fence === undefined) return undefined;
  let end = at + 1;
  while (end < lines.length && !isEndOf(fence, lines[end] ?? '')) end += 1;
  const text = lines.slice(at + 1, end).join('\n');
  // Its fence stays visible.
  if (text.trim() === '') return undefined;
  return { block: { kind: 'code', text }, end: end + 1 };
}

function isEndOf(fence: string, line: string): boolean {
  const last = line.trim();
  return last.length >= fence.length && last === '`'.repeat(last.length);
}

function quoteAt(lines: readonly string[], at: number, depth: number): Found | undefined {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end += 1;
  if (end === at) return undefined;
  const quoted = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  const children = parseLines(quoted, depth + 1);
  if (children.length > 0) return { block: { kind: 'quote', children }, end };
  const text = lines.slice(at, end).join('\n');
  return { block: { kind: 'paragraph', children: [{ kind: 'text', text }] }, end };
}

type Token = Exclude<Inline, { kind: 'bold' | 'italic' }>;

function parseInline(text: string): Inline[] {
  const tokens = splitCode(text).flatMap((token) =>
    token.kind === 'code' ? token : linkify(token.text).map(toToken),
  );
  const emphasis = new Emphasis();
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'text') {
      emphasis.add(token);
      continue;
    }
    let last = 0;
    for (const { 0: stars, index: at } of token.text.matchAll(/\*+/g)) {
      emphasis.addText(token.text.slice(last, at));
      last = at + stars.length;
      const before = token.text[at - 1] ?? edgeOf(tokens[index - 1], -1);
      emphasis.addStars(stars.length, before, token.text[last] ?? edgeOf(tokens[index + 1], 0));
    }
    emphasis.addText(token.text.slice(last));
  }
  return emphasis.end();
}

/** Returns the first (0) or last (-1) character of a token. */
function edgeOf(token: Token | undefined, side: 0 | -1): string | undefined {
  return token?.kind === 'code' ? '`' : token?.text.at(side);
}

function toToken({ text, href }: { text: string; href?: string }): Token {
  return href === undefined ? { kind: 'text', text } : { kind: 'link', text, href };
}

/** Splits text at `` `code` ``, which ends with as many backticks as it begins with. */
function splitCode(text: string): Extract<Token, { kind: 'text' | 'code' }>[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const ends = nextOfSameLength(runs.map(({ length }) => length));
  const tokens: { kind: 'text' | 'code'; text: string }[] = [];
  let last = 0;
  for (let at = 0; at < runs.length; at++) {
    const [start, end] = [runs[at], runs[ends[at] ?? runs.length]];
    if (!start || !end) continue;
    const code = text.slice(start.index + start.length, end.index);
    if (code.trim() === '') continue;
    tokens.push({ kind: 'text', text: text.slice(last, start.index) });
    // A space on each side allows backticks next to it.
    tokens.push({ kind: 'code', text: code.replace(/^ (.*) $/s, '$1') });
    last = end.index + end.length;
    at = ends[at] ?? at;
  }
  tokens.push({ kind: 'text', text: text.slice(last) });
  return tokens.filter((token) => token.text !== '');
}

/** Returns for each length the index of its next occurrence. */
function nextOfSameLength(lengths: readonly number[]): (number | undefined)[] {
  const seen = new Map<number, number>();
  return lengths
    .map((_, index) => lengths.length - 1 - index)
    .map((index) => {
      const length = lengths[index] ?? 0;
      const next = seen.get(length);
      seen.set(length, index);
      return next;
    })
    .reverse();
}

/** A star between two of these isn't emphasis: `2*3*4`. */
const WORD = /[\da-z]/i;

interface Open {
  stars: 1 | 2;
  children: Inline[];
}

/** Collects the parts of a paragraph. Bold and italic are open at most once each. */
class Emphasis {
  readonly #open: Open[] = [];
  readonly #root: Inline[] = [];

  add(part: Inline): void {
    (this.#open.at(-1)?.children ?? this.#root).push(part);
  }

  addText(text: string): void {
    if (text === '') return;
    const parts = this.#open.at(-1)?.children ?? this.#root;
    const last = parts.at(-1);
    if (last?.kind === 'text') last.text += text;
    else parts.push({ kind: 'text', text });
  }

  /** Adds one, two or three stars that may begin or end emphasis. */
  addStars(count: number, before = ' ', after = ' '): void {
    if (count > 3 || (WORD.test(before) && WORD.test(after))) {
      this.addText('*'.repeat(count));
      return;
    }
    let left = count;
    while (left > 0 && before.trim() !== '') {
      const fits = this.#open.findLastIndex(({ stars }) => stars <= left);
      const opened = this.#open[fits];
      if (!opened || opened.children.length === 0) break;
      this.#abandon(fits + 1);
      this.#open.pop();
      left -= opened.stars;
      this.add({ kind: opened.stars === 2 ? 'bold' : 'italic', children: opened.children });
    }
    if (after.trim() === '') this.addText('*'.repeat(left));
    else for (const stars of [2, 1] as const) if (left & stars) this.#begin(stars);
  }

  #begin(stars: 1 | 2): void {
    const earlier = this.#open.findIndex((open) => open.stars === stars);
    if (earlier >= 0) this.#abandon(earlier);
    this.#open.push({ stars, children: [] });
  }

  /** Turns the innermost open emphases back into text, until `depth` are left. */
  #abandon(depth: number): void {
    while (this.#open.length > depth) {
      const { stars, children } = this.#open.pop() ?? { stars: 1, children: [] };
      this.addText('*'.repeat(stars));
      for (const child of children) {
        if (child.kind === 'text') this.addText(child.text);
        else this.add(child);
      }
    }
  }

  end(): Inline[] {
    this.#abandon(0);
    return this.#root;
  }
}
