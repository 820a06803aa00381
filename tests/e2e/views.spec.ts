import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import type { ViewStats } from '../../api/contract/views.ts';
import { main } from './support/accounts.ts';
import { ADMIN } from './support/server.ts';
import { expect, openOverview, signIn, test } from './support/test.ts';

/** Tests what the browser sends. tests/api/stats/views.test.ts tests what the server counts. */

// The server counts a visitor once, so other tests must not look like this one.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Views',
});

/** Counts the views that a context sends from now on. */
function watchViews(context: BrowserContext): () => number {
  let sent = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/views')) sent += 1;
  });
  return () => sent;
}

/** Opens the home page and the newest post. Returns the slug of the post. */
async function read(page: Page, referer?: string): Promise<string> {
  await page.goto('/', referer ? { referer } : {});
  await page.locator('a[href^="/post/"]').first().click();
  await page.waitForURL('**/post/*');
  await page.waitForLoadState('networkidle');
  return new URL(page.url()).pathname.slice('/post/'.length);
}

test('the pages of a reader are counted, without cookies, and where the reader came from', async ({
  page,
  context,
  playwright,
  site,
}) => {
  const sent = watchViews(context);
  const slug = await read(page, 'https://www.example.org/a/page?secret=1');
  await expect.poll(sent).toBe(2);
  expect(await context.cookies()).toEqual([]);
  const admin = await playwright.request.newContext({ baseURL: site.url });
  await signIn(admin, site.url, ADMIN);
  const stats = async (): Promise<ViewStats> => (await admin.get('/api/stats/views')).json();
  await expect
    .poll(async () => (await stats()).referrers)
    .toContainEqual({ host: 'example.org', views: 1 });
  // The two views may be stored one after the other.
  await expect
    .poll(async () => (await stats()).posts.find((post) => post.slug === slug)?.views ?? 0)
    .toBeGreaterThan(0);
  await admin.dispose();
});

for (const [name, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test(`with ${name}, nothing is sent`, async ({ page, context }) => {
    await context.addInitScript(
      ([key, set]) => Object.defineProperty(navigator, key, { value: set }),
      [property, value] as const,
    );
    const sent = watchViews(context);
    await read(page);
    expect(sent()).toBe(0);
  });
}

test('people who write here send nothing', async ({ page, context, login }) => {
  await login('admin');
  await page.goto('/dashboard');
  await expect(main(page).getByRole('region', { name: 'Views' })).toBeVisible();
  const sent = watchViews(context);
  await read(page);
  expect(sent()).toBe(0);
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

test('the owner turns it off and on under Settings', { tag: '@long' }, async ({ page, login }) => {
  await login('admin');
  await page.goto('/dashboard?tab=settings');
  const panel = main(page).getByRole('region', { name: 'Views' });
  const option = panel.getByRole('checkbox', { name: 'Count how often pages are read' });
  await expect(option).toBeChecked();
  await option.click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  expect((await (await page.request.get('/api/stats/views')).json()).on).toBe(false);
  await page.goto('/dashboard');
  await expect(main(page).getByText("Views aren't counted at the moment.")).toBeVisible();
  await page.request.put('/api/settings', { data: { countViews: true } });
});

test('searches without results, of the page and of the dialog, are listed for the owner', {
  tag: '@long',
}, async ({ page, login }) => {
  const words = `zyx${test.info().workerIndex}wvu`;
  const counted = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/api/views/missed-search'));
  const first = counted();
  await page.goto(`/search?searchTerm=${words}`);
  await expect(page.getByText('No posts found.')).toBeVisible();
  expect((await first).status()).toBe(204);

  await page.goto('/about');
  await page.waitForFunction(() => document.onclick === null);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused();
  const second = counted();
  await page.keyboard.type(words);
  expect((await second).status()).toBe(204);

  await login('admin');
  await openOverview(page);
  const views = main(page).getByRole('region', { name: 'Views', exact: true });
  await views.getByText('Searches with no results').click();
  await expect(views.getByRole('listitem').filter({ hasText: words })).toContainText('2');
});
