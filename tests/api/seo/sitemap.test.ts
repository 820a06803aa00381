import { eq } from 'drizzle-orm';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test, vi } from 'vitest';
import { avatarSvg } from '../../../api/contract/avatars.ts';
import { routeKind } from '../../../api/http/routes.ts';
import { listSitemapParts } from '../../../db/queries/archive.ts';
import { listPosts } from '../../../db/queries/posts.ts';
import { saveSeriesOf } from '../../../db/queries/series.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { AVATAR_COLORS, defaultAvatar } from '../../../db/queries/users.ts';
import { allPosts, postTags, tags } from '../../../db/schema.ts';
import { PAGE_DATES } from '../../../src/lib/page-dates.ts';
import { allListPaths } from '../../../src/lib/post-lists.ts';
import { changedPaths, staticPaths } from '../../../src/lib/routes.ts';
import {
  allSitemapPaths,
  pageEntries,
  postEntries,
  sitemapPart,
  sitemapPaths,
  sitemapRange,
  sitemapXml,
} from '../../../src/lib/sitemap.ts';
import { makePost, makeUser, testDatabase } from '../../support/database.ts';
import { expectValidSitemap } from '../../support/feeds.ts';

/** Returns a database with a post at each of these positions. */
async function withPosts(...positions: number[]) {
  const database = await testDatabase();
  for (const seq of positions) {
    const { id } = await makePost(database);
    await database.transaction((tx) => tx.update(allPosts).set({ seq }).where(eq(allPosts.id, id)));
  }
  return database;
}

describe('the sitemap', () => {
  test('the sitemap is one file up to 5,000 posts', async () => {
    const { read } = await withPosts(1, 9_000);
    expect(await allSitemapPaths(read, 5_000)).toEqual(['/sitemap.xml']);
    expect(await sitemapPaths(read, 5_000, 17)).toEqual(['/sitemap.xml']);
  });
  test('the sitemap is an index of the parts that have posts above that', async () => {
    const { read } = await withPosts(1, 500, 1_501, 5_001);
    const parts = ['/sitemap-1.xml', '/sitemap-4.xml', '/sitemap-11.xml'];
    const all = ['/sitemap.xml', '/sitemap-pages.xml', ...parts];
    expect(await allSitemapPaths(read, 5_001)).toEqual(all);
    // Also by the publish that crosses the limit, and after a deletion.
    expect(await sitemapPaths(read, 5_001, 5_001)).toEqual(all);
    expect(await sitemapPaths(read, 9_999, undefined)).toEqual(all);
  });
  test('changes in one part, the pages and the index, however many posts there are', async () => {
    const { read } = await withPosts(1);
    const shared = ['/sitemap.xml', '/sitemap-pages.xml'];
    expect(await sitemapPaths(read, 10_000, 500)).toEqual([...shared, '/sitemap-1.xml']);
    expect(await sitemapPaths(read, 10_000, 501)).toEqual([...shared, '/sitemap-2.xml']);
    expect(await sitemapPaths(read, 1e6, 1e6)).toHaveLength(3);
  });
  test('the sitemap has at most 50,000 entries in a file, however many tags there are', async () => {
    const database = await withPosts(1);
    vi.stubGlobal('pagesDatabase', Promise.resolve(database));
    const [post] = await listPosts(database.read, {}, { startIndex: 0, limit: 1 });
    for (let chunk = 0; chunk < 13; chunk++) {
      const slugs = Array.from({ length: 4_000 }, (_, index) => `tag-${chunk}-${index}`);
      await database.transaction(async (tx) => {
        await tx.insert(tags).values(slugs.map((slug) => ({ slug, label: slug })));
        const uses = slugs.map((tag) => ({ tag, postId: post?.id ?? '', position: 0 }));
        await tx.insert(postTags).values(uses);
      });
    }
    for (const isLarge of [true, false]) {
      // A sitemap that isn't split also has up to 5,000 posts.
      expect((await pageEntries({ isLarge })).length).toBeLessThanOrEqual(45_000);
    }
  });
  test('the sitemap has own pages, once each and not those hidden from search engines', async () => {
    const database = await testDatabase();
    vi.stubGlobal('pagesDatabase', Promise.resolve(database));
    const updatedAt = new Date(Date.UTC(2026, 0, 9));
    for (const slug of ['/now', '/about', '/terms', '/secret']) {
      const noindex = slug === '/terms' || slug === '/secret';
      await makePost(database, { kind: 'page', slug, noindex, updatedAt });
    }
    const entries = await pageEntries();
    const listed = entries.filter(({ path }) => /^\/(now|about|terms|secret)$/.test(path));
    expect(listed).toEqual([
      { path: '/about', lastModified: updatedAt },
      { path: '/now', lastModified: updatedAt },
    ]);
    expect(await postEntries(1, 9)).toEqual([]);
  });
  test('the sitemap has the date of the latest change of every page', async () => {
    const database = await testDatabase();
    vi.stubGlobal('pagesDatabase', Promise.resolve(database));
    const author = await makeUser(database, { username: 'ada' });
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const values = { userId: author.id, category: 'css' };
    const old = await makePost(database, { ...values, createdAt: at(1), updatedAt: at(9) });
    const post = await makePost(database, { ...values, createdAt: at(5), category: 'html' });
    for (const { id } of [old, post]) {
      await database.transaction(async (tx) => {
        await saveTagsOf(tx, id, [{ slug: 'web', label: 'Web' }]);
        await saveSeriesOf(tx, id, { slug: 'basics', title: 'Basics', position: 1 });
      });
    }
    const dates = async (isLarge: boolean) =>
      Object.fromEntries(
        (await pageEntries({ isLarge })).map(({ path, lastModified }) => [path, lastModified]),
      );
    const entries = await dates(false);
    for (const date of Object.values(entries)) expect(date).toBeInstanceOf(Date);
    for (const path of ['/', '/archive', '/tags', '/series', '/authors']) {
      expect(entries[path], path).toEqual(at(9));
    }
    expect(entries['/terms']).toEqual(new Date(PAGE_DATES['/terms']));
    expect(entries).toMatchObject({
      '/tag/web': at(9),
      '/category/css': at(9),
      '/category/html': at(5),
      '/series/basics': at(9),
      '/author/ada': at(9),
    });
    // Reading every post would take too long: the date of the newest one.
    expect((await dates(true))['/tag/web']).toEqual(at(5));
  });
  test('the sitemap has no page for posts without a category', async () => {
    const database = await testDatabase();
    vi.stubGlobal('pagesDatabase', Promise.resolve(database));
    await makePost(database);
    const paths = (await pageEntries()).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/category/'))).toEqual([]);
    expect(await allListPaths(database.read)).toEqual([]);
  });
  test('the sitemap has every post in exactly one part', () => {
    for (const seq of [1, 499, 500, 501, 1_000, 12_345]) {
      const { fromSeq, toSeq } = sitemapRange(sitemapPart(seq));
      expect(seq).toBeGreaterThanOrEqual(fromSeq);
      expect(seq).toBeLessThanOrEqual(toSeq);
    }
    expect(sitemapRange(2).fromSeq).toBe(sitemapRange(1).toSeq + 1);
  });
  test('the sitemap is well-formed, with absolute URLs and dates', () => {
    const lastModified = new Date('2026-01-02T03:04:05Z');
    const xml = sitemapXml(
      [{ path: '/post/a&b<c>' }, { path: '/post/x', lastModified }],
      'https://blog.example.com',
    );
    expectValidSitemap(xml, 'https://blog.example.com');
    const { urlset } = new XMLParser().parse(xml) as { urlset: { url: { loc: string }[] } };
    expect(urlset.url).toEqual([
      { loc: 'https://blog.example.com/post/a&b%3Cc%3E' },
      { loc: 'https://blog.example.com/post/x', lastmod: '2026-01-02T03:04:05.000Z' },
    ]);
  });
  test('lists the parts that have posts, with the latest change of each', async () => {
    const database = await testDatabase();
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    for (const day of [3, 5, 4, 1, 2]) {
      await makePost(database, { createdAt: at(1), updatedAt: at(day) });
    }
    expect(await listSitemapParts(database.read, 2)).toEqual([
      { part: 1, lastModified: at(5) },
      { part: 2, lastModified: at(4) },
      { part: 3, lastModified: at(2) },
    ]);
  });
});

describe('the paths of the site', () => {
  const page = (route: string, ...params: string[]) => ({ route, params, type: 'page' });

  test('the paths of the site are those of every route without parameters', () => {
    const routes = [
      page('/'),
      page('/about'),
      page('/404'),
      page('/post/[slug]', 'slug'),
      page('/update-post/[...id]', '...id'),
      { route: '/rss.xml', params: [], type: 'endpoint' },
      { route: '/sitemap.xml', params: [], type: 'endpoint' },
      { route: '/sitemap-[part].xml', params: ['part'], type: 'endpoint' },
      { route: '/_image', params: [], type: 'endpoint' },
      { route: '/old', params: [], type: 'redirect' },
    ];
    expect(staticPaths(routes)).toEqual(['/', '/404', '/about', '/rss.xml', '/update-post']);
  });
  test('the paths of the site that a publish touches start with the post and include the pages with the newest posts', () => {
    const shared = ['/', '/rss.xml', '/feed.json', '/recent-stories'];
    expect(changedPaths({ slug: 'x', action: 'publish' })).toEqual(['/post/x', ...shared]);
    expect(changedPaths({ slug: 'x', action: 'remove' })).toEqual(shared);
  });
});

describe('default avatars', () => {
  const nameOf = (path: string) => path.slice('/avatars/'.length, -'.svg'.length);

  test('exist for every username, at an address that the server renders', () => {
    const names = Array.from(
      { length: 300 },
      (_, n) => `${String.fromCodePoint(32 + (n % 90))}user${n}`,
    );
    for (const path of [...names, '---', 'Ann', '9'].map(defaultAvatar)) {
      expect(avatarSvg(nameOf(path)), path).toMatch(/^<svg .*<\/svg>$/);
      expect(routeKind(path), path).toBe('rendered');
    }
  });
  test('still exist at the addresses with one letter', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789_') {
      for (const color of [0, 5]) expect(avatarSvg(`${letter}-${color}`)).toMatch(/^<svg /);
    }
  });
  test('exist for valid names only', () => {
    for (const name of ['', 'a', 'a-10', 'a-00', 'abc-1', '<-1', 'é-0', 'a_-1', 'A-1']) {
      expect(avatarSvg(name)).toBeUndefined();
    }
  });
  test('default avatars can be read, and stand out from the page in both themes', () => {
    for (const color of Array.from({ length: AVATAR_COLORS }, (_, n) => n)) {
      const [ground = '', shape = '', letters = ''] = [
        ...(avatarSvg(`ab-${color}`) ?? '').matchAll(/fill="(#[0-9a-f]{6})"/g),
      ].map(([, fill]) => fill);
      expect(contrast(ground, letters), `letters, ${color}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shape, letters), `letters, ${color}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ground, '#fbf7f0'), `light, ${color}`).toBeGreaterThanOrEqual(3);
      expect(contrast(ground, '#10141f'), `dark, ${color}`).toBeGreaterThanOrEqual(3);
    }
  });
});

/** The contrast of two colors (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
