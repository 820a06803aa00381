import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../api/post-fields/slug.ts';

describe('the slug of a title', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['  What’s new in Next.js -- 16? ', 'whats-new-in-next-js-16'],
    ['Crème brûlée', 'creme-brulee'],
    ['Cafe\u0301', 'cafe'],
    ['Привет, мир', 'privet-mir'],
    ['ქართული ენა', 'kartuli-ena'],
    ['Қазақстан', 'kazakstan'],
    ['Hawaiʻi', 'hawaii'],
    ['Qurʾān', 'quran'],
    ['об’єкт', 'obiekt'],
    ['你好，世界', 'ni-hao-shi-jie'],
    ['ﬁne ½', 'fine-1-2'],
    ['🎉 party 👩‍👩‍👧', 'party'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['🎉🎉', 'post'],
    ['!!!', 'post'],
    ['\u0301\u200d', 'post'],
  ])('of %j is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each(['مرحبا بالعالم', 'שלום עולם', '日本語', 'ภาษาไทย', '한국어', 'हिन्दी'])(
    'of %s has only URL-safe letters',
    (title) => {
      expect(slugOf(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    },
  );

  it('the slug of a title is cut at the end of a word, to at most 80 characters', () => {
    expect(slugOf('word '.repeat(40))).toBe(Array(16).fill('word').join('-'));
    expect(slugOf(`${'a'.repeat(50)} ${'b'.repeat(50)}`)).toBe('a'.repeat(50));
    expect(slugOf(`a ${'b'.repeat(150)}`)).toBe(`a-${'b'.repeat(78)}`);
    expect(slugOf('漢'.repeat(200)).length).toBeLessThanOrEqual(80);
  });
});
