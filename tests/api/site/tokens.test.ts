import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCENTS } from '../../../api/contract/site.ts';
import { PAPER, SWATCHES } from '../../../src/islands/dashboard/settings/site/accents.ts';

const TOKENS = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');
const HUES = [0, 1, 2, 3, 4, 5].map((n) => `hue-${n}`);
const BACKGROUNDS = ['paper', 'raised', 'sunken'];
const TEXT = ['ink', 'soft', 'muted', 'accent', 'accent-strong', 'mark'];

/** Text on its own soft background, and on filled buttons. */
const PAIRS = [
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['soft', 'accent-soft'],
  ['mark', 'accent-soft'],
  ['accent-strong', 'accent-soft'],
  ['ink', 'highlight-soft'],
  ['soft', 'highlight-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['paper', 'danger'],
  ['danger', 'danger-soft'],
  ['success', 'success-soft'],
  ['warn', 'warn-soft'],
] as const;

const STATES = ['danger', 'success', 'warn'];
const SHAPES = ['field', 'mark-shape'];

function colorsOf(theme: 'light' | 'dark'): Map<string, string> {
  return colorsIn(TOKENS.split(`html[data-theme="${theme}"] {`)[1]);
}

/** Returns the colors of a theme with an accent. The first accent has none of its own. */
function colorsWith(theme: 'light' | 'dark', accent: string): Map<string, string> {
  const isDark = theme === 'dark' ? ':where([data-theme="dark"])' : '';
  const own = colorsIn(TOKENS.split(`\nhtml${isDark}[data-accent="${accent}"] {`)[1]);
  if (own.size === 0 && accent !== ACCENTS[0]) throw new Error(`${accent} has no colors`);
  return new Map([...colorsOf(theme), ...own]);
}

/** Returns the colors up to the end of the CSS rule. */
function colorsIn(css = ''): Map<string, string> {
  const [block = ''] = css.split('}');
  return new Map(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [
      name ?? '',
      hex ?? '',
    ]),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(colors: Map<string, string>, a: string, b: string): number {
  const [first, second] = [a, b].map((name) => {
    const hex = colors.get(name);
    if (hex === undefined) throw new Error(`There is no token --${name}`);
    return luminance(hex) + 0.05;
  });
  if (first === undefined || second === undefined) return 0;
  return Math.max(first, second) / Math.min(first, second);
}

const LOOKS = (['light', 'dark'] as const).flatMap((theme) =>
  ACCENTS.map((accent) => ({ theme, accent })),
);

describe.each(LOOKS)('the tokens of the $theme theme with the accent $accent', (look) => {
  const colors = colorsWith(look.theme, look.accent);
  const below = (least: number, pairs: readonly (readonly [string, string])[]) =>
    pairs
      .map(([a, b]) => ({ pair: `${a} on ${b}`, ratio: contrast(colors, a, b) }))
      .filter(({ ratio }) => ratio < least);
  const each = (names: readonly string[]) =>
    names.flatMap((name) => BACKGROUNDS.map((background) => [name, background] as const));

  it('give text a contrast of 4.5:1 on every background (WCAG AA)', () => {
    expect(below(4.5, [...each(TEXT), ...each(HUES), ...each(STATES), ...PAIRS])).toEqual([]);
  });

  it('give field borders and shapes a contrast of 3:1 on paper and raised surfaces', () => {
    const pairs = SHAPES.flatMap((name) => [[name, 'paper'] as const, [name, 'raised'] as const]);
    expect(below(3, pairs)).toEqual([]);
  });
});

it('both themes define the same tokens', () => {
  expect([...colorsOf('dark').keys()].sort()).toEqual([...colorsOf('light').keys()].sort());
});

it('the settings show the accents in these colors', () => {
  const shown = LOOKS.map(({ theme, accent }) => [accent, theme, SWATCHES[accent][theme]]);
  expect(shown).toEqual(
    LOOKS.map(({ theme, accent }) => [accent, theme, colorsWith(theme, accent).get('accent')]),
  );
  for (const theme of ['light', 'dark'] as const)
    expect([theme, PAPER[theme]]).toEqual([theme, colorsOf(theme).get('paper')]);
});

it('feeds in a browser have these colors', () => {
  const file = new URL('../../../src/styles/feed.css', import.meta.url);
  const [, light, dark] = readFileSync(file, 'utf8').split(':root {').map(colorsIn);
  for (const [copy, theme] of [
    [light, 'light'],
    [dark, 'dark'],
  ] as const) {
    const tokens = colorsOf(theme);
    expect(copy?.size).toBeGreaterThan(5);
    for (const [name, hex] of copy ?? []) expect([name, hex]).toEqual([name, tokens.get(name)]);
  }
});

it('docs/design.md shows these colors and their contrast', () => {
  const page = readFileSync(new URL('../../../docs/design.md', import.meta.url), 'utf8');
  const [light, dark] = [colorsOf('light'), colorsOf('dark')];
  const listed = [...page.matchAll(/^\| `--([a-z-]+)` +\| `(#\w+)` +\| `(#\w+)` /gm)];
  expect(listed.length).toBeGreaterThan(10);
  for (const [, name = '', ...colors] of listed) {
    expect([name, ...colors]).toEqual([name, light.get(name), dark.get(name)]);
  }
  const pairs = [...page.matchAll(/^\| `--([\w-]+)` on `--([\w-]+)` +\| ([\d.]+) +\| ([\d.]+) /gm)];
  expect(pairs.length).toBeGreaterThan(10);
  for (const [, a = '', b = '', ...shown] of pairs) {
    const computed = [light, dark].map((colors) => contrast(colors, a, b).toFixed(1));
    expect([a, b, ...shown]).toEqual([a, b, ...computed]);
  }
});
