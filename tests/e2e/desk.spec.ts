import { chromium, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test as base, expect, main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { BROWSER_ARGS, findBrowser } from './support/browser.ts';
import { ADMIN } from './support/server.ts';
import { openOverview, type Person, signIn } from './support/test.ts';

const test = base.extend<{ admin: Person }>({
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
});

/** The browser may log errors. */
const loud = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  quiet: async ({}, use) => use(undefined),
});

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' });
const card = (page: Page) => main(page).getByRole('region', { name: 'Publishing' });
const h1s = (page: Page) => page.getByRole('heading', { level: 1 });

const NOW = '2026-01-10T12:00:00.000Z';
const IDLE = {
  queued: [],
  rendering: [],
  failed: [],
  live: [],
  nodes: [],
  site: { wanted: 0, live: 0, error: null },
  siteTarget: null,
  release: { id: 'abcdef0123456789', pages: 12, rendered: 12, total: 12, state: 'live' },
  index: {
    state: 'current',
    posts: 3,
    shards: 1,
    waiting: 0,
    lastMs: 1,
    lastLagMs: 1,
    indexedAt: NOW,
    error: null,
  },
};
const pending = (title: string, more: object) => ({
  postId: title,
  slug: title.toLowerCase().replaceAll(' ', '-'),
  title,
  action: 'publish',
  attempts: 0,
  error: null,
  queuedAt: NOW,
  nextAttemptAt: NOW,
  ...more,
});

/** Opens the overview with this status of publishing. */
async function openWith(page: Page, status: object): Promise<void> {
  await page.clock.install({ time: NOW });
  await page.route('**/api/publish/status', (route) => route.fulfill({ json: status }));
  await openOverview(page);
  await expect(overview(page)).toBeVisible();
}

const left = async (part: Locator) => (await part.boundingBox())?.x;

test('the bar lines up with the sidebar on wide screens', { tag: '@long' }, async ({
  page,
  admin: _,
}) => {
  await page.goto('/dashboard');
  await expect(overview(page)).toBeVisible();
  const sidebar = page.getByRole('complementary', { name: 'Account' });
  for (const width of [1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const logo = await left(page.getByRole('banner').locator('svg').first());
    expect(await left(sidebar), `at ${width}`).toBe(0);
    expect(await left(sidebar.locator('.avatar')), `at ${width}`).toBe(logo);
    expect(await left(sidebar.getByRole('link').first().locator('svg')), `at ${width}`).toBe(logo);
    const account = await page.getByRole('button', { name: 'Account menu' }).boundingBox();
    expect(width - (account?.x ?? 0) - (account?.width ?? 0), `at ${width}`).toBe(logo);
    await page.getByRole('button', { name: 'Account menu' }).click();
    const right = async () => {
      const menu = await page.locator('#account-menu').boundingBox();
      return width - (menu?.x ?? 0) - (menu?.width ?? 0);
    };
    await expect.poll(right, `at ${width}`).toBe(logo);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('the bar lines up with the account and the content on narrow screens', {
  tag: '@long',
}, async ({ page, admin: _ }) => {
  await page.goto('/dashboard');
  const account = page.getByRole('complementary', { name: 'Account' });
  for (const width of [800, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(overview(page)).toBeVisible();
    const logo = await left(page.getByRole('banner').locator('svg').first());
    expect(await left(account.locator('.avatar')), `at ${width}`).toBe(logo);
    expect(await left(account.getByRole('link').first().locator('svg')), `at ${width}`).toBe(logo);
    // The heading is visually hidden until the overview has loaded.
    await expect.poll(() => left(overview(page)), `at ${width}`).toBe(logo);
  }
});

test('"New post" is in view and opens the editor', async ({ page, admin: _ }) => {
  await page.goto('/dashboard');
  const link = main(page).getByRole('link', { name: 'New post' });
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 667 });
    await expect(link).toBeInViewport({ ratio: 1 });
    await expect(link).toHaveAttribute('href', '/create-post');
  }
});

test.describe('the publishing card', () => {
  test('says that everything is live, with the index behind "Details"', async ({
    page,
    admin: _,
  }) => {
    const live = { ...pending('My last post', {}), liveAt: NOW, totalMs: 140, renderMs: 80 };
    await openWith(page, { ...IDLE, live: [live] });
    await expect(card(page).getByRole('status')).toHaveText('Everything is live');
    await expect(card(page).getByRole('link', { name: 'My last post' })).toHaveAttribute(
      'href',
      '/post/my-last-post',
    );
    await expect(page.getByText('abcdef012345')).toHaveCount(0);
    await expect(card(page).getByText('Search index')).toBeHidden();
    await card(page).getByText('Details', { exact: true }).click();
    await expect(page.getByText('abcdef012345')).toHaveCount(0);
    await expect(card(page)).toContainText('Search index: 3 entries, just now');
  });

  test('lists what is being published', async ({ page, admin: _ }) => {
    const rendering = [pending('Being built', { state: 'rendering' })];
    const removed = pending('x', { state: 'queued', action: 'remove', title: null, slug: 'gone' });
    await openWith(page, { ...IDLE, rendering, queued: [removed] });
    await expect(card(page).getByRole('status')).toHaveText('Publishing 2 posts');
    await expect(
      card(page).getByRole('list', { name: 'In progress' }).getByRole('listitem'),
    ).toHaveText(['Being built · being published', 'gone · waiting']);
  });

  test('says in plain words what failed and what to do', async ({ page, admin: _ }) => {
    const failed = { state: 'failed', attempts: 3 };
    await openWith(page, {
      ...IDLE,
      failed: [
        pending('No space', { ...failed, error: 'ENOSPC: no space left on device, write' }),
        pending('Endless', { ...failed, error: 'Rendering /post/endless took over 2 s.' }),
        { ...pending('A page', { ...failed, action: 'remove' }), slug: '/now' },
        pending('Odd', {
          ...failed,
          error: "TypeError: can't read x",
          nextAttemptAt: '2026-01-10T12:10:00.000Z',
        }),
      ],
    });
    await expect(card(page).getByRole('status')).toHaveText("3 posts and 1 page aren't live");
    const items = card(page).getByRole('list', { name: 'Not live' }).getByRole('listitem');
    await expect(items.nth(0)).toContainText("No spaceThe server's disk is full.");
    await expect(items.nth(0)).toContainText('Free some space on the server');
    await expect(items.nth(1)).toContainText('Building the page took too long.');
    await expect(items.nth(2)).toContainText("The page was deleted, but it's still online.");
    await expect(items.nth(3)).toContainText("The page couldn't be built.");
    await expect(items.nth(3)).toContainText("We'll also try again in 10 minutes.");
    await expect(items.nth(3).getByRole('link', { name: 'Edit post' })).toHaveAttribute(
      'href',
      '/update-post/Odd',
    );
    // The server's own words are for the people who run it.
    await expect(card(page).getByText('ENOSPC')).toBeHidden();
    await card(page).getByText('Details', { exact: true }).click();
    await expect(card(page).getByText('ENOSPC')).toBeVisible();
    const retried = page.waitForRequest('**/api/publish/retry/Odd');
    await items.nth(3).getByRole('button', { name: 'Try again' }).click();
    expect((await retried).method()).toBe('POST');
  });

  test('names every server and how far it is behind "Details"', { tag: '@long' }, async ({
    page,
    admin: _,
  }) => {
    const node = { release: 'abcdef0123456789', cursor: 7, failed: 0, behind: 0, heartbeat: NOW };
    const nodes = [
      { ...node, id: '11111111-aaaa', role: 'publisher' },
      { ...node, id: '22222222-bbbb', role: 'web', behind: 1, failed: 1 },
      { ...node, id: '33333333-cccc', role: 'function', behind: 1200 },
      { ...node, id: '44444444-dddd', role: 'all', heartbeat: '2026-01-01T00:00:00.000Z' },
    ];
    const broken = pending('A broken post', { state: 'failed', attempts: 1, error: 'EIO' });
    await openWith(page, { ...IDLE, nodes, failed: [broken] });
    const last = card(page).getByText('Function 33333333: 1,200 changes behind');
    await expect(last).toBeHidden();
    await card(page).getByText('Details', { exact: true }).click();
    await expect(last).toBeVisible();
    await expect(card(page)).toContainText('Publisher 11111111: up to date');
    await expect(card(page)).toContainText('Web server 22222222: 1 change behind, 1 failed');
    await expect(card(page)).toContainText('Server 44444444: not responding, last seen ');
    await main(page).getByText('Set up Google sign-in').click();
    await expectSound(page);
  });

  test('tells how far the copy in the bucket is', { tag: '@long' }, async ({ page, admin: _ }) => {
    const copy = { isHere: true, pending: 0, failed: null, lastSyncedAt: NOW };
    const status = { ...IDLE, siteTarget: copy };
    await openWith(page, status);
    await expect(card(page)).toContainText('Copied to the bucket, just now');
    // The panel polls.
    Object.assign(status, { siteTarget: { ...copy, pending: 1 } });
    await page.clock.runFor('00:15');
    const summary = card(page).getByRole('status');
    await expect(summary).toHaveText('Copying to the bucket: 1 file left');
    await expect(card(page)).not.toContainText('Visitors see the latest version');
    Object.assign(status, { siteTarget: { ...copy, pending: 4, failed: 'AccessDenied' } });
    await page.clock.runFor('00:15');
    await expect(summary).toHaveText("The CDN isn't up to date");
    await expect(card(page)).toContainText("visitors don't see the latest changes yet");
    await expect(card(page)).not.toContainText('Everything is live');
    await expect(card(page).getByText('AccessDenied')).toBeHidden();
    await card(page).getByText('Details', { exact: true }).click();
    await expect(card(page).getByText('AccessDenied')).toBeVisible();
  });

  test('shows the progress of the first release, and then that search is behind', async ({
    page,
    admin: _,
  }) => {
    const release = { ...IDLE.release, pages: 0, rendered: 527, total: 3167, state: 'rendering' };
    const status = { ...IDLE, release };
    await openWith(page, status);
    await expect(card(page).getByRole('status')).toHaveText(
      'Publishing the site: 527 of 3,167 pages',
    );
    await expect(card(page)).toContainText('Visitors can already read every page.');
    await expect(card(page)).not.toContainText('previous version');
    const index = { ...IDLE.index, state: 'failed', error: 'EIO: read' };
    Object.assign(status, IDLE, { index });
    await page.clock.runFor('00:15');
    await expect(card(page)).toContainText("Search doesn't include the latest changes yet.");
    await expect(card(page).getByText('EIO')).toBeHidden();
  });
});

test('administrators can read how to set up Google sign-in', { tag: '@long' }, async ({
  page,
  admin: _,
  site,
}) => {
  await page.goto('/dashboard');
  const hint = main(page).getByRole('region', { name: 'Google sign-in' });
  await expect(hint.getByText('GOOGLE_CLIENT_ID')).toBeHidden();
  const summary = hint.getByText('Set up Google sign-in');
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(hint.getByText('GOOGLE_CLIENT_ID')).toBeVisible();
  await expect(hint.getByText('GOOGLE_CLIENT_SECRET')).toBeVisible();
  await expect(hint.getByText(`${site.url}/api/auth/google/callback`)).toBeVisible();
});

test('every view has one main heading: tabs, loading, no server', { tag: '@long' }, async ({
  page,
  admin: _,
}) => {
  for (const tab of ['dash', 'profile', 'posts', 'users', 'comments']) {
    await page.goto(`/dashboard?tab=${tab}`);
    await expect(page).toHaveTitle(/ – Dashboard – /);
    await expect(main(page).getByText('Loading...')).toHaveCount(0);
    await expect(h1s(page), tab).toHaveCount(1);
  }
  // The server doesn't answer, at first slowly.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/session', async (route) => {
    await held;
    await route.fulfill({ status: 503, json: {} });
  });
  await page.goto('/dashboard');
  await expect(h1s(page)).toHaveText(['Dashboard']);
  answer();
  await expect(main(page).getByRole('alert')).toContainText("The server can't be reached");
  await expect(h1s(page)).toHaveText(['Dashboard']);
});

loud('a tab whose code fails to load keeps its heading', async ({ page, admin: _ }) => {
  await page.route('**/OverviewTab*.js', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(main(page).getByRole('alert')).toContainText("couldn't be opened");
  await expect(h1s(page)).toHaveText(['Overview']);
});

test('the overview opens where the browser has no valid language', { tag: '@long' }, async ({
  page,
  admin: _,
}) => {
  // WebKit with LANG=C.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'C' });
    Object.defineProperty(navigator, 'languages', { get: () => ['C'] });
  });
  await page.goto('/dashboard');
  await expect(overview(page)).toBeVisible();
  await expect(main(page).getByRole('img', { name: /^Chart of the last twelve/ })).toBeVisible();
});

test('the chart shows the numbers of the month under the pointer', { tag: '@long' }, async ({
  page,
  admin: _,
}) => {
  await openOverview(page);
  const chart = main(page).getByRole('img', { name: /^Chart of the last twelve/ });
  // The panels above it have their final height.
  await expect(main(page).getByRole('img', { name: /^Chart of the last 30 days/ })).toBeVisible();
  await chart.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0 } = (await chart.boundingBox()) ?? {};
  await page.mouse.move(x + width - 5, y + 40);
  const month = new Intl.DateTimeFormat('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const panel = main(page).getByRole('region', { name: 'The last 12 months' });
  const legend = panel.getByText(month.format(new Date())).and(panel.locator('span'));
  await expect(legend).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(legend).toHaveCount(0);
});

test('a dialog dims the whole window, scrollbar included, and moves nothing', {
  tag: '@long',
}, async ({ site }) => {
  // Playwright hides scrollbars.
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: BROWSER_ARGS,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const context = await browser.newContext({ baseURL: site.url });
    await signIn(context.request, site.url, ADMIN);
    const page = await context.newPage();
    await page.setViewportSize({ width: 1000, height: 500 });
    await page.goto('/dashboard?tab=profile');
    const heading = page.getByRole('heading', { name: 'Profile Settings' });
    await expect(heading).toBeVisible();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      const button = page.getByRole('button', { name: 'Delete Account' });
      await button.scrollIntoViewIfNeeded();
      await page.evaluate(() => document.fonts.ready);
      const scrollbar = await page.evaluate(
        () => innerWidth - document.documentElement.clientWidth,
      );
      expect(scrollbar).toBeGreaterThan(0);
      const { x, y, width } = (await heading.boundingBox()) ?? {};
      await button.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      expect(await heading.boundingBox()).toMatchObject({ x, y, width });
      // The last column belongs to the scrollbar. The one before it is paper below the backdrop.
      const [edge, paper] = [await pixel(page, 998, 300), await pixel(page, 970, 300)];
      for (const [index, value] of edge.entries()) {
        expect(
          Math.abs(value - (paper[index] ?? 0)),
          `${theme}: ${edge} and ${paper}`,
        ).toBeLessThan(4);
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  } finally {
    await browser.close();
  }
});

/** Returns the color of a point of the window. */
async function pixel(page: Page, x: number, y: number): Promise<number[]> {
  const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return [...(await sharp(shot).removeAlpha().raw().toBuffer())];
}
