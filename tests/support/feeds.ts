import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseDocument } from 'htmlparser2';
import { expect } from 'vitest';
import { xmlText } from '../../api/contract/xml.ts';

/** An element as `preserveOrder` returns it: in the order of the document. */
type Node = Record<string, Node[]> & { ':@'?: Record<string, string>; '#text'?: string };

const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const W3C_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/;
const ONCE_IN_CHANNEL = new Set([
  ...['title', 'link', 'description', 'language', 'lastBuildDate', 'atom:link', 'h:header'],
]);
const ONCE_IN_ITEM = new Set([
  ...['title', 'link', 'guid', 'pubDate', 'dc:creator', 'description', 'content:encoded'],
  ...['comments', 'wfw:commentRss', 'media:content', 'h:h2'],
]);

function parse(xml: string): Node[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml, 'has no characters that XML forbids').toBe(xmlText(xml));
  expect(xml.isWellFormed(), 'has no lone surrogates').toBe(true);
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/);
  const options = { preserveOrder: true, ignoreAttributes: false, parseTagValue: false };
  return new XMLParser({ ...options, attributeNamePrefix: '' }).parse(xml) as Node[];
}

const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? '';
const childrenOf = (node: Node): Node[] => node[nameOf(node)] ?? [];
const textOf = (node: Node) =>
  childrenOf(node)
    .map((part) => part['#text'])
    .join('');
const named = (nodes: Node[], name: string) => nodes.filter((node) => nameOf(node) === name);
const namesOf = (nodes: Node[]) => nodes.map(nameOf);

function one(nodes: Node[], name: string): Node {
  const [found, ...more] = named(nodes, name);
  expect(more, `one ${name}`).toEqual([]);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}

function expectAddress(text: string): void {
  expect(URL.parse(text)?.href, text).toBe(text);
  expect(text).toMatch(/^https?:/);
}

/**
 * Checks a feed against RSS 2.0 (https://www.rssboard.org/rss-specification) and the rules of the
 * W3C feed validator, and that its descriptions are safe as HTML.
 */
export function expectValidRss(xml: string, self: string): void {
  const rss = one(parse(xml), 'rss');
  expect(rss[':@']?.version).toBe('2.0');
  const [, ...prefixes] = new Set([...xml.matchAll(/<(?:(\w+):)?\w+/g)].map((m) => m[1] ?? ''));
  for (const prefix of prefixes) expect(rss[':@'], prefix).toHaveProperty(`xmlns:${prefix}`);
  const channel = childrenOf(one(childrenOf(rss), 'channel'));
  const items = named(channel, 'item');
  expect(namesOf(channel).filter((name) => !ONCE_IN_CHANNEL.has(name) && name !== 'item')).toEqual(
    [],
  );
  for (const name of ['title', 'description']) expect(textOf(one(channel, name))).not.toBe('');
  expectAddress(textOf(one(channel, 'link')));
  for (const node of named(channel, 'language'))
    expect(textOf(node)).toMatch(/^[a-z]{2,3}(-\w+)*$/);
  for (const node of named(channel, 'lastBuildDate')) expect(textOf(node)).toMatch(RFC_822);
  expect(one(channel, 'atom:link')[':@']).toEqual({
    href: self,
    rel: 'self',
    type: 'application/rss+xml',
  });
  for (const item of items) expectValidItem(childrenOf(item));
  const guids = items.map((item) => textOf(one(childrenOf(item), 'guid')));
  expect(new Set(guids).size, 'guids are unique').toBe(guids.length);
}

function expectValidItem(item: Node[]): void {
  const names = namesOf(item).filter((name) => name !== 'category' && name !== 'h:p');
  expect(names.filter((name) => !ONCE_IN_ITEM.has(name))).toEqual([]);
  expect(new Set(names).size, 'each element once').toBe(names.length);
  expect(textOf(one(item, 'title')) + textOf(one(item, 'description'))).not.toBe('');
  expectAddress(textOf(one(item, 'link')));
  expect(one(item, 'guid')[':@']).toEqual({ isPermaLink: expect.stringMatching(/^(true|false)$/) });
  expectAddress(textOf(one(item, 'guid')));
  expect(textOf(one(item, 'pubDate'))).toMatch(RFC_822);
  expect(textOf(one(item, 'dc:creator'))).not.toBe('');
  // Some readers don't sanitize: no element but a line break.
  expect(textOf(one(item, 'description')).replaceAll('<br>', '')).not.toMatch(/<\/?[a-z!?]/i);
  for (const node of named(item, 'comments')) expectAddress(textOf(node));
  for (const node of named(item, 'wfw:commentRss')) expectAddress(textOf(node));
  for (const node of named(item, 'media:content')) expectAddress(node[':@']?.url ?? '');
  for (const node of named(item, 'content:encoded')) {
    expect(textOf(node)).not.toMatch(/<script|\son\w+=|="(?!https?:|mailto:|tel:)\/|javascript:/i);
    expect(parseDocument(textOf(node)).children.length).toBeGreaterThan(0);
  }
}

/** Checks a sitemap, or an index of sitemaps, against https://www.sitemaps.org/protocol.html. */
export function expectValidSitemap(xml: string, siteUrl: string): void {
  const [root] = parse(xml).filter((node) => nameOf(node) !== '?xml');
  if (!root) throw new Error('The sitemap is empty');
  const entry = nameOf(root) === 'sitemapindex' ? 'sitemap' : 'url';
  if (entry === 'url') expect(nameOf(root)).toBe('urlset');
  expect(root[':@']).toEqual({ xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' });
  const entries = childrenOf(root);
  expect(entries.length).toBeLessThanOrEqual(50_000);
  expect(Buffer.byteLength(xml)).toBeLessThan(50 * 1024 * 1024);
  const addresses = new Set<string>();
  for (const node of entries) {
    expect(nameOf(node)).toBe(entry);
    // The schema fixes the order.
    expect(namesOf(childrenOf(node)).join()).toMatch(/^loc(,lastmod)?$/);
    const address = textOf(one(childrenOf(node), 'loc'));
    expectAddress(address);
    expect(address.startsWith(`${siteUrl}/`), address).toBe(true);
    expect(address.length).toBeLessThan(2048);
    addresses.add(address);
    for (const date of named(childrenOf(node), 'lastmod')) expect(textOf(date)).toMatch(W3C_DATE);
  }
  expect(addresses.size, 'each address once').toBe(entries.length);
}

/** Checks a feed against JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function expectValidJsonFeed(text: string, self: string): void {
  const feed = JSON.parse(text) as Record<string, unknown>;
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.stringMatching(/./),
    feed_url: self,
    items: expect.any(Array),
  });
  expectAddress(String(feed.home_page_url));
  const items = feed.items as Record<string, unknown>[];
  for (const item of items) {
    expect(item.id).toEqual(expect.stringMatching(/./));
    expectAddress(String(item.url));
    expect(item.content_html ?? item.content_text, 'has content').toEqual(expect.any(String));
    expect(item.date_published).toMatch(W3C_DATE);
    expect(item.date_modified).toMatch(W3C_DATE);
    if (item.image !== undefined) expectAddress(String(item.image));
    for (const { name, url } of (item.authors ?? []) as { name: string; url: string }[]) {
      expect(name).not.toBe('');
      expectAddress(url);
    }
  }
  expect(new Set(items.map(({ id }) => id)).size, 'ids are unique').toBe(items.length);
}
