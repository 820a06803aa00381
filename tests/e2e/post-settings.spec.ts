import type { Page } from '@playwright/test';
import type { Document } from '../../api/contract/documents.ts';
import { expectAccessible } from './support/axe.ts';
import { openDetails } from './support/editing.ts';
import { expectPublished } from './support/publishing.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const settings = (page: Page) => page.locator('.settings-panel');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const isSaved = (page: Page) =>
  expect(page.locator('.writing-status [data-sync]')).toHaveText('Saved');

async function makePost(page: Page, title: string): Promise<string> {
  const data = { title, category: 'javascript', content: '<p>As published.</p>' };
  const answer = await page.request.post('/api/post/create', { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}

async function openSettings(page: Page, id: string): Promise<void> {
  await page.goto(`/update-post/${id}`);
  await expect(content(page)).toHaveText('As published.');
  await openDetails(page);
  await settings(page).getByText('Post settings').click();
  await expect(settings(page).getByLabel('Tags', { exact: true })).toBeVisible();
}

async function stored(page: Page, id: string): Promise<Document> {
  return (await (await page.request.get(`/api/document/${id}`)).json()) as Document;
}

test('tags, series, featured and search engines are saved as they are typed', async ({ page }) => {
  const id = await makePost(page, 'With settings');
  await openSettings(page, id);
  const tags = settings(page).getByLabel('Tags', { exact: true });
  await tags.fill('Deep Work');
  await tags.press('Enter');
  await tags.fill('!!');
  await tags.press('Enter');
  await expect(settings(page).getByRole('alert')).toHaveText(
    'A tag needs at least one letter or digit.',
  );
  await expect(tags).toHaveValue('!!');
  await tags.fill('ink');
  await expect(settings(page).getByRole('alert')).toHaveCount(0);
  await tags.press('Enter');
  await settings(page).getByText('Featured: first on the home page').click();
  await settings(page).locator('summary').getByText('Series').click();
  await settings(page).getByLabel('Series', { exact: true }).fill('Slow reading');
  await settings(page).getByText('Search engines and sharing').click();
  await settings(page).getByLabel('Title for search engines').fill('Another title');
  await settings(page).getByLabel('Canonical address').fill('https://example.com/first');
  await expectAccessible(page, '.settings-panel');
  await isSaved(page);
  await expect.poll(async () => (await stored(page, id)).seo.canonical).toContain('first');
  expect(await stored(page, id)).toMatchObject({
    status: 'changed',
    tags: ['Deep Work', 'ink'],
    featured: true,
    series: { title: 'Slow reading', position: 1 },
    seo: { title: 'Another title', canonical: 'https://example.com/first' },
  });
  // The next post gets them as suggestions.
  await openSettings(page, await makePost(page, 'Next'));
  await expect(settings(page).locator('datalist option[value="Deep Work"]')).toHaveCount(1);
});

test('an invalid canonical address keeps nothing else from being saved', { tag: '@long' }, async ({
  page,
}) => {
  const id = await makePost(page, 'Half an address');
  await openSettings(page, id);
  await settings(page).getByText('Search engines and sharing').click();
  await settings(page).getByLabel('Canonical address').fill('not an address');
  await content(page).fill('More text.');
  await isSaved(page);
  await expect.poll(async () => (await stored(page, id)).content).toBe('<p>More text.</p>');
});

test('the address changes with the next update, and the old one leads there', {
  tag: '@long',
}, async ({ page }) => {
  const id = await makePost(page, 'Old address');
  await openSettings(page, id);
  await settings(page).locator('summary').getByText('Address').click();
  const address = settings(page).getByLabel('Address', { exact: true });
  await address.fill('New Address');
  await expect(address).toHaveValue('new-address');
  await address.press('Enter');
  await expect.poll(async () => (await stored(page, id)).slug).toBe('new-address');
  await page.getByRole('button', { name: 'Update post' }).click();
  await expectPublished(page, '/post/new-address');
  const answer = await page.request.get('/post/old-address', { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
});

test('the settings fit a narrow phone', { tag: '@long' }, async ({ page }) => {
  const id = await makePost(page, 'Narrow');
  await page.setViewportSize({ width: 320, height: 640 });
  await openSettings(page, id);
  await expect(settings(page).getByLabel('Language')).toBeVisible();
  for (const name of ['Series', 'Address', 'Search engines and sharing']) {
    await settings(page).locator('summary').getByText(name).click();
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});
