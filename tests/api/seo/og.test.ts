import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawOg } from '../../../src/og/draw.ts';
import type { OgFont } from '../../../src/og/fonts.ts';
import { drawableText } from '../../../src/og/glyphs.ts';

async function fonts(): Promise<OgFont[]> {
  const file = new URL(
    '../../../src/og/fonts/source-serif-4-latin-600-normal.woff',
    import.meta.url,
  );
  return [{ name: 'Serif', data: await readFile(file), weight: 600, style: 'normal' }];
}

test.each([
  ['a short title', 'Hi'],
  ['the longest title', 'Wide Words '.repeat(18)],
  ['one word without a break', 'W'.repeat(200)],
  ['Arabic', 'مرحبا بالعالم'],
  ['Chinese', '你好，世界'],
  ['emoji', '🎉👩‍👩‍👧'],
  ['markup', '<b>&amp;</b>'],
])('the picture for sharing is drawn for %s: 1200 by 630, below 50 kB', async (_name, title) => {
  const card = {
    siteName: 'Inkwell',
    title,
    note: 'React.js',
    author: 'ada',
    host: 'example.com',
    seed: 'x',
  };
  const picture = await drawOg(card, await fonts());
  expect(await sharp(picture).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  });
  expect(picture.length).toBeLessThan(50_000);
});

test("a title loses characters that the fonts can't draw, and is left out if little remains", () => {
  expect(drawableText('Fin 🎉 — “Ελλάδα”')).toBe('Fin — “Ελλάδα”');
  expect(drawableText('React 你好')).toBe('React');
  expect(drawableText('你好世界 x')).toBeUndefined();
  expect(drawableText('🎉')).toBeUndefined();
});
