import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { xmlText } from '../../../api/contract/xml.ts';
import { type FeedPost, feedHtml, feedItem, rssFeed } from '../../../src/lib/feeds.ts';

const ORIGIN = 'https://blog.example.com';
const SITE = { name: 'Ink & <well>', description: 'Notes "on" the web', language: 'en-US' };

const POST: FeedPost = {
  title: 'Hello',
  slug: 'hello',
  category: 'React.js',
  author: '007',
  text: 'Some text',
  content: '<p>Some <em>text</em></p>',
  createdAt: new Date('2026-01-02T03:04:05Z'),
  updatedAt: new Date('2026-01-02T03:04:05Z'),
};

interface Parsed {
  rss: { channel: Record<string, unknown> & { item: Record<string, string> } };
}

function feedOf(post: Partial<FeedPost>) {
  const xml = rssFeed(SITE, ORIGIN, [feedItem({ ...POST, ...post }, ORIGIN)], POST.updatedAt);
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml).toBe(xmlText(xml));
  const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: false });
  return (parser.parse(xml) as Parsed).rss.channel;
}

describe('the feed', () => {
  test('has the site, its own URL and the latest change', () => {
    const channel = feedOf({});
    expect(channel.title).toBe('Ink & <well>');
    expect(channel.link).toBe('https://blog.example.com/');
    expect(channel['atom:link']).toMatchObject({
      '@_href': 'https://blog.example.com/rss.xml',
      '@_rel': 'self',
    });
    expect(channel.lastBuildDate).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
  });
  test('has the full text, the date, the author and a permanent URL', () => {
    const { item } = feedOf({});
    expect(item).toMatchObject({
      title: 'Hello',
      link: 'https://blog.example.com/post/hello',
      pubDate: 'Fri, 02 Jan 2026 03:04:05 GMT',
      'dc:creator': '007',
      category: 'React.js',
      description: 'Some text',
      'content:encoded': '<p>Some <em>text</em></p>',
    });
  });
  test('is well-formed with any title', () => {
    const title = `]]> & <b>"x"</b> \u0000\u0008\u001B\uFFFE\uD800 &#0; 😀 'y'`;
    expect(feedOf({ title }).item.title).toBe(`]]> & <b>"x"</b>  &#0; 😀 'y'`);
  });
  test('is well-formed with any content', () => {
    const content = '<pre><code>a[b[0]]&gt;1 ]]&gt; <![CDATA[x]]>\u0007</code></pre>';
    expect(feedOf({ content }).item['content:encoded']).toContain('a[b[0]]&gt;1 ]]&gt;');
  });
  test('is well-formed without posts', () => {
    expect(XMLValidator.validate(rssFeed(SITE, ORIGIN, [], undefined))).toBe(true);
  });
});

describe('content for feed readers', () => {
  const html = (content: string) => feedHtml(content, `${ORIGIN}/post/hello`);

  test('has only absolute URLs', () => {
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
