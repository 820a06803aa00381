import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const title = (page: Page) => page.getByLabel('Title');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const expectSaved = (page: Page) => expect(page.locator('[data-sync="saved"]')).toBeAttached();
const recorder = (page: Page) => page.getByRole('dialog', { name: 'Flight recorder' });
const text = (page: Page) => recorder(page).getByRole('region', { name: 'The text at this time' });
const time = (page: Page) => recorder(page).getByRole('slider', { name: 'Time' });
const search = (page: Page) =>
  recorder(page).getByRole('searchbox', { name: 'Find a lost sentence' });
const results = (page: Page) =>
  recorder(page).getByRole('list', { name: 'Where it was last' }).getByRole('button');

interface Entry {
  owner: string;
  draft: string;
}

const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));

/** Returns what the browser has recorded: the owner and the draft of each reel. */
function recorded(page: Page): Promise<Entry[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'inkwell-recordings')) return [];
    const opened = indexedDB.open('inkwell-recordings');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result);
      opened.onerror = () => reject(opened.error);
    });
    const all = database.transaction('recordings').objectStore('recordings').getAll();
    const values = await new Promise<Entry[]>((resolve) => {
      all.onsuccess = () => resolve(all.result);
    });
    database.close();
    return values.filter(({ owner }) => owner !== undefined);
  });
}

async function open(page: Page, path = '/create-post'): Promise<void> {
  await page.goto(path);
  await expect(content(page)).toBeVisible();
}

async function openRecorder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Flight recorder' }).click();
  await expect(recorder(page)).toBeVisible();
}

const valueText = (page: Page) => time(page).getAttribute('aria-valuetext');

test('a sentence that was never saved is found, copied and restored, also after its post is deleted', async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/api/document/create', (route) => route.fulfill({ status: 503 }));
  await open(page);
  await title(page).fill('Never saved');
  await content(page).click();
  await page.keyboard.type('A sentence that must not get lost.');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('Something else.');
  await expect(page.locator('[data-sync="retrying"]')).toBeAttached();

  // Every state can be seen, by keyboard.
  await openRecorder(page);
  await expect(text(page)).toContainText('Something else.');
  await expect(text(page)).toContainText('Never saved');
  await time(page).focus();
  await page.keyboard.press('Home');
  await expect(text(page)).toContainText('A sentence that must not get lost.');
  await expect(text(page).locator('ins, del')).toHaveCount(0);
  expect(await valueText(page)).toMatch(/\d{4}, \d.* [AP]M, step 1 of \d$/);
  await page.keyboard.press('End');
  await expect(text(page).locator('del')).toContainText('A sentence that must not get lost');
  await expect(text(page).locator('ins')).toContainText('Something else');
  await expect(recorder(page)).toContainText('2 words added, 7 words removed');
  await expect(recorder(page).getByRole('button', { name: 'Current text' })).toBeDisabled();
  await expectAccessible(page, '.recorder');

  // The search selects what it has found, so that Ctrl+C copies it.
  await search(page).fill('No such words');
  await expect(recorder(page)).toContainText('No recordings match.');
  await search(page).fill('SENTENCE  that must');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText('This post · last there');
  await results(page).click();
  await expect(text(page)).toContainText('A sentence that must not get lost.');
  expect(await page.evaluate(() => String(document.getSelection()))).toBe('sentence that must');
  await recorder(page).getByRole('button', { name: 'Copy text' }).click();
  await expect(recorder(page)).toContainText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('must not get lost.');

  // Restoring is one step of undo.
  await recorder(page).getByRole('button', { name: 'Restore this text' }).click();
  await expect(recorder(page)).toHaveCount(0);
  await expect(content(page)).toHaveText('A sentence that must not get lost.');
  await expect(content(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveText('Something else.');

  // The recording goes on when the post is saved, and after a reload.
  await page.unroute('**/api/document/create');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Saved now.');
  await expectSaved(page);
  await page.reload();
  await expect(content(page)).toContainText('Saved now.');
  await openRecorder(page);
  await expect(time(page)).toBeVisible();
  await time(page).focus();
  await page.keyboard.press('Home');
  await expect(text(page)).toContainText('A sentence that must not get lost.');
  const id = page.url().split('/').at(-1) ?? '';
  expect(new Set((await recorded(page)).map(({ draft }) => draft))).toContain(id);

  // Another post finds it when this one is deleted for good.
  expect((await page.request.post(`/api/document/trash/${id}`)).ok()).toBe(true);
  expect((await page.request.delete(`/api/document/delete/${id}`)).ok()).toBe(true);
  await page.setViewportSize({ width: 375, height: 740 });
  await open(page);
  await openRecorder(page);
  await expect(recorder(page)).toContainText('Nothing recorded here yet');
  const choice = recorder(page).getByRole('combobox', { name: 'Recorded text' });
  await choice.selectOption({ label: (await choice.locator('option').allTextContents())[1] ?? '' });
  await expect(text(page)).toContainText('Saved now.');
  await search(page).fill('must not get lost');
  await expect(results(page).first()).toContainText('Never saved · last there');
  await results(page).first().click();
  await expect(text(page)).toContainText('A sentence that must not get lost.');
  await expectAccessible(page, '.recorder');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await recorder(page).getByRole('button', { name: 'Restore this text' }).click();
  await expect(title(page)).toHaveValue('Never saved');
  await expect(content(page)).toHaveText('A sentence that must not get lost.');
});

test('recordings are kept by tab and by account, and go when their user signs out', {
  tag: '@long',
}, async ({ page, context, admin }) => {
  await open(page);
  // Another account has used this browser. Its session has ended, but it didn't sign out.
  await page.evaluate(async () => {
    const opened = indexedDB.open('inkwell-recordings');
    opened.onupgradeneeded = () => opened.result.createObjectStore('recordings');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    const transaction = database.transaction('recordings', 'readwrite');
    const store = transaction.objectStore('recordings');
    const end = Date.now();
    const reel = { id: 'r', owner: 'o', draft: 'd', title: 'Theirs', start: end, end, bytes: 300 };
    store.put(reel, ['reel', 'o', 'r']);
    const patch = { from: 0, to: 0, text: '<p>Their secret.</p>' };
    store.put({ number: 0, at: end, title: 'Theirs', patch }, ['step', 'r', 0]);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  });
  await title(page).fill('In two tabs');
  await content(page).click();
  await page.keyboard.type('From the first tab.');
  await expectSaved(page);
  const other = await context.newPage();
  await open(other, new URL(page.url()).pathname);
  await content(other).click();
  await other.keyboard.press('Control+a');
  await other.keyboard.type('From the second one.');
  await expectSaved(other);
  await openRecorder(other);
  await search(other).fill('from the first tab');
  await expect(results(other)).toHaveCount(1);
  await results(other).click();
  await expect(text(other)).toContainText('From the first tab.');
  await search(other).fill('secret');
  await expect(recorder(other)).toContainText('No recordings match.');

  // What is written after the session expired is recorded. The page stays for its picture.
  await page.bringToFront();
  await page.route('**/api/upload', (route) => route.abort());
  await page.locator('.rich-text input[type="file"]').setInputFiles(PICTURE);
  await expect(content(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  const root = await other.evaluate(() => localStorage.getItem('root') ?? '');
  const setRoot = (value: string) =>
    other.evaluate((text) => localStorage.setItem('root', text), value);
  await setRoot(JSON.stringify({ ...JSON.parse(root), currentUser: null }));
  await content(page).click();
  await page.keyboard.type('After the session.');
  await openRecorder(page);
  await search(page).fill('after the session');
  await expect(results(page)).toHaveCount(1);
  await recorder(page).getByRole('button', { name: 'Close' }).click();
  await setRoot(root);

  // What is written while the user signs out isn't recorded afterwards.
  await page.bringToFront();
  await content(page).click();
  await page.keyboard.type('More that is not recorded yet.');
  const third = await context.newPage();
  await third.goto('/dashboard?tab=profile');
  await third.getByRole('complementary').getByRole('button', { name: 'Sign Out' }).click();
  const question = third.getByRole('dialog', { name: 'Sign out and delete your drafts?' });
  await question.getByRole('button', { name: "Yes, I'm sure" }).click();
  await third.waitForURL('**/signin');
  await page.waitForURL('**/signin');
  await other.waitForURL('**/signin');
  const left = await recorded(third);
  expect(left.map(({ owner }) => owner)).toEqual(['o']);
  expect(left.some(({ owner }) => owner === admin._id)).toBe(false);
});

test('writing works without storage for recordings, and the screen says so', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (this.name === 'recordings') throw new DOMException('Full', 'QuotaExceededError');
      return put.call(this, value, key);
    };
  });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await open(page);
  await content(page).click();
  await page.keyboard.type('Written on a full disk.');
  await expectSaved(page);
  await openRecorder(page);
  await expect(recorder(page).getByRole('alert')).toContainText(
    "This browser isn't recording what you write.",
  );
  await page.keyboard.press('Escape');

  const private_ = await context.newPage();
  private_.on('pageerror', (error) => errors.push(error));
  await private_.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await private_.goto('/create-post');
  await content(private_).click();
  await private_.keyboard.type('Written in private.');
  await expectSaved(private_);
  await openRecorder(private_);
  await expect(recorder(private_)).toContainText("This browser can't show recordings");
  await expect(recorder(private_).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('suggestions before publishing lead to their places, and go when they are followed', {
  tag: '@long',
}, async ({ page }) => {
  const cover = 'http://pictures.example/cover.png';
  const text =
    '<h2>Start</h2><h4>Deep</h4><p>a<a href="/x"> </a>b <a href="#">here</a></p>' +
    '<table><tbody><tr><td><img src="/uploads/none.png" alt=""></td></tr></tbody></table>' +
    '<p>word</p>'.repeat(60);
  const data = { title: 'To check', category: 'javascript', content: text, image: cover };
  const answer = await page.request.post('/api/document/create', { data });
  expect(answer.status()).toBe(201);
  const { _id } = (await answer.json()) as { _id: string };
  await page.goto(`/update-post/${_id}`);
  const button = page.getByRole('button', { name: /^\d+ suggestions?$/ });
  const list = page.getByRole('region', { name: 'Suggestions' });
  await expect(button).toHaveText('6 suggestions');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button')).toHaveCount(7);
  await expectAccessible(page, '.checks');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(button).toBeFocused();
  // There's room for all buttons in the row.
  await page.getByRole('button', { name: 'More actions' }).click({ trial: true });

  // The list stays open on a wide screen, and follows what is written.
  await button.click();
  const choose = (name: string) => list.getByRole('button', { name }).click();
  const selected = () => page.evaluate(() => String(document.getSelection()).trim());
  await choose('“Deep” skips a level');
  await expect(content(page)).toBeFocused();
  await expect.poll(selected).toBe('Deep');
  await page.keyboard.press('Delete');
  await expect(button).toHaveText('5 suggestions');
  await expect(list).not.toContainText('skips a level');
  await choose('leads nowhere');
  await expect.poll(selected).toBe('here');
  await choose('The picture “none.png” has no alternative text');
  await expect(page.locator('.ql-editor table')).toBeInViewport();
  await choose('The cover has no alternative text');
  const alternative = page.locator('[name="imageAlt"]');
  await expect(alternative).toBeFocused();
  await page.keyboard.type('A hill');
  await expect(button).toHaveText('4 suggestions');

  // A picture that isn't uploaded keeps the post from being published.
  await page.route('**/api/upload', (route) => route.abort());
  await page.locator('.rich-text input[type="file"]').setInputFiles(PICTURE);
  await expect(list).toContainText("A picture isn't uploaded");
  await choose("A picture isn't uploaded");
  await page.locator('.ql-editor').getByRole('button', { name: 'Remove' }).click();
  await expect(button).toHaveText('4 suggestions');

  // On a phone, the list is a sheet, which doesn't cover the place.
  await page.setViewportSize({ width: 375, height: 740 });
  await expect(list).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await choose('A link has no text');
  await expect(list).toHaveCount(0);
  await expect(content(page)).toBeFocused();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(button).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
