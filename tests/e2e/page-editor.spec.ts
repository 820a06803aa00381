/** Writing the site's own pages: the list, the editor, the address, and the privacy policy. */
import type { Page } from '@playwright/test';
import type { Document, DocumentList } from '../../api/contract/documents.ts';
import { expectAccessible } from './support/axe.ts';
import { openDetails } from './support/editing.ts';
import { expectFits } from './support/narrow.ts';
import { draft, editorCall, expectPublished } from './support/publishing.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const main = (page: Page) => page.getByRole('main');
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const address = (page: Page) => page.getByLabel('Address', { exact: true });
const row = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name });
const isSaved = (page: Page) =>
  expect(page.locator('.writing-status [data-sync]')).toHaveText('Saved');

/** Saves a page through the API, and returns its document. */
const pageDraft = (page: Page, fields: { title: string; slug: string }) =>
  draft(page.request, { kind: 'page', category: '', ...fields });

async function stored(page: Page, id: string): Promise<Document> {
  return (await (await page.request.get(`/api/document/${id}`)).json()) as Document;
}

test('a page is written and published at the address that was chosen, without a category', async ({
  page,
}) => {
  await pageDraft(page, { title: 'Here first', slug: 'taken-by-a-draft' });
  await page.goto('/dashboard?tab=pages');
  await main(page).getByRole('link', { name: 'New page' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your page');
  await title(page).fill('Search');
  await content(page).fill('I read about zeppelins.');
  await openDetails(page);
  await expect(page.getByLabel('Category')).toHaveCount(0);
  const field = page.locator('.writing-details');
  await expect(field.getByRole('alert')).toContainText('/search is an address of the site itself.');
  await address(page).fill('taken-by-a-draft');
  await expect(field.getByRole('alert')).toContainText(
    '/taken-by-a-draft is the address of another page.',
  );
  await address(page).fill('What I read');
  await expect(address(page)).toHaveValue('what-i-read');
  await expect(field.getByRole('alert')).toHaveCount(0);
  await expect(field).toContainText('/what-i-read · Leave this empty to follow the title.');
  await isSaved(page);
  const id = () => /\/update-post\/(\w+)$/.exec(page.url())?.[1] ?? '';
  await expect.poll(id).not.toBe('');
  await expect.poll(async () => (await stored(page, id())).slug).toBe('what-i-read');
  expect(await stored(page, id())).toMatchObject({ kind: 'page', status: 'draft' });
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expectPublished(page, '/what-i-read');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
});

test('a public page that moves is told where its former address will lead', {
  tag: '@long',
}, async ({ page }) => {
  const { _id } = await pageDraft(page, { title: 'Moving', slug: 'before-the-move' });
  await editorCall(page.request, `publish/${_id}`, { revision: 1 });
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).toHaveText('Some words.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update page');
  await openDetails(page);
  await address(page).fill('after-the-move');
  const details = page.locator('.writing-details');
  await expect.poll(async () => (await stored(page, _id)).slug).toBe('after-the-move');
  await expect(details).toContainText('/before-the-move will lead there, so no link breaks.');
  await page.reload();
  await expect(content(page)).toHaveText('Some words.');
  await openDetails(page);
  await expect(address(page)).toHaveValue('after-the-move');
  await expect(details).toContainText('/before-the-move will lead there, so no link breaks.');
  await page.getByText('Page settings').click();
  await expect(page.getByText('Search engines and sharing')).toBeVisible();
  await expect(page.getByLabel('Tags', { exact: true })).toHaveCount(0);
  await expectAccessible(page, '.writing-panel');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Moving');
  await expect(preview.getByText('min read')).toHaveCount(0);
});

test('the editor of the privacy policy inserts what the site stores', { tag: '@long' }, async ({
  page,
}) => {
  const { _id } = await pageDraft(page, { title: 'Your data', slug: 'privacy-policy' });
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).toHaveText('Some words.');
  await page.getByText('What this site stores about people').click();
  const list = page.getByRole('region', { name: 'The list' });
  await expect(list).toContainText('a hash of your password (argon2id)');
  await expectAccessible(page, '.privacy-notice');
  await page.getByRole('button', { name: 'Insert at the end of the text' }).click();
  await expect(content(page)).toContainText('Some words.');
  await expect(content(page).getByRole('heading', { name: 'When you visit' })).toBeVisible();
  const text = async () => (await stored(page, _id)).content;
  await expect.poll(text).toContain('<strong>username</strong>');
  expect(await text()).toContain('inkwell_session');
});

test('a page is scheduled, restored to a version, duplicated and put in the trash', {
  tag: '@long',
}, async ({ page }) => {
  const { _id } = await pageDraft(page, { title: 'A life', slug: 'a-life' });
  await editorCall(page.request, `publish/${_id}`, { revision: 1 });
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).toHaveText('Some words.');
  await content(page).fill('Second version.');
  await expect.poll(async () => (await stored(page, _id)).content).toContain('Second');

  await choose('Version history');
  const history = dialog('Version history');
  await history.getByRole('button', { name: /Public now/ }).click();
  await expect(history.getByRole('cell', { name: 'Second version.' })).toBeVisible();
  await expect(history).not.toContainText('Category');
  await history.getByText('Side by side').click();
  const before = history.frameLocator('iframe[title="This version"]');
  // A busy server refuses previews.
  const again = history.getByRole('button', { name: 'Try again' }).first();
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(before.getByText('Some words.')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(before.getByText('min read')).toHaveCount(0);
  await history.getByRole('button', { name: 'Restore this version' }).click();
  await expect(content(page)).toHaveText('Some words.');

  await choose('Schedule...');
  await dialog('Schedule the page').getByLabel('Date').fill('2030-06-01');
  await dialog('Schedule the page').getByLabel('Time').fill('09:30');
  await dialog('Schedule the page').getByRole('button', { name: 'Schedule' }).click();
  const banner = page.getByRole('region', { name: 'Schedule' });
  await expect(banner).toContainText('Goes live on Jun 1, 2030, 9:30 AM (UTC)');
  expect(await stored(page, _id)).toMatchObject({ status: 'scheduled', postId: _id });
  await banner.getByRole('button', { name: 'Cancel' }).click();
  await expect(banner).toHaveCount(0);

  await choose('Flight recorder');
  await expect(dialog('Flight recorder')).not.toContainText('post');
  await dialog('Flight recorder').getByRole('button', { name: 'Close' }).click();
  await choose('Duplicate');
  await expect(title(page)).toHaveValue('A life (copy)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your page');

  await choose('Move to trash');
  await dialog('Are you sure you want to delete this page?')
    .getByRole('button', { name: "Yes, I'm sure" })
    .click();
  await expect(page.getByText('This page is in the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore it' }).click();
  await expect(title(page)).toHaveValue('A life (copy)');
});

test('the list of pages leads to them, and deletes and restores them', { tag: '@long' }, async ({
  page,
}) => {
  const { _id } = await pageDraft(page, { title: 'Colophon', slug: 'colophon' });
  await pageDraft(page, { title: 'Averyverylongword'.repeat(8), slug: 'long' });
  await page.goto('/dashboard?tab=pages');
  await expect(row(page, 'Colophon')).toContainText('/colophon');
  await expect(row(page, 'Colophon')).toContainText('Draft');
  await expectAccessible(page);
  await expectFits(page, '/dashboard?tab=pages');
  await page.setViewportSize({ width: 1280, height: 800 });
  await row(page, 'Colophon').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(row(page, 'Colophon')).toHaveCount(0);
  await page.goto('/dashboard?tab=pages&status=trashed');
  await row(page, 'Colophon').getByRole('button', { name: 'Restore' }).click();
  await expect.poll(async () => (await stored(page, _id)).status).toBe('draft');
  const posts = await page.request.get('/api/document/getdocuments?limit=100');
  const { documents } = (await posts.json()) as DocumentList;
  expect(documents.filter(({ kind }) => kind === 'page')).toEqual([]);
});

test('a public page is added to the navigation from a list of pages', { tag: '@long' }, async ({
  page,
}) => {
  const { _id } = await pageDraft(page, { title: 'Reachable', slug: 'reachable' });
  await editorCall(page.request, `publish/${_id}`, { revision: 1 });
  // Readers don't see its new address yet, and never saw the other page.
  const data = { revision: 1, slug: 'not-yet' };
  expect((await page.request.put(`/api/document/update/${_id}`, { data })).ok()).toBe(true);
  await pageDraft(page, { title: 'Unreachable', slug: 'unreachable' });
  await page.goto('/dashboard?tab=settings');
  const navigation = main(page).getByRole('region', { name: 'Navigation', exact: true });
  const choice = navigation.getByLabel('Add one of your pages');
  await expect(choice.getByRole('option', { name: 'reachable' })).toHaveText([
    'Reachable (/reachable)',
  ]);
  await choice.selectOption('Reachable (/reachable)');
  await expect(navigation.getByRole('listitem').last()).toBeVisible();
  await expect(navigation.getByRole('textbox', { name: 'Address' }).last()).toHaveValue(
    '/reachable',
  );
});
