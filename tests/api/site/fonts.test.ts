import { readFileSync, statSync } from 'node:fs';
import { create, type Font } from 'fontkitten';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';

const STYLES = new URL('../../../src/styles/', import.meta.url);
const CSS = readFileSync(new URL('fonts.css', STYLES), 'utf8');

interface Face {
  name: string;
  file: URL;
  ranges: [first: number, last: number][];
}

/** The faces of fonts.css that have a file, in order. The last one with a character draws it. */
const FACES: Face[] = [...CSS.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, rules = '']) => {
  const value = (property: string) => new RegExp(`${property}:\\s*([^;]+);`).exec(rules)?.[1] ?? '';
  const file = /url\("([^"]+)"\)/.exec(rules)?.[1];
  if (!file) return [];
  const name = `${value('font-family').replaceAll('"', '')} ${value('font-style')}`;
  const ranges = value('unicode-range')
    .split(',')
    .map((range) => range.trim().replace('U+', '').split('-'))
    .map(([first = '', last = first]): [number, number] => [parse(first), parse(last)]);
  return [{ name, file: new URL(file, STYLES), ranges }];
});

function parse(hex: string): number {
  return Number.parseInt(hex, 16);
}

function faceFor(name: string, letter: string): Face | undefined {
  const code = letter.codePointAt(0) ?? 0;
  return FACES.findLast(
    (face) => face.name === name && face.ranges.some(([from, to]) => from <= code && code <= to),
  );
}

function open({ file }: Face): Font {
  const font = create(readFileSync(file));
  if (font.isCollection) throw new Error('a collection');
  return font;
}

function bytesOf(text: string, names: readonly string[]): number {
  const files = new Set(
    names.flatMap((name) => [...text].flatMap((letter) => faceFor(name, letter)?.file.href ?? [])),
  );
  return [...files].reduce((sum, file) => sum + statSync(new URL(file)).size, 0);
}

const SERIF = 'Inkwell Serif normal';
const ITALIC = 'Inkwell Serif italic';
const SANS = 'Figtree normal';
const MONO = 'Inkwell Mono normal';
const ENGLISH = '“Don’t — a café,” she said… © 2026 · 3 × $5 = €15, résumé';
const WESTERN =
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿœŒı¡¿«»‹›„‚°±£¥§¨®™−';

test.each([SERIF, ITALIC, SANS])('%s has every letter of western European languages', (name) => {
  const lacking = [...ENGLISH, ...WESTERN].filter((letter) => {
    const face = faceFor(name, letter);
    return !face || !open(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  });
  expect(lacking).toEqual([]);
});

test('English text loads one small file of each face', () => {
  expect(bytesOf(ENGLISH, [SERIF, SANS])).toBeLessThan(32_000);
  expect(bytesOf(ENGLISH, [ITALIC])).toBeLessThan(13_000);
  expect(bytesOf(ENGLISH, [MONO])).toBeLessThan(6_000);
});

test('the fonts have the figures that the styles ask for', async () => {
  /** Reduced to its figures, a font keeps the names of what can change them. */
  const figures = async (name: string) => {
    const face = faceFor(name, '1');
    const reduced =
      face && subsetFont(readFileSync(face.file), '123', { targetFormat: 'truetype' });
    return (await reduced)?.toString('latin1');
  };
  expect(await figures(SERIF)).toContain('onum');
  expect(await figures(ITALIC)).toContain('onum');
  expect(await figures(SANS)).toContain('tnum');
});

test('all characters of the font for code have the same width', () => {
  const face = faceFor(MONO, 'i');
  const font = face && open(face);
  const widths = [...'iW0.→'].map(
    (letter) => font?.glyphForCodePoint(letter.codePointAt(0) ?? 0)?.advanceWidth,
  );
  expect(new Set(widths)).toEqual(new Set([600]));
});
