import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { feedHtml } from '../../../src/lib/feed-html.ts';
import { type FeedPost, feedItem, rssFeed } from '../../../src/lib/feeds.ts';
import { parseHtml, textContent } from '../../../src/lib/html.ts';
import { expectValidRss } from '../../support/feeds.ts';

const ORIGIN = 'https://blog.example.com';
const SITE = { name: 'Ink & <well>', description: 'Notes "on" the web', language: 'en-US' };

const POST: FeedPost = {
  title: 'Hello',
  slug: 'hello',
  guid: '',
  category: 'React.js',
  author: { name: 'ada', path: '/author/ada' },
  cover: null,
  text: 'Some text',
  content: '<p>Some <em>text</em></p>',
  createdAt: new Date('2026-01-02T03:04:05Z'),
  updatedAt: new Date('2026-01-02T03:04:05Z'),
};

const FRAME = { updatedAt: POST.updatedAt, path: '/' };

interface Parsed {
  rss: { channel: Record<string, unknown> & { item: Record<string, string> } };
}

function feedOf(post: Partial<FeedPost>, ids = ORIGIN) {
  const item = feedItem(SITE, { ...POST, ...post }, { site: ORIGIN, ids });
  const xml = rssFeed(SITE, ORIGIN, [item], FRAME);
  expectValidRss(xml, `${ORIGIN}/rss.xml`);
  const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: false });
  return (parser.parse(xml) as Parsed).rss.channel;
}

describe('the feed', () => {
  test('the feed has the site, its own URL and the latest change', () => {
    const channel = feedOf({});
    expect(channel.title).toBe('Ink & <well>');
    expect(channel.link).toBe('https://blog.example.com/');
    expect(channel['atom:link']).toMatchObject({
      '@_href': 'https://blog.example.com/rss.xml',
      '@_rel': 'self',
    });
    expect(channel.lastBuildDate).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
  });
  test('the feed has the full text, the date and a permanent URL', () => {
    const { item } = feedOf({});
    expect(item).toMatchObject({
      title: 'Hello',
      link: 'https://blog.example.com/post/hello',
      pubDate: 'Fri, 02 Jan 2026 03:04:05 GMT',
      category: 'React.js',
      description: 'Some text',
      'content:encoded': '<p>Some <em>text</em></p>',
    });
  });
  test('the feed keeps the ids of a site that has moved, which are no longer addresses', () => {
    const { item } = feedOf({ slug: 'hello-2', guid: 'hello' }, 'http://localhost:4321');
    expect(item.link).toBe('https://blog.example.com/post/hello-2');
    expect(item.guid).toEqual({
      '#text': 'http://localhost:4321/post/hello',
      '@_isPermaLink': 'false',
    });
  });
  test('the feed names the author of a post, or the site if the account was deleted', () => {
    expect(feedOf({}).item['dc:creator']).toBe('ada');
    expect(feedOf({ author: null }).item['dc:creator']).toBe('Ink & <well>');
  });
  test('the feed leads to the comments of a post and to their feed', () => {
    expect(feedOf({}).item).toMatchObject({
      comments: 'https://blog.example.com/post/hello#comments',
      'wfw:commentRss': 'https://blog.example.com/post/hello/comments.xml',
    });
  });
  test('the feed has the cover of a post, with its size and its description', () => {
    const cover = { url: '/uploads/1-a&b.jpg', alt: 'A "drop" <of> ink', width: 1200, height: 800 };
    expect(feedOf({ cover }).item['media:content']).toEqual({
      '@_url': 'https://blog.example.com/uploads/1-a&b.jpg',
      '@_medium': 'image',
      '@_width': '1200',
      '@_height': '800',
      'media:description': { '#text': 'A "drop" <of> ink', '@_type': 'plain' },
    });
    const elsewhere = { url: 'https://example.org/x.png', alt: '' };
    expect(feedOf({ cover: elsewhere }).item['media:content']).toEqual({
      '@_url': 'https://example.org/x.png',
      '@_medium': 'image',
    });
    expect(feedOf({}).item['media:content']).toBeUndefined();
  });
  test('a feed that is opened in a browser says how to subscribe, and links to its posts', () => {
    const xml = rssFeed(SITE, ORIGIN, [feedItem(SITE, POST, { site: ORIGIN, ids: ORIGIN })], FRAME);
    expect(xml).toContain('<?xml-stylesheet type="text/css" href="/feed.css"?>');
    const { channel } = (new XMLParser({ ignoreAttributes: false }).parse(xml) as Parsed).rss;
    const header = channel['h:header'] as Record<string, unknown>;
    expect(header['h:h1']).toBe('Ink & <well>');
    expect(JSON.stringify(header)).toContain('copy this address into your feed reader');
    expect(JSON.stringify(header)).toContain('"h:code":"https://blog.example.com/rss.xml"');
    expect(channel.item['h:h2']).toEqual({
      'h:a': { '#text': 'Hello', '@_href': 'https://blog.example.com/post/hello' },
    });
    expect(JSON.stringify(channel.item['h:p'])).toContain('January 2, 2026');
  });
  test('a browser shows the beginning of a post as it was written', () => {
    const page = feedOf({ text: 'Q&A: 1 < 2' }).item['h:p'] as unknown as object[];
    expect(page).toContainEqual({ '#text': 'Q&A: 1 < 2', '@_class': 'text' });
  });
  test('a feed announces its hub, if the site has one', () => {
    const hub = 'https://hub.example.com/?a=1&b=2';
    const links = (xml: string) =>
      [...xml.matchAll(/<atom:link[^>]*rel="hub"[^>]*>/g)].map(([link]) => link);
    expect(links(rssFeed(SITE, ORIGIN, [], FRAME))).toEqual([]);
    expect(links(rssFeed(SITE, ORIGIN, [], { ...FRAME, hub }))).toEqual([
      '<atom:link href="https://hub.example.com/?a=1&amp;b=2" rel="hub"/>',
    ]);
  });
  test('the feed has a summary that is text for readers that take it for HTML', () => {
    const text = `<script>alert(1)</script> a & b, "it's" &lt;b&gt; <img src=x onerror=alert(1)>`;
    const summary = feedOf({ text }).item.description ?? '';
    expect(summary).toBe(
      `&lt;script&gt;alert(1)&lt;/script&gt; a &amp; b, "it's" &amp;lt;b&amp;gt; &lt;img src=x onerror=alert(1)&gt;`,
    );
    expect(textContent(parseHtml(summary))).toBe(text);
  });
  test('the feed cuts the summary before it is escaped, not inside an entity or a pair of surrogates', () => {
    for (const text of [
      '<'.repeat(500),
      '&amp;'.repeat(200),
      '😀'.repeat(300),
      `a${'😀'.repeat(300)}`,
    ]) {
      const summary = textContent(parseHtml(feedOf({ text }).item.description ?? ''));
      expect(summary.isWellFormed()).toBe(true);
      expect(text.startsWith(summary.slice(0, -1)), summary).toBe(true);
      expect(summary.length).toBeLessThanOrEqual(301);
    }
  });
  test('the feed is valid with any text in any place', () => {
    const evil = `]]> <![CDATA[ <script>alert(1)</script> & &#0; \uDC00 \uD83D 😀 \u0000\u001F\uFFFF </item>`;
    for (const key of ['title', 'text', 'category'] as const) feedOf({ [key]: evil });
    const { item } = feedOf({ content: `<p title="]]>">]]&gt; ]]>\uD800 😀</p>` });
    expect(item['content:encoded']).toContain('😀');
  });
  test('the feed is well-formed with any title', () => {
    const title = `]]> & <b>"x"</b> \u0000\u0008\u001B\uFFFE\uD800 &#0; 😀 'y'`;
    expect(feedOf({ title }).item.title).toBe(`]]> & <b>"x"</b>  &#0; 😀 'y'`);
  });
  test('the feed is well-formed with any content', () => {
    const content = '<pre><code>a[b[0]]&gt;1 ]]&gt; <![CDATA[x]]>\u0007</code></pre>';
    expect(feedOf({ content }).item['content:encoded']).toContain('a[b[0]]&gt;1 ]]&gt;');
  });
  test('the feed is well-formed without posts', () => {
    expect(
      XMLValidator.validate(rssFeed(SITE, ORIGIN, [], { ...FRAME, updatedAt: undefined })),
    ).toBe(true);
  });
});

describe('content for feed readers', () => {
  const html = (content: string) => feedHtml(content, `${ORIGIN}/post/hello`);
  test.each([
    [
      'open details',
      '<details><summary>a</summary><p>b</p></details>',
      '<details open=""><summary>a</summary><p>b</p></details>',
    ],
    [
      'footnotes at the end',
      '<p>a<span data-footnote>b <a href="/x">c</a></span></p>',
      `<p>a<sup><a href="${ORIGIN}/post/hello#fn-1">1</a></sup></p><hr><ol><li>b <a href="${ORIGIN}/x">c</a></li></ol>`,
    ],
    [
      'the source of formulas',
      '<p><span data-math>x^2 &lt; y</span></p><div data-math>z</div>',
      '<p><code>x^2 &lt; y</code></p><p><code>z</code></p>',
    ],
    [
      'labels of callouts',
      '<aside data-callout="tip"><p>a</p></aside>',
      '<aside data-callout="tip"><p><strong>Tip</strong></p><p>a</p></aside>',
    ],
    [
      'boxes of checklists',
      '<ul data-checked="true"><li>a</li></ul><ul data-checked="false"><li>b</li></ul>',
      '<ul data-checked="true"><li>☑ a</li></ul><ul data-checked="false"><li>☐ b</li></ul>',
    ],
    [
      'aligned cells',
      '<table><tbody><tr><td data-align="right">a</td></tr></tbody></table>',
      '<table><tbody><tr><td align="right">a</td></tr></tbody></table>',
    ],
    [
      'titles of code',
      '<pre data-language="css" data-title="a.css"><code>x</code></pre>',
      '<p><strong>a.css</strong></p><pre data-language="css"><code>x</code></pre>',
    ],
    [
      'figures with absolute addresses',
      '<figure data-width="wide"><a href="/b"><img src="/a.png" alt=""></a><figcaption>c</figcaption></figure>',
      `<figure data-width="wide"><a href="${ORIGIN}/b"><img alt="" src="${ORIGIN}/a.png"></a><figcaption>c</figcaption></figure>`,
    ],
  ])('the feed has %s', (_, stored, shown) => {
    expect(html(stored)).toBe(shown);
  });

  test('content for feed readers has only absolute URLs', () => {
    expect(html('<a href="/about">a</a><a href="#x">b</a><img src="/uploads/1.jpg" alt="">')).toBe(
      `<a href="${ORIGIN}/about">a</a><a href="${ORIGIN}/post/hello#x">b</a><img alt="" src="${ORIGIN}/uploads/1.jpg">`,
    );
  });
  test("drops the editor's classes and keeps external URLs", () => {
    expect(
      html('<p class="ql-align-center"><a href="https://example.org/?a=1&amp;b=2">x</a></p>'),
    ).toBe('<p><a href="https://example.org/?a=1&amp;b=2">x</a></p>');
  });
});
