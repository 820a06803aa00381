import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import type { ViewStats } from '../../api/contract/views.ts';
import { test as base, expect, main } from './support/accounts.ts';
import { ADMIN, startServer } from './support/server.ts';
import { signIn } from './support/test.ts';

/** A separate site, whose views tests count. Each test has another user agent: a new visitor. */
const test = base.extend<{ admin: APIRequestContext }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const site = await startServer({ seed: 'demo' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: async ({ playwright, site }, use) => {
    const admin = await playwright.request.newContext({ baseURL: site.url });
    await signIn(admin, site.url, ADMIN);
    await use(admin);
    await admin.dispose();
  },
});
test.describe.configure({ mode: 'serial' });

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
let visitors = 0;
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  userAgent: async ({}, use) => use(`${CHROME} Visitor/${++visitors}`),
});

async function stats(admin: APIRequestContext): Promise<ViewStats> {
  return await (await admin.get('/api/stats/views')).json();
}

/** Longer than counts stay in memory. */
const WRITTEN_MS = 6_500;

async function expectMore(admin: APIRequestContext, more: number, visit: () => Promise<void>) {
  const before = (await stats(admin)).total;
  await visit();
  if (more > 0) await expect.poll(async () => (await stats(admin)).total).toBe(before + more);
  else {
    await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS));
    expect((await stats(admin)).total).toBe(before);
  }
}

async function readPost(page: Page): Promise<string> {
  await page.goto('/');
  await page.locator('a[href^="/post/"]').first().click();
  await page.waitForURL('**/post/*');
  await page.waitForLoadState('load');
  return new URL(page.url()).pathname.slice('/post/'.length);
}

test('a reader is counted once a page, without cookies', async ({ page, context, admin }) => {
  let slug = '';
  await expectMore(admin, 2, async () => {
    slug = await readPost(page);
    await page.reload();
    await page.waitForLoadState('load');
  });
  const { posts } = await stats(admin);
  expect(posts.find((post) => post.slug === slug)?.views).toBeGreaterThan(0);
  expect(await context.cookies()).toEqual([]);
});

test('the site that a reader came from is counted', async ({ page, admin }) => {
  await page.goto('/about', { referer: 'https://www.example.org/a/page?secret=1' });
  await expect
    .poll(async () => (await stats(admin)).referrers)
    .toContainEqual({ host: 'example.org', views: 1 });
});

const PRIVATE: [string, (context: BrowserContext) => Promise<unknown>][] = [
  [
    'Do Not Track',
    (context) =>
      context.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })),
  ],
  [
    'Global Privacy Control',
    (context) =>
      context.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      ),
  ],
];

for (const [name, turnOn] of PRIVATE) {
  test(`with ${name}, nothing is sent`, async ({ page, context, admin }) => {
    await turnOn(context);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await expectMore(admin, 0, async () => void (await readPost(page)));
    expect(sent).not.toContain('/api/views');
  });
}

test.describe('a bot', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  });
  test('is not counted', async ({ page, admin }) => {
    await expectMore(admin, 0, async () => void (await readPost(page)));
  });
});

test('people who write here are not counted', async ({ page, context, site, admin }) => {
  await signIn(context.request, site.url, ADMIN);
  await page.goto('/dashboard');
  await expect(main(page).getByRole('region', { name: 'Views' })).toBeVisible();
  await expectMore(admin, 0, async () => void (await readPost(page)));
});

test('a copy without a server counts nothing and logs no error', async ({ page, site }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const calls: string[] = [];
  const copy = createServer(async ({ url = '' }, response) => {
    if (url.startsWith('/api')) {
      calls.push(url);
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('Not found');
      return;
    }
    const original = await fetch(site.url + url);
    const type = original.headers.get('Content-Type') ?? 'text/plain';
    response.writeHead(original.status, { 'Content-Type': type });
    response.end(Buffer.from(await original.arrayBuffer()));
  });
  await new Promise<void>((resolve) => copy.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(copy.address() as AddressInfo).port}/about`);
  await page.waitForLoadState('networkidle');
  expect([calls, errors]).toEqual([[], []]);
  copy.closeAllConnections();
  copy.close();
});

test('the owner turns it off and on under Settings', async ({
  browser,
  page,
  context,
  site,
  admin,
}) => {
  await signIn(context.request, site.url, ADMIN);
  await page.goto('/dashboard?tab=settings');
  const panel = main(page).getByRole('region', { name: 'Views' });
  const option = panel.getByRole('checkbox', { name: 'Count how often pages are read' });
  await expect(option).toBeChecked();
  await option.click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expectMore(admin, 0, async () => {
    const reader = await browser.newContext({ baseURL: site.url, userAgent: `${CHROME} Off` });
    await readPost(await reader.newPage());
    await reader.close();
  });
  await page.goto('/dashboard');
  await expect(main(page).getByText("Views aren't counted at the moment.")).toBeVisible();
  await admin.put('/api/settings', { data: { countViews: true } });
});
