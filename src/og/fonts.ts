import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font as Tables } from 'fontkitten';
import { LRUCache } from 'lru-cache';

/** A file with some of a family's characters. */
interface FontFile {
  path: string;
  /** First and last code points. The file may lack some of them. */
  ranges: [first: number, last: number][];
}

export interface Font {
  path: string;
  /** WOFF2, with all weights. */
  data: Buffer;
  has(letter: string): boolean;
}

/** The families of @fontsource-variable. The first one that has a letter draws it. */
const SERIF = ['source-serif-4', 'noto-serif'];
const SANS = ['figtree', ...SERIF];

const require = createRequire(import.meta.url);

/**
 * Returns the families for a text in order. Han characters look different in Chinese, Japanese and
 * Korean. The text's other letters decide the language, otherwise `language` does (`ja-JP`).
 */
export function familiesFor(text: string, style: 'sans' | 'serif', language: string): string[] {
  const chinese = 'noto-serif-sc';
  const japanese = 'noto-serif-jp';
  const korean = 'noto-serif-kr';
  const asian = (first: string) => [...new Set([first, chinese, japanese, korean])];
  let first = chinese;
  if (/\p{Script=Hangul}/u.test(text)) first = korean;
  else if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) first = japanese;
  else if (/^ja\b/i.test(language)) first = japanese;
  else if (/^ko\b/i.test(language)) first = korean;
  return [...(style === 'sans' ? SANS : SERIF), ...asian(first)];
}

/** Returns the first font with all these characters, or `undefined`. */
export async function fontWith(
  letters: ReadonlySet<string>,
  families: readonly string[],
): Promise<Font | undefined> {
  for (const family of families) {
    for (const { path, ranges } of await filesOf(family)) {
      if (![...letters].some((letter) => isIn(letter, ranges))) continue;
      const font = await open(path);
      if ([...letters].every(font.has)) return font;
    }
  }
  return undefined;
}

const files = new Map<string, FontFile[]>();

async function filesOf(family: string): Promise<FontFile[]> {
  const known = files.get(family);
  if (known) return known;
  const list = require.resolve(`@fontsource-variable/${family}/unicode.json`);
  const names: Record<string, string> = JSON.parse(await readFile(list, 'utf8'));
  const found = Object.entries(names).map(([name, ranges]) => {
    const file = `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    return { path: join(dirname(list), 'files', file), ranges: rangesOf(ranges) };
  });
  files.set(family, found);
  return found;
}

/** Parses `U+20,U+4e00-4e1f`. */
function rangesOf(list: string): [number, number][] {
  return list.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function isIn(letter: string, ranges: FontFile['ranges']): boolean {
  const code = codeOf(letter);
  return ranges.some(([first, last]) => first <= code && code <= last);
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/** Opening a font takes 10 ms, and a text has dozens of letters. */
const fonts = new LRUCache<string, Font>({ max: 40 });

async function open(path: string): Promise<Font> {
  const known = fonts.get(path);
  if (known) return known;
  const data = await readFile(path);
  const tables = tablesOf(data);
  const has = (letter: string) => tables.hasGlyphForCodePoint(codeOf(letter));
  fonts.set(path, { path, data, has });
  return { path, data, has };
}

/** Returns the width of a text in em. Ignores accents, which have no width. */
export function widthOf(graphemes: readonly string[], data: readonly Buffer[]): number {
  const all = data.map(tablesOf);
  const widths = graphemes.map((grapheme) => {
    const code = codeOf(grapheme);
    const font = all.find((one) => one.hasGlyphForCodePoint(code));
    return font ? font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm : 0;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

function tablesOf(data: Buffer): Tables {
  const font = create(data);
  if (font.isCollection) throw new Error('The file has several fonts.');
  return font;
}
