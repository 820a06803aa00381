/** The pages that lead on: lists, feeds, About and Contact. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { XMLValidator } from 'fast-xml-parser';
import { DEFAULTS as config } from '../../api/site/read-site.ts';
import { startStaticHost } from '../support/static-host.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import { allPosts, scrollThrough, watchForFaults } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const PAGES = ['/tags', '/series', '/authors', '/category/javascript', '/about', '/contact'];

const links = (page: Page, start: string) =>
  page.getByRole('main').locator(`a[href^="${start}"]:not([href$=".xml"])`);

test.describe('without JavaScript and without the server', () => {
  test.use({ javaScriptEnabled: false });

  test('the lists lead to tags, series, authors and their posts', async ({ page, site }) => {
    const faults = await watchForFaults(page, site.url);
    await page.route('**/api/**', (route) => route.abort());
    for (const [path, start] of [
      ['/tags', '/tag/'],
      ['/series', '/series/'],
      ['/authors', '/author/'],
    ] as const) {
      await page.goto(path);
      const one = links(page, start).first();
      const href = await one.getAttribute('href');
      await one.click();
      await expect(page).toHaveURL(`${site.url}${href}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const post = links(page, '/post/').first();
      const address = await post.getAttribute('href');
      await post.click();
      await expect(page).toHaveURL(`${site.url}${address}`);
    }
    expect(faults).toEqual([]);
  });

  test('the page of all tags leads to the categories, which say how many posts they have', async ({
    page,
  }) => {
    await page.route('**/api/**', (route) => route.abort());
    const post = (await allPosts(page.request)).find(({ category }) => category === 'javascript');
    await page.goto('/tags');
    const categories = page.getByRole('navigation', { name: 'Categories' });
    await categories.getByRole('link', { name: 'JavaScript', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('JavaScript');
    await expect(page.getByRole('main')).toContainText(/\d+ posts in this category\./);
    await expect(links(page, `/post/${post?.slug}`).first()).toBeVisible();
  });

  test('About introduces the owner, and Contact has the address', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/about');
    const owner = page.getByRole('region', { name: `About ${config.owner.name}` });
    await expect(owner).toContainText(config.owner.bio);
    await expect(owner.getByRole('list', { name: 'Links' }).getByRole('link')).not.toHaveCount(0);
    await page.goto('/contact');
    await expect(page.getByRole('region', { name: 'Write a message' })).toHaveCount(0);
    const address = page.getByRole('main').getByRole('link', { name: config.contact.email });
    await expect(address.first()).toHaveAttribute('href', `mailto:${config.contact.email}`);
  });
});

test.describe('a feed that is opened in a browser', () => {
  /** A post with comments and its feed of comments. */
  async function commentFeed(page: Page): Promise<string> {
    for (const { slug } of await allPosts(page.request)) {
      const path = `/post/${slug}/comments.xml`;
      if ((await (await page.request.get(path)).text()).includes('<item>')) return path;
    }
    throw new Error('No post has comments');
  }

  async function expectPage(page: Page, path: string, origin: string) {
    const xml = await (await page.request.get(path)).text();
    expect(XMLValidator.validate(xml), path).toBe(true);
    await page.goto(path);
    await expect(page.getByText('Web feed', { exact: true })).toBeVisible();
    await expect(page.getByText(origin + path, { exact: true })).toBeVisible();
    // What feed readers read is hidden.
    for (const name of ['guid', 'pubDate', 'description']) {
      await expect(page.locator(`item > ${name}`).first(), name).toBeHidden();
    }
    const shown = page.locator('item').first();
    await expect(shown.locator('p.text')).toBeVisible();
    await expect(shown.locator('p.text')).not.toContainText(/&(?:amp|lt|gt);/);
    // The style sheet has loaded.
    await expect(page.locator('channel')).not.toHaveCSS('max-width', 'none');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  }

  test('is a page with a title, its address and links, for posts and for comments', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/rss.xml', '/category/javascript/rss.xml', await commentFeed(page)]) {
      const faults = await watchForFaults(page, site.url);
      await expectPage(page, path, site.url);
      expect(faults, path).toEqual([]);
      const heading = page.locator('item h2 a').first();
      const title = (await heading.textContent()) ?? '';
      await heading.click();
      await expect(page.getByRole('main')).toContainText(title);
    }
  });
});

test('a copy of the site without the server has the lists, the feeds and their look', async ({
  page,
  site,
}) => {
  const copy = await startStaticHost(join(site.dataDir, 'site'));
  try {
    const faults = await watchForFaults(page, copy.url);
    for (const path of PAGES) {
      await page.goto(copy.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.goto(`${copy.url}/rss.xml`);
    await expect(page.getByText('Web feed', { exact: true })).toBeVisible();
    await expect(page.locator('item > guid').first()).toBeHidden();
    await expect(page.locator('channel')).not.toHaveCSS('max-width', 'none');
    // Uploads have a folder of their own, and a copy can't answer calls.
    const elsewhere = /status of 404|^404 for .*\/(?:api|avatars|uploads)\//;
    expect(faults.filter((fault) => !elsewhere.test(fault))).toEqual([]);
  } finally {
    await copy.stop();
  }
});

test('a copy of the site without the server has no axe findings', { tag: '@long' }, async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const copy = await startStaticHost(join(site.dataDir, 'site'));
  try {
    const [post] = await allPosts(page.request);
    for (const path of ['/', `/post/${post?.slug}`, '/search?searchTerm=ink', '/contact']) {
      await page.goto(copy.url + path);
      await scrollThrough(page);
      // The rest of the page is the same everywhere.
      await expectAccessible(page, path === '/' ? undefined : 'main');
    }
  } finally {
    await copy.stop();
  }
});

test('the pages are accessible in both themes, and fit a phone', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  for (const path of PAGES) {
    await page.goto(path);
    await expectAccessible(page);
    await expectFits(page, path);
  }
});

test('three clicks from any post of the demo lead to a third one', async ({ page }) => {
  for (const { slug } of await allPosts(page.request)) {
    const seen = [`/post/${slug}`];
    for (let step = 0; step < 2; step++) {
      const html = await (await page.request.get(seen.at(-1) ?? '')).text();
      const onward = await page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, 'text/html');
        const found = parsed.querySelectorAll('.neighbors li a, .related h3 a, .related h2 a');
        return [...found].map((link) => link.getAttribute('href') ?? '');
      }, html);
      const next = onward.find((href) => !seen.includes(href));
      expect(next, `${seen.at(-1)} leads on`).toBeDefined();
      seen.push(next ?? '');
    }
    expect(new Set(seen).size, slug).toBe(3);
  }
});
