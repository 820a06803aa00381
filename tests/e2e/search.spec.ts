import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { fillWithPosts } from '../../bench/support/posts.ts';
import { expectAccessible } from './support/axe.ts';
import { holdScripts, searchApi } from './support/pages.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { test as base, expect } from './support/test.ts';

const INDEX = '**/search/v*/**';
const API = '**/api/post/**';

/** Any console error fails the test. */
const test = base.extend<{ quiet: string[] }>({
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error' || /content.security/i.test(message.text())) {
          errors.push(message.text());
        }
      });
      await use(errors);
      // The browser reports requests that the test aborted, too.
      expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
    },
    { auto: true },
  ],
});

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');
const term = (page: Page) => page.getByLabel('Search Term');
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filters' });
const more = (page: Page) => page.getByRole('button', { name: 'Show More Posts' });
const said = (page: Page) => page.getByRole('main').getByRole('status');
const heading = (page: Page) => page.getByRole('heading', { name: 'Search Results' });

async function found(request: APIRequestContext, query: string): Promise<string[]> {
  const { posts } = await searchApi(request, query);
  return posts.map((post) => post.title);
}

test.describe('the search page', () => {
  test('lists the newest nine posts, then the rest, and focuses the first added one', async ({
    page,
    request,
  }) => {
    await page.goto('/search');
    await expect(page.getByRole('heading', { name: 'Search Results', level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Filter Posts' })).toBeVisible();
    await expect(cards(page)).toHaveCount(9);
    await expect(said(page)).toHaveText('29 posts');
    await page.getByLabel('Sort By').selectOption('asc');
    await expect(said(page)).toHaveText('29 posts, oldest first');
    await page.getByLabel('Sort By').selectOption('desc');
    await expect(said(page)).toHaveText('29 posts');
    for (const [before, after] of [
      [9, 18],
      [18, 27],
      [27, 29],
    ] as const) {
      await more(page).click();
      await expect(cards(page)).toHaveCount(after);
      await expect(titles(page).nth(before).getByRole('link')).toBeFocused();
    }
    await expect(titles(page)).toHaveText(await found(request, 'limit=100'));
    await expect(more(page)).toHaveCount(0);
    await expect(said(page)).toHaveText('29 posts');
    await page.getByRole('main').getByRole('link', { name: 'All posts by month' }).click();
    await expect(page).toHaveURL('/archive');
  });

  test('searches while typing, without adding history entries', async ({ page }) => {
    await page.goto('/search');
    const entries = await page.evaluate(() => history.length);
    await term(page).fill('sqlite');
    await expect(page).toHaveURL(/searchTerm=sqlite&sort=desc&category=uncategorized$/);
    await expect(titles(page).filter({ hasText: 'SQLite' })).toBeVisible();
    await expect(page.locator('mark').first()).toHaveText(/^sqlite/i);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  test('keeps what was entered before the script loaded', { tag: '@long' }, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/search?sort=asc&category=nextjs', { waitUntil: 'commit' });
    await term(page).fill('cache');
    await page.getByLabel('Category').selectOption('uncategorized');
    await page.getByLabel('Category').selectOption('reactjs');
    release();
    await expect(page).toHaveURL('/search?searchTerm=cache&sort=asc&category=reactjs');
    await expect(term(page)).toHaveValue('cache');
    await expect(page.getByLabel('Category')).toHaveValue('reactjs');
    await expect(page.getByLabel('Sort By')).toHaveValue('asc');
    await expect(said(page)).toContainText('for “cache” in React.js, oldest first');
  });

  test('adds applied searches to the history', { tag: '@long' }, async ({ page }) => {
    await page.goto('/search');
    await term(page).fill('cache');
    await apply(page).click();
    await expect(page).toHaveURL(/searchTerm=cache/);
    await expect(titles(page).filter({ hasText: 'cache' }).first()).toBeVisible();
    await term(page).fill('keyboard');
    await term(page).press('Enter');
    await expect(page).toHaveURL(/searchTerm=keyboard/);
    await expect(titles(page).filter({ hasText: 'keyboard' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/searchTerm=cache/);
    await expect(term(page)).toHaveValue('cache');
    await expect(titles(page).filter({ hasText: 'cache' }).first()).toBeVisible();
    await page.goBack();
    await expect(term(page)).toHaveValue('');
    await page.goForward();
    await page.goForward();
    await expect(term(page)).toHaveValue('keyboard');
  });

  test('sorts and filters by category', async ({ page, request }) => {
    await page.goto('/search');
    await expect(page.getByLabel('Category').getByRole('option')).toHaveText([
      'All Categories',
      'React.js',
      'Next.js',
      'JavaScript',
      // Categories of posts that aren't in the site's configuration.
      'Design',
      'Running a Site',
      'Writing',
    ]);
    await expect(page.getByLabel('Sort By').getByRole('option')).toHaveText(['Latest', 'Oldest']);
    await page.getByLabel('Category').selectOption('reactjs');
    await page.getByLabel('Sort By').selectOption({ label: 'Oldest' });
    await apply(page).click();
    await expect(page).toHaveURL('/search?searchTerm=&sort=asc&category=reactjs');
    await expect(titles(page)).toHaveText(await found(request, 'category=reactjs&sort=asc'));
  });

  test("opens with the URL's filters and fills both search boxes", async ({ page, request }) => {
    await page.goto('/search?searchTerm=react&sort=asc&category=nextjs');
    await expect(titles(page)).toHaveText(
      await found(request, 'searchTerm=react&sort=asc&category=nextjs'),
    );
    await expect(term(page)).toHaveValue('react');
    await expect(page.getByLabel('Sort By')).toHaveValue('asc');
    await expect(page.getByLabel('Category')).toHaveValue('nextjs');
    const bar = page.getByPlaceholder('Search articles...');
    await expect(bar).toHaveValue('react');
    await bar.fill('cache');
    await bar.press('Enter');
    await expect(page).toHaveURL('/search?searchTerm=cache&sort=asc&category=nextjs');
    await expect(term(page)).toHaveValue('cache');
  });

  test('starts at startIndex', { tag: '@long' }, async ({ page, request }) => {
    await page.goto('/search?startIndex=24');
    await expect(titles(page)).toHaveText(await found(request, 'startIndex=24'));
    await expect(more(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Start from the first result' }).click();
    await expect(cards(page)).toHaveCount(9);
  });

  test('starts with the first post if startIndex is after the last', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    await page.goto('/search?searchTerm=react&startIndex=900');
    await expect(titles(page)).toHaveText(await found(request, 'searchTerm=react'));
    await expect(said(page)).toHaveText(/^\d+ results for “react”$/);
  });

  test('says when nothing matches, and offers all posts', async ({ page }) => {
    await page.goto('/search?searchTerm=zzzzqqqq');
    await expect(page.getByText('No posts found.', { exact: true })).toBeVisible();
    await expect(said(page)).toHaveText('No matches for “zzzzqqqq”');
    await page.getByRole('button', { name: 'Show all posts' }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toBeFocused();
    await expect(cards(page)).toHaveCount(9);
    await expect(heading(page)).toBeFocused();
  });

  test('suggests another spelling when nothing matches', async ({ page }) => {
    for (const hasApi of [true, false]) {
      if (!hasApi) await page.route(API, (route) => route.abort());
      await page.goto('/search?searchTerm=sqlitte');
      await page.getByRole('link', { name: 'sqlite', exact: true }).click();
      await expect(page).toHaveURL(/searchTerm=sqlite&/);
      await expect(titles(page).filter({ hasText: 'SQLite' })).toBeVisible();
    }
  });

  test('shows where the words are, and which tag matches', async ({ page }) => {
    await page.goto('/search?searchTerm=sqlite');
    await expect(cards(page).first().locator('mark').first()).toHaveText(/^sqlite/i);
  });

  test('asks for results once', { tag: '@long' }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(?:api\/post|search\/)/.test(pathname)) asked.push(pathname);
    });
    await page.goto('/search?searchTerm=the');
    await expect(cards(page)).toHaveCount(9);
    await expect(said(page)).toContainText('for “the”');
    expect(asked).toEqual(['/api/post/search']);
  });

  test('returns to the same place after reading a post', { tag: '@long' }, async ({ page }) => {
    await page.goto('/search');
    await expect(cards(page)).toHaveCount(9);
    await more(page).click();
    await expect(cards(page)).toHaveCount(18);
    await titles(page).nth(14).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(300);
    await expect.poll(() => page.evaluate(() => history.state?.scroll)).toBe(before);
    // After a reload, only the history entry remembers the position.
    await page.reload();
    await expect(cards(page)).toHaveCount(18);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(before));
  });

  const HOSTILE = [
    '*',
    '"',
    'NEAR(a b)',
    'AND',
    "'; drop table posts; --",
    '<img src=x onerror=alert(1)>',
    '😀',
    '%E0%A4%A',
    '__proto__',
    '\u202e\u0000\ud800',
  ];
  test('accepts any term, typed or in the URL', { tag: '@long' }, async ({ page }) => {
    const answer = cards(page)
      .first()
      .or(page.getByText('No posts found.', { exact: true }))
      .filter({ visible: true });
    await page.goto(`/search?searchTerm=${'x'.repeat(10_000)}`);
    await expect(answer).toBeVisible();
    for (const hostile of HOSTILE) {
      await term(page).fill(hostile);
      await term(page).press('Enter');
      await expect(said(page), hostile).toContainText(
        `for “${(await term(page).inputValue()).trim()}”`,
      );
      await expect(answer, hostile).toBeVisible();
    }
    await page.goto('/search?searchTerm=%E0%A4%A&sort=%00&category=%ff');
    await expect(answer).toBeVisible();
    await page.getByLabel('Category').selectOption('uncategorized');
    await term(page).fill('sqlite');
    await expect(titles(page).filter({ hasText: 'SQLite' })).toBeVisible();
  });
});

test.describe('the search page of a site with 25 posts', () => {
  test.describe.configure({ mode: 'default' });
  let dataDir: string;
  let paged: RunningServer;
  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'inkwell-e2e-search-'));
    await fillWithPosts(dataDir, 25);
    paged = await startServer({ seed: 'none', dataDir });
  });
  test.afterAll(async () => {
    await paged?.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  test('shows nine posts, eighteen, all', async ({ page }) => {
    await page.goto(`${paged.url}/search`);
    for (const [count, hasMore] of [
      [9, true],
      [18, true],
      [25, false],
    ] as const) {
      await expect(cards(page)).toHaveCount(count);
      await expect(more(page)).toHaveCount(hasMore ? 1 : 0);
      if (hasMore) await more(page).click();
    }
    await page
      .getByRole('link', { name: /^Measured article/ })
      .last()
      .click();
    await expect(page).toHaveURL(/\/post\//);
    await page.goBack();
    await expect(cards(page)).toHaveCount(25);
  });

  test('offers more after exactly nine posts, then shows the end', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto(`${paged.url}/search?startIndex=16`);
    await expect(cards(page)).toHaveCount(9);
    await more(page).press('Enter');
    await expect(more(page)).toHaveCount(0);
    await expect(page.getByText("You've reached the end.")).toBeFocused();
    await expect(cards(page)).toHaveCount(9);
  });
});

test.describe('search while a part of the site is unavailable', () => {
  test('works with the API stopped', async ({ page }) => {
    await page.route(API, (route) => route.abort());
    await page.goto('/search?searchTerm=the');
    await expect(cards(page)).toHaveCount(9);
    await more(page).click();
    await expect(cards(page).nth(9)).toBeVisible();
    await page.getByLabel('Category').selectOption('javascript');
    await apply(page).click();
    await expect(said(page)).toContainText('for “the” in JavaScript');
  });

  test('falls back to the API without the index', async ({ page, request }) => {
    await page.route(INDEX, (route) => route.abort());
    await page.goto('/search?searchTerm=the');
    await expect(titles(page)).toHaveText(await found(request, 'searchTerm=the'));
    await page.route(API, (route) => route.abort());
    await more(page).press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      "More posts couldn't be loaded. Please try again.",
    );
    await expect(more(page)).toBeFocused();
    await page.unroute(API);
    await page.keyboard.press('Enter');
    await expect(cards(page).nth(9)).toBeVisible();
  });

  test('shows an error if both fail, and retries', async ({ page }) => {
    await page.route(INDEX, (route) => route.abort());
    await page.route(API, (route) => route.abort());
    await page.goto('/search');
    await expect(page.getByText("Search isn't available right now")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(cards(page)).toHaveCount(9);
    await expect(heading(page)).toBeFocused();
  });

  test('shows the archive link and the footer if its script fails to load', {
    tag: '@long',
  }, async ({ page, quiet }) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/search');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('link', { name: 'All posts by month' })).toBeVisible();
    await expect(said(page)).toHaveText('Loading...');
    // Shown by CSS after a few seconds.
    await expect(page.getByText('This is taking longer than usual.')).toBeAttached();
    // Astro reports each island whose script failed to load.
    expect(quiet.filter((error) => !/Failed to fetch|ERR_FAILED/.test(error))).toEqual([]);
    quiet.length = 0;
  });

  test('ignores late responses to earlier searches', { tag: '@long' }, async ({ page }) => {
    await page.route(INDEX, (route) => route.abort());
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/post/search?*searchTerm=cache&*', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto('/search');
    await expect(cards(page)).toHaveCount(9);
    const asked = page.waitForRequest(/searchTerm=cache/);
    await term(page).fill('cache');
    await asked;
    await expect(said(page)).toHaveText('Loading...');
    await expect(more(page)).toBeDisabled();
    await more(page).press('Enter');
    await expect(said(page)).toHaveText('Loading...');
    await term(page).fill('keyboard');
    await expect(titles(page).filter({ hasText: 'keyboard' })).toBeVisible();
    release();
    await page.waitForLoadState('networkidle');
    await expect(titles(page).filter({ hasText: 'cache' })).toHaveCount(0);
  });
});

test.describe('a post', () => {
  test('is found, updated, and removed together with its page', { tag: '@long' }, async ({
    page,
    login,
    request,
    site,
  }) => {
    const admin = await login('admin');
    const api = page.request;
    const input = {
      title: 'A walrus of glass',
      category: 'glassware',
      content: '<p>Vitreous.</p>',
    };
    const created = await api.post('/api/post/create', { data: input });
    const post = (await created.json()) as { _id: string; slug: string };
    await page.route(API, (route) => route.abort());
    await page.goto('/search?searchTerm=walrus');
    await expect(titles(page)).toHaveText(['A walrus of glass']);
    await expect(
      page.getByLabel('Category').getByRole('option', { name: 'glassware' }),
    ).toHaveCount(1);

    const edit = { title: 'A seal of copper' };
    await api.put(`/api/post/updatepost/${post._id}/${admin._id}`, { data: edit });
    await page.goto('/search?searchTerm=walrus');
    await expect(page.getByText('No posts found.', { exact: true })).toBeVisible();
    await page.goto('/search?searchTerm=seal+vitre');
    await expect(titles(page)).toHaveText(['A seal of copper']);
    await expect(cards(page).getByRole('link')).toHaveAttribute('href', `/post/${post.slug}`);

    await expect(async () => {
      const { index } = await (await api.get('/api/publish/status')).json();
      expect(index).toMatchObject({ state: 'current', waiting: 0, error: null });
    }).toPass();
    await page.goto('/search?searchTerm=seal');
    await expect(titles(page)).toHaveText(['A seal of copper']);

    const month = `/archive/${new Date().toISOString().slice(0, 7).replace('-', '/')}`;
    expect(await (await request.get(site.url + month)).text()).toContain('A seal of copper');
    await api.delete(`/api/post/deletepost/${post._id}/${admin._id}`);
    await page.goto('/search?searchTerm=seal');
    await expect(page.getByText('No posts found.', { exact: true })).toBeVisible();
    expect(await (await request.get(site.url + month)).text()).not.toContain('A seal of copper');
  });

  test('is found by any spelling of its words, which are then marked', { tag: '@long' }, async ({
    page,
    login,
  }) => {
    const admin = await login('admin');
    const ids: string[] = [];
    const nfd = (text: string) => text.normalize('NFD');
    const written = [
      ['使用数据库索引', '数据库', '数据库'],
      ['Die Haupt\u00adstraße', 'HAUPTSTRASSE', 'Haupt\u00adstraße'],
      [`${nfd('Łódź')} po zmroku`, 'lodz', nfd('Łódź')],
      ['Das ﬁnale', 'final', 'ﬁnale'],
      ['ภาษาไทยง่าย', 'ไทย', 'ไทย'],
      ['Wozu C++ gut ist', 'c++', 'C++'],
    ] as const;
    for (const [title] of written) {
      const data = { title, category: 'css', content: '<p>Text.</p>' };
      const created = await page.request.post('/api/post/create', { data });
      expect(created.status(), await created.text()).toBe(201);
      ids.push(((await created.json()) as { _id: string })._id);
    }
    // The index answers, then the API.
    for (const pattern of [API, INDEX]) {
      await page.route(pattern, (route) => route.abort());
      for (const [title, searched, marked] of written) {
        await page.goto(`/search?searchTerm=${encodeURIComponent(searched)}`);
        const found = titles(page).filter({ has: page.locator('mark') });
        await expect(found.first()).toBeVisible();
        expect((await found.allTextContents()).map(nfd)).toContain(nfd(title));
        expect((await found.locator('mark').allTextContents()).map(nfd)).toContain(nfd(marked));
      }
      await page.unroute(pattern);
    }
    for (const id of ids) await page.request.delete(`/api/post/deletepost/${id}/${admin._id}`);
  });
});

test.describe('search is accessible', () => {
  test('with only the keyboard', { tag: '@long' }, async ({ page }) => {
    await page.goto('/search');
    await expect(cards(page)).toHaveCount(9);
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(term(page)).toBeFocused();
    await page.keyboard.type('the');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/searchTerm=the/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/sort=asc/);
    // The URL changes before the results do.
    await expect(said(page)).toContainText('oldest first');
    for (let n = 0; n < 12; n++) await page.keyboard.press('Tab');
    await expect(more(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(titles(page).nth(9).getByRole('link')).toBeFocused();
  });

  test('at 320 px, without horizontal scrolling', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/search', `/search?searchTerm=${'w'.repeat(200)}`, '/archive']) {
      await page.goto(path);
      if (path === '/search') await expect(cards(page)).toHaveCount(9);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
  });

  test('in both themes, according to axe', { tag: '@long' }, async ({ page }) => {
    for (const path of ['/search?searchTerm=the', '/search?searchTerm=zzzzqqqq', '/archive']) {
      await page.goto(path);
      await expect(page.locator('h1')).toBeVisible();
      if (path.endsWith('the')) await expect(cards(page)).toHaveCount(9);
      if (path.endsWith('qqqq')) await expect(page.getByText('No posts found.')).toBeVisible();
      await expectAccessible(page);
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every post can be reached from /search, month by month', async ({ page, request }) => {
    await page.goto('/search');
    await page.getByRole('link', { name: 'All posts by month' }).click();
    await expect(page).toHaveURL('/archive');
    const months = await page
      .locator('main a[href^="/archive/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const seen: string[] = [];
    for (const month of months) {
      await page.goto(month);
      seen.push(
        ...(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()),
      );
    }
    expect(seen).toEqual(await found(request, 'limit=100'));
  });
});

test('the administrator sees the state of the index', async ({ page, login }) => {
  await login('admin');
  const response = await page.request.get('/api/publish/status');
  const { index } = (await response.json()) as { index: Record<string, unknown> };
  expect(index).toMatchObject({ state: expect.stringMatching(/current|indexing/), error: null });
});
