import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import { linkUrl, pictureUrl, videoUrl, webUrl } from '../../../api/contract/urls.ts';
import { feedHtml } from '../../../src/lib/feed-html.ts';
import { headOf } from '../../../src/lib/head.ts';
import { renderProse } from '../../../src/lib/prose.ts';
import { generator } from '../../support/random.ts';

/** Web addresses as authors write them, with the addresses that browsers read. */
const READ_AS: [written: string, read: string | null][] = [
  ['https:example.com/a', 'https://example.com/a'],
  ['https:/example.com/b', 'https://example.com/b'],
  ['https:///example.com/c', 'https://example.com/c'],
  ['https:////example.com', 'https://example.com/'],
  ['HTTPS:Example.com/D', 'https://example.com/D'],
  ['http:example.com', 'http://example.com/'],
  ['http:\\\\example.com\\e', 'http://example.com/e'],
  ['https:\\example.com', 'https://example.com/'],
  ['https:user@example.com:8080/?q#f', 'https://user@example.com:8080/?q#f'],
  ['https:münchen.de', 'https://xn--mnchen-3ya.de/'],
  [' \x01h\tt\nt\r\np\ts:example.com', 'https://example.com/'],
  ['https:example.com/a/../b', 'https://example.com/b'],
  ['//example.com/f', 'https://example.com/f'],
  ['\\\\example.com\\g', 'https://example.com/g'],
  ['/\\example.com', 'https://example.com/'],
  ['/\t/example.com', 'https://example.com/'],
  ['https://example.com', 'https://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['https:', null],
  ['https:/', null],
  ['https://', null],
  ['https:\\', null],
  ['https:?x', null],
  ['https:#x', null],
  ['https:/?x', null],
  ['http::80', null],
  ['//', null],
  ['//?x', null],
  ['https:exa mple.com', null],
];

const OTHER_SCHEMES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\x01 javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'javascript:https://example.com',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.com/x',
  'ftp://example.com',
];

/** All spellings of the placeholder host that once stood for "this site" while parsing. */
const PLACEHOLDERS = [
  'https://site.invalid/x',
  'http://site.invalid',
  '//site.invalid/example',
  '\\\\site.invalid/x',
  'https:site.invalid',
  'https:/site.invalid/x',
  'HTTPS://SITE.INVALID/x',
  'https://user@site.invalid:8080/x',
  'https://site.invalid./x',
  'https://www.site.invalid/x',
  'https://ｓｉｔｅ.invalid/x',
  'https://site%2Einvalid/x',
  'https://site.in\u00advalid/x',
  'https://site.invalid/site.invalid/a.b',
  'https://site.invalid/',
  'https://site.invalid/?x',
];

describe('an address', () => {
  it.each(READ_AS)('written as %j is read as %j', (written, read) => {
    expect(linkUrl(written)).toBe(read);
    expect(pictureUrl(written)).toBe(read);
    expect(webUrl(written)).toBe(read);
  });

  it.each(['https:', 'https:/', 'http:\\\\', '//', '\\\\', 'HTTPS://'])(
    'of a video may begin with %j',
    (start) => {
      expect(videoUrl(`${start}www.youtube.com/embed/dQw4w9WgXcQ`)).toBe(
        'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      );
    },
  );

  it.each(OTHER_SCHEMES)('%j isn’t a link', (address) => {
    expect(linkUrl(address)).toBeNull();
    expect(pictureUrl(address)).toBeNull();
    expect(videoUrl(address)).toBeNull();
  });

  it.each(['/about', '#part', '?page=2', 'about', '../a', './a?b:c', 'mailto:a@example.com'])(
    '%j is unchanged as a link, but isn’t a web address',
    (address) => {
      expect(linkUrl(address)).toBe(address);
      expect(webUrl(address)).toBeNull();
    },
  );

  it.each(PLACEHOLDERS)('%j isn’t a link', (address) => {
    expect(linkUrl(address)).toBeNull();
    expect(sanitize(`<p><a href="${address}">text</a><img src="${address}"></p>`)).toBe(
      '<p>text</p>',
    );
  });

  it('that is too long after normalizing isn’t a link', () => {
    expect(linkUrl(`https:example.com/${'é'.repeat(1000)}`)).toBeNull();
  });
});

describe('the host site.invalid', () => {
  it('is never stored in an address, for random input', () => {
    const random = generator(33);
    const words = [
      ...['https:', 'http:', 'HTTPS:', '//', '/', '\\', '?', '#', ':', '@', '.', '..', '%2e'],
      ...['\t', '\n', ' ', '\u00a0', 'example.com', 'site.invalid', 'SITE.INVALID', 'site'],
      ...['.invalid', 'a', 'x=1', '[::1]', '80', 'é', 'mailto:', 'javascript:', '&quot;'],
    ];
    for (let n = 0; n < 5000; n++) {
      const address = Array.from({ length: 1 + random(6) }, () => words[random(words.length)]).join(
        '',
      );
      const clean = sanitize(`<p><a href="${address}">t</a><img src="${address}"></p>`);
      expect(sanitize(clean), address).toBe(clean);
      for (const url of addressesIn(clean)) {
        const { hostname } = new URL(url, 'https://blog.example.com');
        expect(hostname, address).not.toMatch(/(^|\.)site\.invalid\.?$/);
      }
    }
  });

  it('is allowed in text, paths and queries', () => {
    const html =
      '<p>https://site.invalid/x <a href="https://example.com/site.invalid?u=https://site.invalid/" rel="noopener noreferrer">y</a></p>';
    expect(sanitize(html)).toBe(html);
  });

  const STORED =
    '<p><a href="https://site.invalid/example.com/a" rel="noopener noreferrer">a</a>' +
    '<a href="https://site.invalid/?x" rel="noopener noreferrer">b</a>' +
    '<img src="https://site.invalid/example.com/c.png" alt=""></p>';

  it('is removed from addresses stored by older releases when a post is saved', () => {
    expect(sanitize(STORED)).toBe(
      '<p><a href="https://example.com/a" rel="noopener noreferrer">a</a>b' +
        '<img src="https://example.com/c.png" alt=""></p>',
    );
  });

  it('is removed from pages and feeds', async () => {
    const { html } = await renderProse(STORED, new Map(), 'https://blog.example.com');
    for (const shown of [html, feedHtml(STORED, 'https://blog.example.com/post/x')]) {
      expect(shown).toContain('href="https://example.com/a"');
      expect(shown).toContain('src="https://example.com/c.png"');
      expect(shown).not.toContain('site.invalid');
    }
  });

  it('is removed from canonical addresses', () => {
    const canonical = (stored: string) =>
      headOf(
        { title: 'T', path: '/post/t', kind: 'post', seo: { canonical: stored } },
        { name: 'N', description: 'D', language: 'en-US' },
        'https://blog.example.com',
      ).find(({ attrs }) => attrs.rel === 'canonical')?.attrs.href;
    expect(canonical('https://site.invalid/example.com/a')).toBe('https://example.com/a');
    expect(canonical('https://site.invalid/')).toBe('https://blog.example.com/post/t');
  });
});

function addressesIn(html: string): string[] {
  const found: string[] = [];
  const visit = (nodes: ReturnType<typeof parseDocument>['children']): void => {
    for (const node of nodes) {
      if (!('attribs' in node)) continue;
      found.push(...[node.attribs.href, node.attribs.src].filter((url) => url !== undefined));
      visit(node.children);
    }
  };
  visit(parseDocument(html).children);
  return found;
}
