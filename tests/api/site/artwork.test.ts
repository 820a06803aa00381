import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { avatarSvg } from '../../../api/contract/avatars.ts';
import { GENERATED_COVERS, generatedCover } from '../../../api/contract/generated-cover.ts';
import { MARK_PATH, markSvg } from '../../../src/icons/mark.ts';
import { artworkSvg } from '../../../src/og/artwork.ts';

const numbers = Array.from({ length: GENERATED_COVERS }, (_, n) => n);
const saved = (name: string) =>
  readFile(new URL(`../../../public/${name}`, import.meta.url), 'utf8');

it('the generated covers are the saved ones, all different, and take less than 1.5 kB each', async () => {
  const files = await Promise.all(numbers.map((n) => saved(`covers/${n}.svg`)));
  expect(files).toEqual(numbers.map(artworkSvg));
  expect(new Set(files).size).toBe(GENERATED_COVERS);
  expect(Math.max(...files.map((svg) => svg.length))).toBeLessThan(1_500);
});

it('a post has one of the generated covers, always the same, and posts have all of them', () => {
  const covers = Array.from({ length: 500 }, (_, n) => generatedCover(`post-${n}`));
  expect(generatedCover('post-7')).toBe(covers[7]);
  expect(new Set(covers)).toEqual(new Set(numbers.map((n) => `/covers/${n}.svg`)));
});

it('the mark of browser tabs is the mark of the pages', async () => {
  expect(await saved('favicon.svg')).toBe(markSvg('#e4572e'));
  expect(await saved('favicon.svg')).toContain(MARK_PATH);
});

it('avatars with the same letters look different', () => {
  const pictures = [0, 1, 2, 3].map((n) => avatarSvg(`ad-${n}`));
  expect(new Set(pictures).size).toBe(4);
});
