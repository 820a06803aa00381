import type { Page } from '@playwright/test';
import { comment, item, wxr } from '../api/cli/import/wxr.ts';
import { main } from './support/accounts.ts';
import { ADMIN } from './support/server.ts';
import { test as base, expect, ownServer, signIn } from './support/test.ts';

const SHORTCODES = Array.from({ length: 6 }, (_, index) => `<p>[unknown_${index}]</p>`).join('');
const EXPORT = wxr([
  item({ id: 1, slug: 'moved-in', title: 'Moved in', more: comment(3, 'A comment from before') }),
  item({ id: 2, slug: 'with-notes', title: 'With notes', content: SHORTCODES }),
  item({ id: 3, slug: 'locked', title: 'Locked', wp: { post_password: 'x' } }),
]);

const test = base.extend(ownServer({}, 'serial'));

test.beforeEach(async ({ site, context }) => {
  await signIn(context.request, site.url, ADMIN);
});
test.afterEach(async ({ context }) => {
  await context.request.delete('/api/imports');
});

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const ready = (page: Page) => main(page).getByRole('heading', { name: 'The rehearsal is ready' });
const row = (page: Page, title: string) => main(page).getByRole('listitem', { name: title });

async function rehearse(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=import');
  const file = { name: 'export.xml', mimeType: 'text/xml', buffer: Buffer.from(EXPORT) };
  await main(page).getByLabel('Export to upload').setInputFiles(file);
  await main(page).getByLabel('Copy pictures').uncheck();
  await button(page, 'Upload and rehearse').click();
  await expect(ready(page)).toBeVisible({ timeout: 240_000 });
}

test('an export is rehearsed, looked at, and made public', { tag: '@long' }, async ({
  page,
  playwright,
  site,
}) => {
  // The server renders the whole site.
  test.slow();
  await rehearse(page);
  const guest = await playwright.request.newContext({ baseURL: site.url });
  expect((await guest.get('/post/moved-in')).status()).toBe(404);
  await expect(row(page, 'Moved in')).toContainText('/2020/01/02/moved-in');
  await expect(row(page, 'With notes').getByText('unknown_5')).toBeHidden();
  await row(page, 'With notes').getByText('more notes').click();
  await expect(row(page, 'With notes').getByText('unknown_5')).toBeVisible();
  await expect(row(page, 'Locked')).toContainText('Draft');
  // No request leaves the machine.
  const oldPage = { contentType: 'text/html', body: '<h1>As it was</h1>' };
  await page.context().route('https://old.example/**', (route) => route.fulfill(oldPage));
  const opened = page.waitForEvent('popup');
  await row(page, 'Moved in').getByRole('link', { name: 'Compare' }).click();
  const compared = await opened;
  const old = compared.frameLocator('iframe[title="On the old site"]');
  await expect(old.getByRole('heading', { name: 'As it was' })).toBeVisible();
  const frame = compared.frameLocator('iframe[title="Here"]');
  await expect(frame.getByRole('heading', { name: 'Moved in', level: 1 })).toBeVisible();
  await expect(frame.getByText('A comment from before')).toBeVisible();
  await compared.close();
  await expect(main(page).getByText('/2020/01/02/locked', { exact: true })).toBeVisible();

  await button(page, 'Make it public').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make it public' }).click();
  await expect(button(page, 'Done')).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => (await guest.get('/post/moved-in')).status()).toBe(200);
  const moved = await guest.get('/2020/01/02/moved-in/', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, '/post/moved-in']);
});

test('a rehearsal that is thrown away leaves nothing', { tag: '@long' }, async ({
  page,
  playwright,
  site,
}) => {
  // The server renders the whole site.
  test.slow();
  await rehearse(page);
  const { job } = await (await page.request.get('/api/imports')).json();
  const guest = await playwright.request.newContext({ baseURL: site.url });
  const address = `${job.address}post/moved-in`;
  expect((await guest.get(address)).status()).toBe(200);
  await button(page, 'Throw it away').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Throw it away' }).click();
  await expect(button(page, 'Upload and rehearse')).toBeVisible();
  expect((await guest.get(address)).status()).toBe(404);
});
