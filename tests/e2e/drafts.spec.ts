import type { Page } from '@playwright/test';
import type { Document } from '../../api/contract/documents.ts';
import { expectAccessible } from './support/axe.ts';
import { expectPublished } from './support/publishing.ts';
import { ADMIN } from './support/server.ts';
import { expect } from './support/test.ts';
import { isKept, test } from './support/writing.ts';

const title = (page: Page) => page.getByLabel('Title');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const status = (page: Page) => page.locator('.writing-status [data-sync]');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openCreate(page: Page): Promise<void> {
  await page.goto('/create-post');
  await expect(content(page)).toBeVisible();
}

/** Writes a draft on /create-post, and returns its id. */
async function writeDraft(page: Page, name: string, text = `Words of ${name}`): Promise<string> {
  await openCreate(page);
  await title(page).fill(name);
  await content(page).click();
  await page.keyboard.type(text);
  await expect(status(page)).toHaveText('Saved');
  await expect(page).toHaveURL(/\/update-post\/[0-9a-f]{24}$/);
  return page.url().split('/').at(-1) ?? '';
}

async function stored(page: Page, id: string): Promise<Document> {
  const answer = await page.request.get(`/api/document/${id}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Document;
}

async function makePost(page: Page, name: string): Promise<string> {
  const data = { title: name, category: 'javascript', content: '<p>As published.</p>' };
  const answer = await page.request.post('/api/post/create', { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}

const publicContent = async (page: Page, id: string) => {
  const answer = await page.request.get(`/api/post/getposts?postId=${id}`);
  return ((await answer.json()) as { posts: { content: string }[] }).posts[0]?.content;
};

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.describe('a draft', () => {
  test('is on the server a second after typing, and opens in another browser', async ({
    page,
    browser,
    site,
  }) => {
    const id = await writeDraft(page, 'Written here');
    expect(await stored(page, id)).toMatchObject({ title: 'Written here', status: 'draft' });
    const other = await browser.newContext({
      baseURL: site.url,
      storageState: await page.context().storageState(),
    });
    const there = await other.newPage();
    await there.goto(`/update-post/${id}`);
    await expect(content(there)).toHaveText('Words of Written here');
    await expect(there.getByRole('heading', { level: 1 })).toHaveText('Create Your Post');
    await expect(there.getByRole('button', { name: 'Publish Post' })).toBeVisible();
    await other.close();
    expect((await page.request.get(`/api/post/getposts?postId=${id}`)).status()).toBe(200);
    expect(await publicContent(page, id)).toBeUndefined();
  });

  test('is not made of an empty form', { tag: '@long' }, async ({ page }) => {
    await page.clock.install();
    await openCreate(page);
    await page.getByRole('combobox', { name: 'Category' }).fill('javascript');
    await content(page).click();
    await page.keyboard.type('   ');
    await page.clock.runFor(2_500);
    await expect(page).toHaveURL(/\/create-post$/);
    const answer = await page.request.get('/api/document/getdocuments?status=draft');
    const { documents } = (await answer.json()) as { documents: Document[] };
    expect(documents.filter((one) => one.title === '' && one.category === 'javascript')).toEqual(
      [],
    );
  });

  test('survives a reload before it was saved, with its place', async ({ page }) => {
    const id = await writeDraft(page, 'Long', 'First line');
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Enter');
      await page.keyboard.insertText(`Line ${n}`);
    }
    await page.keyboard.type(' and the last words');
    await isKept(page, 'and the last words');
    await page.reload();
    await expect(content(page)).toContainText('Line 59 and the last words');
    await expect(content(page).getByText('Line 59')).toBeInViewport();
    await expect.poll(async () => (await stored(page, id)).content).toContain('the last words');
    await expect(status(page)).toHaveText('Saved');
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.reload();
    await expect(content(page)).toContainText('Line 59');
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(300);
  });

  test('is kept while the server is away, and saved when it is back', async ({ page, context }) => {
    const id = await writeDraft(page, 'On a train');
    await context.setOffline(true);
    await page.keyboard.type(' and more');
    await expect(page.getByText('Offline, saved on this device')).toBeVisible();
    await context.setOffline(false);
    await expect(status(page)).toHaveText('Saved');
    expect((await stored(page, id)).content).toContain('and more');

    await page.route('**/api/document/update/**', (route) => route.fulfill({ status: 503 }));
    await page.keyboard.type(' and even more');
    await expect(page.getByText("Couldn't save. Retrying...")).toBeVisible();
    await page.unroute('**/api/document/update/**');
    await expect(status(page)).toHaveText('Saved');
  });

  test('can be continued from the list on the create page, and deleted with undo', {
    tag: '@long',
  }, async ({ page }) => {
    const id = await writeDraft(page, 'To be continued');
    await openCreate(page);
    const list = page.locator('.recent-drafts');
    await list.getByText('Continue a draft').click();
    await expectAccessible(page, '.recent-drafts');
    await list
      .getByRole('listitem')
      .filter({ hasText: 'To be continued' })
      .getByRole('button', { name: 'Delete draft' })
      .click();
    await expect(list.getByRole('link', { name: /To be continued/ })).toHaveCount(0);
    await expect.poll(async () => (await stored(page, id)).status).toBe('trashed');
    await page.locator('#toasts').getByRole('button', { name: 'Undo' }).click();
    await list.getByRole('link', { name: /To be continued/ }).click();
    await expect(content(page)).toHaveText('Words of To be continued');
  });

  test('that two tabs change is not overwritten', async ({ page, context }) => {
    const id = await writeDraft(page, 'Two tabs');
    const other = await context.newPage();
    await other.goto(`/update-post/${id}`);
    await expect(content(other)).toHaveText('Words of Two tabs');
    await title(other).fill('Theirs');
    await expect(status(other)).toHaveText('Saved');
    await title(page).fill('Mine');
    const alert = page.getByRole('alert').filter({ hasText: 'This post was changed elsewhere.' });
    await expect(alert).toBeVisible();
    await expect(status(page)).toHaveText('Saved on this device only');
    expect((await stored(page, id)).title).toBe('Theirs');
    await alert.getByRole('button', { name: 'Compare the versions' }).click();
    const conflict = dialog(page, 'This post changed while you were editing');
    await expect(conflict.getByRole('cell', { name: 'Title: Theirs' })).toBeVisible();
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(status(page)).toHaveText('Saved');
    expect(await stored(page, id)).toMatchObject({ title: 'Mine', status: 'draft' });
  });

  test('that was deleted elsewhere keeps its text, as a new draft if wanted', async ({ page }) => {
    const id = await writeDraft(page, 'Gone');
    expect((await page.request.post(`/api/document/trash/${id}`)).status()).toBe(200);
    expect((await page.request.delete(`/api/document/delete/${id}`)).status()).toBe(200);
    await title(page).fill('Still here');
    await page.getByRole('button', { name: 'Decide what to do' }).click();
    const conflict = dialog(page, 'This post changed while you were editing');
    await conflict.getByRole('button', { name: 'Save mine as a new draft' }).click();
    await expect(status(page)).toHaveText('Saved');
    await expect(page).not.toHaveURL(new RegExp(id));
    const next = page.url().split('/').at(-1) ?? '';
    expect(await stored(page, next)).toMatchObject({ title: 'Still here' });
  });
});

test.describe('a published post', () => {
  test('changes only with “Update post”, and changes can be discarded', async ({ page }) => {
    const id = await makePost(page, 'Live');
    await page.goto(`/update-post/${id}`);
    await content(page).fill('Private words');
    await expect(page.getByText('Published · unpublished changes')).toBeVisible();
    await expect(status(page)).toHaveText('Saved');
    expect(await publicContent(page, id)).toBe('<p>As published.</p>');
    await choose(page, 'Discard changes');
    await page.getByRole('button', { name: "Yes, I'm sure" }).click();
    await expect(content(page)).toHaveText('As published.');
    await expect(page.getByText('Published · unpublished changes')).toHaveCount(0);
    await page.locator('#toasts').getByRole('button', { name: 'Undo' }).click();
    await expect(content(page)).toHaveText('Private words');
    expect(await publicContent(page, id)).toBe('<p>As published.</p>');
    await page.getByRole('button', { name: 'Update post' }).click();
    await expectPublished(page, '/post/live');
    expect(await publicContent(page, id)).toBe('<p>Private words</p>');
  });

  test('can be unpublished, trashed and restored', async ({ page }) => {
    const id = await makePost(page, 'Here and gone');
    await page.goto(`/update-post/${id}`);
    await expect(content(page)).toHaveText('As published.');
    await choose(page, 'Unpublish');
    await page.getByRole('button', { name: "Yes, I'm sure" }).click();
    await expect(page.getByRole('button', { name: 'Publish Post' })).toBeVisible();
    expect(await publicContent(page, id)).toBeUndefined();
    await choose(page, 'Move to trash');
    await page.getByRole('button', { name: "Yes, I'm sure" }).click();
    await expect(page.getByText('This post is in the trash.')).toBeVisible();
    await page.locator('#toasts').getByRole('button', { name: 'Undo' }).click();
    await expect(content(page)).toHaveText('As published.');
    expect((await stored(page, id)).status).toBe('unpublished');
  });

  test('can be duplicated as a draft', { tag: '@long' }, async ({ page }) => {
    const id = await makePost(page, 'Twice');
    await page.goto(`/update-post/${id}`);
    await expect(content(page)).toHaveText('As published.');
    await choose(page, 'Duplicate');
    await expect(title(page)).toHaveValue('Twice (copy)');
    await expect(page).not.toHaveURL(new RegExp(id));
  });
});

test.describe('scheduling', () => {
  test('shows the time, which can be changed and canceled', async ({ page }) => {
    const id = await writeDraft(page, 'For later');
    await choose(page, 'Schedule...');
    await expect(page.getByRole('alert')).toHaveText('Please provide all required fields.');
    await page.getByRole('combobox', { name: 'Category' }).fill('javascript');
    await choose(page, 'Schedule...');
    const schedule = dialog(page, 'Schedule the post');
    await schedule.getByLabel('Date').fill('2020-01-01');
    await schedule.getByRole('button', { name: 'Schedule' }).click();
    await expect(schedule.getByRole('alert')).toHaveText('Please choose a time in the future.');
    await schedule.getByLabel('Date').fill('2030-06-01');
    await schedule.getByLabel('Time').fill('09:30');
    await expectAccessible(page, 'dialog[open]');
    await schedule.getByRole('button', { name: 'Schedule' }).click();
    const banner = page.getByRole('region', { name: 'Schedule' });
    await expect(banner).toContainText('Goes live on Jun 1, 2030, 9:30 AM (UTC)');
    expect(await stored(page, id)).toMatchObject({
      status: 'scheduled',
      scheduledAt: '2030-06-01T09:30:00.000Z',
    });
    await page.reload();
    await banner.getByRole('button', { name: 'Change' }).click();
    await dialog(page, 'Change the schedule').getByLabel('Time').fill('10:00');
    await page.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expect(banner).toContainText('10:00 AM');
    await banner.getByRole('button', { name: 'Cancel' }).click();
    await expect(banner).toHaveCount(0);
    expect((await stored(page, id)).status).toBe('draft');
  });

  test.describe('in another zone than the site’s', () => {
    test.use({ timezoneId: 'Asia/Kolkata' });

    test('shows the time of the reader, too', { tag: '@long' }, async ({ page }) => {
      await writeDraft(page, 'Far away');
      await page.getByRole('combobox', { name: 'Category' }).fill('javascript');
      await choose(page, 'Schedule...');
      const schedule = dialog(page, 'Schedule the post');
      await schedule.getByLabel('Date').fill('2030-06-01');
      await schedule.getByLabel('Time').fill('09:30');
      await expect(schedule).toContainText('Jun 1, 2030, 3:00 PM where you are');
    });
  });
});

test.describe('the version history', () => {
  test('compares, names and restores, and publishes nothing', async ({ page }) => {
    const id = await makePost(page, 'With a past');
    await page.goto(`/update-post/${id}`);
    await content(page).fill('Second version.');
    await expect(status(page)).toHaveText('Saved');
    await choose(page, 'Version history');
    const history = dialog(page, 'Version history');
    await expect(history.getByRole('listitem')).toHaveCount(2);
    await history.getByRole('button', { name: /Public now/ }).click();
    await expect(history.getByRole('cell', { name: 'As published.' })).toBeVisible();
    await expect(history.getByRole('cell', { name: 'Second version.' })).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    await history.getByRole('button', { name: 'Close' }).click();
    await expect(history).toHaveCount(0);
    await choose(page, 'Version history');
    await history.getByRole('button', { name: /Public now/ }).click();
    await expect(history.getByRole('cell', { name: 'As published.' })).toBeVisible();
    await history.getByLabel('Name').fill('The first one');
    await history.getByRole('button', { name: 'Save name' }).click();
    await history.getByRole('button', { name: /The first one/ }).click();
    await history.getByRole('button', { name: 'Restore this version' }).click();
    await expect(content(page)).toHaveText('As published.');
    await page.reload();
    await expect(content(page)).toHaveText('As published.');
    const document = await stored(page, id);
    expect(document.revision).toBe(3);
    expect(document.publishedRevision).toBe(1);
  });
});

test.describe('a preview link', () => {
  test('works without an account until it is revoked', async ({ page, browser, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await writeDraft(page, 'Secret plans');
    await choose(page, 'Share a preview...');
    const share = dialog(page, 'Share a preview');
    await share.getByLabel('The link works for').selectOption('30 days');
    await share.getByRole('button', { name: 'Create link' }).click();
    const url = await share.getByLabel('Link', { exact: true }).inputValue();
    // The list of links arrives last, and moves the buttons.
    const working = share.getByRole('region', { name: '1 active link' });
    await expect(working).toContainText(ADMIN.username);
    await share.getByRole('button', { name: 'Copy' }).click();
    await expect(share.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await expectAccessible(page, 'dialog[open]');
    const stranger = await browser.newPage();
    await stranger.goto(url);
    await expect(stranger.getByRole('heading', { name: 'Secret plans' })).toBeVisible();
    await share.getByRole('button', { name: 'End all links' }).click();
    await expect(share.getByText('All preview links of this post have ended.')).toBeVisible();
    expect((await stranger.goto(url))?.status()).toBe(404);
    await stranger.close();
  });
});
