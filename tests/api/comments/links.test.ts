import { describe, expect, test } from 'vitest';
import { countLinks, linkify } from '../../../api/contract/links.ts';

const shown = (text: string) =>
  linkify(text).flatMap((piece) => (piece.href === undefined ? [] : piece.text));

/** Texts in which «…» surrounds what should be a link. */
test.each([
  'See «https://example.com/a?b=c#d».',
  '(«http://example.com/x»)',
  '«https://en.wikipedia.org/wiki/Ink_(disambiguation)»!',
  '(«https://en.wikipedia.org/wiki/Rust_(language)»)',
  '(see «https://en.wikipedia.org/wiki/Rust_(language)», section 2)',
  '[«https://example.com/a[1]»], {«https://example.com/{id}»}',
  '[text](«https://example.com/a»)more',
  '「«https://example.com/a»」と【«https://example.com/b»】',
  '（«https://example.com/a»）',
  '«https://ja.example/wiki/東京（曖昧さ回避）»。',
  '请看«https://example.com/a»。谢谢',
  '请看«https://example.com/a»，还有«https://example.com/b»；《«https://example.com/c»》！',
  'انظر «https://example.com/a»، ثم «https://example.com/b»؟',
  'देखें «https://example.com/a»।',
  '«https://example.com/a»… and «https://example.com/b»—',
  '“«https://example.com/a»” „«https://example.com/b»“',
  '«https://example.com/foo_» and «https://example.com/~me/-»',
  '«https://ja.example/wiki/東京»',
  '«https://ja.example/wiki/レオナルド・ダ・ヴィンチ»',
  '«https://hi.example/wiki/हिन्दी» «https://ar.example/wiki/مُحَمَّد»',
  "«https://example.com/a'b» 'and «https://example.com/c»'",
  'L’«https://fr.example/wiki/L’Île»’',
  '**«https://example.com/a»** *«https://example.com/b»* _«https://example.com/c»_',
  '`«https://example.com/a»` <«https://example.com/a»> "«https://example.com/b»"',
  '«https://a.example»,«https://b.example»;«www.c.example»',
  '«https://a.example/x»|«https://b.example»«https://c.example»',
  '«https://web.archive.org/web/2020/https://example.com/»',
  '«https://example.com/?next=https://www.example.com/a»',
  '«http://[::1]:80/a»',
  'WWW: «WWW.example.com», and «http://b.example»',
  '«https://例え.jp/»',
  '«https://example.com/a?x=1&y=2#c:~:text=d»;',
])('links are found in %s', (marked) => {
  const quotes = marked
    .replace(/«(?=https?:|www\.)/gi, '\0')
    .split('\0')
    .slice(1);
  const links = quotes.map((rest) => rest.slice(0, rest.indexOf('»')));
  const text = marked.replace(/[«»]/g, '');
  expect(shown(text)).toEqual(links);
  expect(countLinks(text)).toBe(links.length);
  expect(
    linkify(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test.each([
  ['https://ja.example/wiki/東京', 'https://ja.example/wiki/%E6%9D%B1%E4%BA%AC'],
  ['https://例え.jp/', 'https://xn--r8jz45g.jp/'],
  ['www.example.com', 'https://www.example.com/'],
  ['https://example.com/"onmouseover="alert(1)', 'https://example.com/'],
])('the link %s leads to %s', (text, href) => {
  expect(linkify(text)[0]?.href).toBe(href);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://',
  'https://.',
  'https://。',
  'www.…',
  '<a href="x">',
  'ftp://example.com',
  'example.com',
])('no link is found in %s', (text) => {
  expect(linkify(text)).toEqual([{ text }]);
  expect(countLinks(text)).toBe(0);
});

describe('finding links in a long text', () => {
  test.each(['http://', 'www.', 'www.a(', 'https://a.example,', '(https://a.example/', 'x)', '….'])(
    'takes no time if it repeats %s',
    (part) => {
      const text = `https://a.example/${part.repeat(65_536 / part.length)}`;
      expect(
        linkify(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    },
    1_000,
  );
});
