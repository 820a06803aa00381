import { describe, expect, it } from 'vitest';
import {
  categoryProblem,
  categorySlug,
  withOthers,
} from '../../../src/islands/editor/categories.ts';
import { countWords } from '../../../src/islands/editor/count-words.ts';
import { linkAddress, typedAddress } from '../../../src/islands/editor/quill/addresses.ts';
import { setSite } from '../../../src/lib/site.ts';

setSite();

describe('a category', () => {
  it.each([
    [' JavaScript ', 'javascript'],
    ['Web  Design', 'web-design'],
  ])('%j is stored as %j', (typed, slug) => {
    expect(categorySlug(typed)).toBe(slug);
    expect(categoryProblem(typed)).toBe('');
  });

  it.each(['', '-x', 'a/b', 'ü', 'x'.repeat(41)])('%j is invalid', (typed) => {
    expect(categoryProblem(typed)).not.toBe('');
  });

  it('a category of another post is offered once, after the site’s categories', () => {
    const others = ['rust', 'javascript', 'rust', ''].map((slug) => ({ slug, label: 'X' }));
    const slugs = withOthers(others).map(({ slug }) => slug);
    expect(slugs).toEqual(['uncategorized', 'javascript', 'reactjs', 'nextjs', 'rust']);
  });
});

describe('the address of a link', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['example.com:8080/a?b', 'https://example.com:8080/a?b'],
    [' https://example.com ', 'https://example.com'],
    ['me@example.com', 'mailto:me@example.com'],
    ['mailto:me@example.com', 'mailto:me@example.com'],
    ['/about', '/about'],
    ['#part', '#part'],
    ['münchen.de', 'https://münchen.de'],
    ['пример.рф/путь?а=б', 'https://пример.рф/путь?а=б'],
    ['उदाहरण.भारत', 'https://उदाहरण.भारत'],
    ['例え。テスト', 'https://例え。テスト'],
    ['xn--e1afmkfd.xn--p1ai', 'https://xn--e1afmkfd.xn--p1ai'],
    ['\u200bexample.com\u200b', 'https://example.com'],
    ['\ufeff \u2060https://example.com/a', 'https://example.com/a'],
    ['\u202aпример.рф\u202c', 'https://пример.рф'],
    ['\u00a0\u00adme@bücher.example', 'mailto:me@bücher.example'],
  ])('%j becomes %j', (typed, address) => {
    expect(linkAddress(typed)).toBe(address);
  });

  it.each(['', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    '%j is not an address',
    (typed) => {
      expect(linkAddress(typed)).toBeNull();
    },
  );
});

describe('an address that an author types', () => {
  it.each([
    ['example.com/a b', 'https://example.com/a%20b'],
    ['me@example.com', 'mailto:me@example.com'],
    ['tel:+123456', 'tel:+123456'],
    ['/about', '/about'],
    ['#notes', '#notes'],
    ['münchen.de/straße', 'https://münchen.de/straße'],
    ['\u200b\ufeffпример.рф', 'https://пример.рф'],
    ['../a', '../a'],
    ['https:example.com', 'https://example.com/'],
    ['https:/example.com/b', 'https://example.com/b'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(typedAddress(typed)).toBe(stored);
  });

  it.each([
    '',
    'bad address',
    'about',
    'https://bad address',
    'https://',
    'https:',
    'https:?x',
    'javascript:x',
    '…',
  ])('%j is refused', (typed) => {
    expect(typedAddress(typed)).toBeNull();
  });
});

describe('the number of words', () => {
  it.each([
    ['', 0],
    ['One, two – three.\n', 3],
    ["don't  re-use", 2],
    ['v1.2 costs 3.50', 3],
    ['東京', 2],
    ['naïve Ελλάδα', 2],
  ])('in %j is %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});
