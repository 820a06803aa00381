/** "Manage Posts": several posts at once, the trash, the calendar. */
import type { Page } from '@playwright/test';
import type { Document, DocumentList } from '../../api/contract/documents.ts';
import type { Body } from '../../src/lib/api-types.ts';
import { expectAccessible } from './support/axe.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend({ site: ({ accountsSite }, use) => use(accountsSite) });
test.beforeEach(async ({ login }) => {
  await login('admin');
});

const PHONE = { width: 375, height: 667 };
const main = (page: Page) => page.getByRole('main');
const row = (page: Page, title: string) => main(page).getByRole('row').filter({ hasText: title });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected posts' });
const toast = (page: Page) => page.locator('#toasts');

async function makeDrafts(
  page: Page,
  titles: string[],
  fields: Body<'POST /api/document/create'> = {},
) {
  const made: Document[] = [];
  for (const title of titles) {
    const data = { title, category: 'javascript', content: '<p>Words.</p>', ...fields };
    const answer = await page.request.post('/api/document/create', { data });
    made.push((await answer.json()) as Document);
  }
  return made;
}

async function documents(page: Page, query: string): Promise<DocumentList['documents']> {
  const answer = await page.request.get(`/api/document/getdocuments?limit=100&${query}`);
  return ((await answer.json()) as DocumentList).documents;
}

/** Checks the page with axe, and that nothing scrolls sideways. */
async function expectSound(page: Page, what: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  // Its colors don't depend on the width.
  await expectAccessible(page, undefined, undefined, width < 400 ? ['light'] : undefined);
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrolled, what).toBeLessThanOrEqual(width);
}

test.describe('several posts', () => {
  test('get a tag, and go to the trash and back, with the bar in view on a phone', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    const titles = Array.from({ length: 6 }, (_, n) => `Crowd ${n}`);
    await makeDrafts(page, titles);
    await page.goto('/dashboard?tab=posts&q=Crowd');
    for (const title of ['Crowd 1', 'Crowd 4']) {
      await row(page, title).getByLabel('Select').check();
      await expect(bar(page)).toBeInViewport({ ratio: 1 });
    }
    await expect(bar(page)).toContainText('2 posts selected');
    await bar(page).getByLabel('Tag for the selected posts').fill('Together');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('2 posts');
    expect(await documents(page, 'tag=together')).toHaveLength(2);
    await expect(bar(page)).toHaveCount(0);

    await row(page, 'Crowd 0').getByLabel('Select').check();
    await row(page, 'Crowd 2').getByLabel('Select').check();
    await bar(page).getByRole('button', { name: 'Move to trash' }).click();
    await expect(row(page, 'Crowd 0')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await documents(page, 'status=trashed&searchTerm=Crowd')).toHaveLength(2);
    await toast(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(row(page, 'Crowd 0')).toBeVisible();
    expect(await documents(page, 'status=trashed&searchTerm=Crowd')).toHaveLength(0);
  });

  test('are published, and those that are incomplete stay and say why', async ({ page }) => {
    await makeDrafts(page, ['Batch complete']);
    await makeDrafts(page, ['Batch without a category'], { category: '' });
    await page.goto('/dashboard?tab=posts&q=Batch');
    await main(page).getByLabel('Select all rows').check();
    await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(bar(page).getByRole('alert')).toContainText("1 post couldn't be changed");
    await expect(bar(page).getByRole('alert')).toContainText('Batch without a category');
    await expect(row(page, 'Batch complete')).toContainText('Published');
    await bar(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(bar(page)).toHaveCount(0);
  });
});

test('a post goes to the trash and back, and its address says that it is gone', {
  tag: '@long',
}, async ({ page }) => {
  const [draft] = await makeDrafts(page, ['Here today']);
  await page.request.post(`/api/document/publish/${draft?._id}`, {
    data: { revision: draft?.revision },
  });
  await page.goto('/dashboard?tab=posts&q=today');
  const remove = row(page, 'Here today').getByRole('button', { name: 'Delete' });
  await remove.click();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(toast(page)).toContainText('The post is in the trash.');
  expect((await page.request.get('/post/here-today')).status()).toBe(410);
  await page.goto('/dashboard?tab=posts&status=trashed');
  await expect(
    row(page, 'Here today').getByRole('button', { name: 'Delete for good' }),
  ).toBeVisible();
  await row(page, 'Here today').getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page)).toContainText('The post is back: Published.');
  await expect(row(page, 'Here today')).toHaveCount(0);
  expect((await page.request.get('/post/here-today')).status()).toBe(200);
});

test('the calendar shows scheduled posts by day, with the keyboard and on a phone', async ({
  page,
}) => {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() + 1, 15);
  at.setUTCHours(9, 30, 0, 0);
  const drafts = await makeDrafts(page, ['Morning post', 'Second post of the day']);
  for (const { _id, revision } of drafts) {
    const data = { revision, at: at.toISOString() };
    expect((await page.request.post(`/api/document/publish/${_id}`, { data })).ok()).toBe(true);
  }
  await page.goto('/dashboard?tab=posts&view=calendar');
  await expect(main(page).getByText(/^Nothing is scheduled in /)).toBeVisible();
  const next = main(page).getByRole('button', { name: 'Next month' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(next).toBeFocused();
  await expect(main(page).getByRole('cell', { name: /^15/ })).toContainText('9:30 AM Morning post');
  await page.setViewportSize(PHONE);
  const dayName = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(at);
  await expect(main(page).getByRole('heading', { name: dayName })).toHaveCount(1);
  const link = main(page).getByRole('link', { name: /Second post of the day/ });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await expect(page.getByLabel('Title')).toHaveValue('Second post of the day');
});

test('the list, the trash, the calendar and their dialogs are accessible, and fit a small phone', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const [draft] = await makeDrafts(page, ['Sound and complete']);
  await page.request.post(`/api/document/publish/${draft?._id}`, {
    data: { revision: draft?.revision },
  });
  const [gone] = await makeDrafts(page, ['Sound and gone']);
  await page.request.post(`/api/document/trash/${gone?._id}`);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/dashboard?tab=posts&q=Sound');
    await row(page, 'Sound and complete').getByLabel('Select').check();
    const filters = main(page).getByRole('button', { name: 'Filters' });
    if (await filters.isVisible()) await filters.click();
    await expect(main(page).getByLabel('Status')).toBeVisible();
    await expectSound(page, 'the list with a selected post');
    await row(page, 'Sound and complete')
      .getByRole('button', { name: /views?$/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Views' })).toContainText('No views in');
    await expectSound(page, 'the views');
    for (const query of ['status=trashed', 'view=calendar']) {
      await page.goto(`/dashboard?tab=posts&${query}`);
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main(page).locator('.skeleton')).toHaveCount(0);
      await expectSound(page, query);
    }
  }
});
