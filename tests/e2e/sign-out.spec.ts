import type { Page } from '@playwright/test';
import { expect, type Person, signIn, signUp, test } from './support/test.ts';

/** Returns the unsaved work in this browser. */
async function unsentWork(page: Page) {
  return await page.evaluate(async () => {
    const opened = indexedDB.open('inkwell-drafts');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result);
      opened.onerror = () => reject(opened.error);
      opened.onupgradeneeded = () => opened.result.createObjectStore('drafts');
    });
    const request = database.transaction('drafts').objectStore('drafts').count();
    const posts = await new Promise<number>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return { posts, session: Object.keys(sessionStorage) };
  });
}

/** Stores the user as the sign-in form does, so that pages know them before asking the server. */
async function remember(page: Page, user: Person): Promise<void> {
  await page.goto('/about');
  await page.evaluate((known) => {
    const root = { version: 1, theme: 'light', currentUser: { user: known } };
    localStorage.setItem('root', JSON.stringify(root));
  }, user);
}

const isSignedIn = async (page: Page) =>
  (await (await page.request.get('/api/auth/session')).json()).user !== null;
const question = (page: Page) =>
  page.getByRole('dialog', { name: 'Sign out and delete your drafts?' });
/** The link in the header. Posts can have similar links ("Sign in as the administrator"). */
const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' });
const signOutOnPage = async (page: Page) => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
};

test('signing out with an unsent comment asks for confirmation, then deletes it', async ({
  page,
  login,
}) => {
  await remember(page, await login('reader'));
  await page.goto('/');
  await page.locator('a[href^="/post/"]').first().click();
  const field = page.getByLabel('Add a comment');
  await field.fill('Something private');
  await expect.poll(async () => (await unsentWork(page)).session).toHaveLength(1);

  await signOutOnPage(page);
  await expect(question(page)).toContainText('1 unsent comment');
  await expect(page.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  expect(await isSignedIn(page)).toBe(true);
  await expect(field).toHaveValue('Something private');

  await signOutOnPage(page);
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(signInLink(page)).toBeVisible();
  expect(await isSignedIn(page)).toBe(false);
  expect((await unsentWork(page)).session).toEqual([]);
});

test('signing out with a post draft asks for confirmation, then deletes it', async ({
  page,
  login,
}) => {
  await login('admin');
  await page.goto('/create-post');
  // A saved draft isn't kept in the browser.
  await page.route(/\/api\/document\/(?:create|update)\b/, (route) => route.abort());
  await page.getByRole('textbox', { name: 'Title' }).fill('A secret plan');
  await expect.poll(async () => (await unsentWork(page)).posts).toBe(1);
  await page.goto('/dashboard?tab=profile');
  await page.getByRole('complementary').getByRole('button', { name: 'Sign Out' }).click();
  await expect(question(page)).toContainText('1 post draft');
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await page.waitForURL('**/signin');
  expect((await unsentWork(page)).posts).toBe(0);
});

test("signing out without unsaved work doesn't ask", async ({ page, login }) => {
  await remember(page, await login('reader'));
  await page.goto('/');
  await signOutOnPage(page);
  await expect(signInLink(page)).toBeVisible();
  expect(await isSignedIn(page)).toBe(false);
});

test("deleting the account deletes the unsaved work, and the next user doesn't see it", async ({
  page,
  site,
  context,
}) => {
  const person = { username: 'leaver', email: 'leaver@example.com', password: 'soon to be gone' };
  await signUp(context.request, site.url, person);
  await remember(page, await signIn(context.request, site.url, person));
  await page.goto('/');
  await page.locator('a[href^="/post/"]').first().click();
  await page.getByLabel('Add a comment').fill('Something private');
  const post = page.url();
  await page.goto('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('button', { name: 'Yes, delete my account' }).click();
  await page.waitForURL('**/signin');
  expect((await unsentWork(page)).session.filter((key) => key !== 'toast')).toEqual([]);

  const next = { ...person, username: 'newcomer', email: 'newcomer@example.com' };
  await signUp(context.request, site.url, next);
  await remember(page, await signIn(context.request, site.url, next));
  await page.goto(post);
  await expect(page.getByLabel('Add a comment')).toHaveValue('');
});

test('signing out deletes unsent comments in other tabs', async ({ page, login, context }) => {
  await remember(page, await login('reader'));
  await page.goto('/');
  await page.locator('a[href^="/post/"]').first().click();
  await page.getByLabel('Add a comment').fill('In the first tab');
  const other = await context.newPage();
  await other.goto('/');
  await signOutOnPage(other);
  await expect(signInLink(other)).toBeVisible();
  await expect.poll(async () => (await unsentWork(page)).session).toEqual([]);
});
