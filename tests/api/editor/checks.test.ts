import { describe, expect, it } from 'vitest';
import { parse } from '../../../api/content/parse.ts';
import { sanitize } from '../../../api/content/sanitize.ts';
import { suggestionsFor } from '../../../src/islands/editor/checks/rules.ts';

const NOTHING = { image: '', imageAlt: '', uploads: 0 };

/** Returns the suggestions for stored content. */
function check(html: string, others: Partial<typeof NOTHING> = {}) {
  const stored = sanitize(html);
  return suggestionsFor({ content: parse(stored), ...NOTHING, ...others });
}

const places = (html: string) =>
  check(html).map(({ place: { kind, index } }) => `${kind} ${index}`);

describe('the checks before publishing', () => {
  it('have nothing to say about a sound post', () => {
    const html =
      '<h2>One</h2><h3>Two</h3><h4>Three</h4><h2>Four</h2><h2><br></h2>' +
      '<figure><a href="/x"><img src="/a.png" alt="A cat"></a><figcaption>c</figcaption></figure>' +
      '<p><a href="/y">text</a> <a href="#four">jump</a> <img src="https://x.example/b.png" alt="b"></p>';
    expect(check(html, { image: '/cover.png', imageAlt: 'A hill' })).toEqual([]);
    expect(check('')).toEqual([]);
  });

  it('find a cover and pictures without alternative text, wherever they are', () => {
    expect(check('', { image: '/c.png', imageAlt: ' ' })).toMatchObject([
      { text: 'The cover has no alternative text', place: { kind: 'cover' } },
    ]);
    const html =
      '<p><img src="/uploads/a%20cat.png"><img src="/b.png" alt="b"><img src="/c.png" alt=" \u200b"></p>' +
      '<figure><img src="/d.png"><img src="/e.png"></figure>' +
      '<table><tbody><tr><td><img src="/f.png"></td></tr></tbody></table>' +
      '<aside data-callout="tip"><p><img src="/g.png" alt="g"></p></aside>' +
      '<details><summary>s</summary><p><img src="/h.png"></p></details>';
    expect(places(html)).toEqual([0, 2, 3, 4, 5, 7].map((index) => `picture ${index}`));
    expect(check(html)[0]?.text).toBe('The picture “a cat.png” has no alternative text');
  });

  it('find pictures that are loaded without TLS', () => {
    const html =
      '<p><img src="http://x.example/a.png" alt="a"><img src="HTTP://x.example/b.png" alt="b"></p>' +
      '<p><img src="//x.example/c.png" alt="c"><img src="/http:/d.png" alt="d"></p>';
    expect(places(html)).toEqual(['picture 0', 'picture 1']);
    const cover = { image: 'http://x.example/c.png', imageAlt: 'c' };
    expect(check('', cover).map(({ text }) => text)).toEqual([
      'The cover has an address with http',
    ]);
  });

  it.each([
    ['<h3>a</h3>', ['heading 0'], "It's a heading 3 after the title. Make it a heading 2."],
    [
      '<h2>a</h2><h4>b</h4><h5>c</h5>',
      ['heading 1'],
      "It's a heading 4 after a heading 2. Make it a heading 3.",
    ],
    [
      '<h1>a</h1><h2>b</h2><h4>c</h4><h6>d</h6>',
      ['heading 2', 'heading 3'],
      "It's a heading 4 after a heading 2. Make it a heading 3.",
    ],
    [
      '<p><br></p><h4><br></h4><h2>a</h2><blockquote><h4>b</h4></blockquote>',
      ['heading 1'],
      "It's a heading 4 after a heading 2. Make it a heading 3.",
    ],
  ])('find headings that skip a level in %s', (html, expected, advice) => {
    expect(places(html)).toEqual(expected);
    expect(check(html)[0]?.advice).toBe(advice);
  });

  it('find links without a text or an address, but not pictures that are links', () => {
    const html =
      '<p>a<a href="/x"> </a>b <a href="/fine">fine</a> <a href="#">here</a></p>' +
      '<ul><li>c <a href="https://example.com">\u200b</a></li></ul>' +
      '<p><a href="/y"><img src="/p.png" alt="p"></a></p>';
    const found = check(html);
    expect(found.map(({ text }) => text)).toEqual([
      'A link has no text',
      'The link “here” leads nowhere',
      'A link has no text',
    ]);
    expect(places(html)).toEqual(['empty-link 0', 'empty-link 1', 'empty-link 2']);
  });

  it('say first what keeps the post from being published', () => {
    const found = check('<p><img src="/a.png"></p>', { uploads: 2 });
    expect(found.map(({ isBlocking = false, place }) => [isBlocking, place])).toEqual([
      [true, { kind: 'upload', index: 0 }],
      [true, { kind: 'upload', index: 1 }],
      [false, { kind: 'picture', index: 0 }],
    ]);
  });

  it('shorten long names', () => {
    const [found] = check(`<h4>${'word '.repeat(100)}</h4>`);
    expect(found?.text.length).toBeLessThan(80);
  });
});
