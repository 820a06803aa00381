import type { Page, Request } from '@playwright/test';
import sharp from 'sharp';
import {
  alert,
  expect,
  fillSignIn,
  main,
  newAccount,
  storedUser,
  test,
} from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { signIn, signUp } from './support/test.ts';

const PROFILE = '/dashboard?tab=profile';
const SAVED = "User's profile updated successfully";
const TOO_LARGE = 'Could not upload image (File must be less than 2MB)';

const update = (page: Page) => page.getByRole('button', { name: 'Update Profile' });
const said = (page: Page, text: string) => main(page).getByText(text, { exact: true });
const isUpdate = (request: Request) => request.url().includes('/api/user/update/');

/** A notice, not an error. */
async function expectNoChanges(page: Page): Promise<void> {
  await expect(main(page).getByRole('status').getByText('No changes made')).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
}

async function openProfile(page: Page): Promise<void> {
  await page.goto(PROFILE);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
}

const png = (size: number) =>
  sharp({ create: { width: size, height: size / 2, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();

/** Clicks the picture and chooses a file. */
async function choosePicture(page: Page, name: string, mimeType: string, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a new profile picture' }).click();
  await (await chooser).setFiles({ name, mimeType, buffer });
}

test('sends only the changes, and updates the page', async ({ page, signedIn }) => {
  await openProfile(page);
  const { username } = newAccount();
  const sent = page.waitForRequest(isUpdate);
  await page.getByLabel('Username').fill(` ${username} `);
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({ username });
  await expect(said(page, SAVED)).toBeVisible();
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id, username });
  await expect(page.getByRole('complementary').getByText(username)).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText(`@${username}`)).toBeVisible();
});

test('sends nothing without changes', async ({ page, signedIn }) => {
  await openProfile(page);
  const calls: string[] = [];
  page.on('request', (request) => isUpdate(request) && calls.push(request.url()));
  await page.getByLabel('Email').fill(` ${signedIn.email} `);
  await page.getByLabel('Password').fill('   ');
  await update(page).click();
  await expectNoChanges(page);
  expect(calls).toEqual([]);
});

test('the button shows that the profile is being saved', async ({ page, signedIn }) => {
  await openProfile(page);
  let go = () => {};
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(`/api/user/update/${signedIn._id}`, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByLabel('Username').fill(newAccount().username);
  await update(page).click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled();
  go();
  await expect(said(page, SAVED)).toBeVisible();
  await expect(update(page)).toBeEnabled();
});

test("shows the server's error and links it to the field", async ({ page, signedIn, site }) => {
  const other = newAccount();
  await signUp(page.request, site.url, other);
  await openProfile(page);
  await page.getByLabel('Username').fill(other.username.toUpperCase());
  await update(page).click();
  await expect(alert(page)).toHaveText('Username is already taken.');
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => storedUser(page)).toMatchObject({ username: signedIn.username });
});

test('a new password ends the other sessions and keeps this one', async ({
  page,
  person,
  signedIn,
  site,
  playwright,
}) => {
  const elsewhere = await playwright.request.newContext();
  await signIn(elsewhere, site.url, person);
  await openProfile(page);
  const password = 'another one than before';
  await page.getByLabel('Password').fill(password);
  await update(page).click();
  await expect(said(page, SAVED)).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveValue('');
  const session = await elsewhere.get(`${site.url}/api/auth/session`);
  expect(await session.json()).toEqual({ user: null });
  await signIn(elsewhere, site.url, { ...person, password });
  await elsewhere.dispose();
  await page.reload();
  await expect(page.getByLabel('Username')).toHaveValue(signedIn.username);
});

test('a new picture is previewed, uploaded with progress, and saved with the profile', async ({
  page,
  signedIn,
}) => {
  await openProfile(page);
  let go = () => {};
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('/api/upload/**', async (route) => {
    await released;
    await route.continue();
  });
  const picture = main(page)
    .getByRole('button', { name: /picture/ })
    .locator('img');
  await choosePicture(page, 'me.png', 'image/png', await png(300));
  await expect(picture).toHaveAttribute('src', /^blob:/);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await update(page).click();
  await expect(alert(page)).toHaveText('Please wait for image to upload');
  go();
  await expect(page.getByRole('progressbar')).toBeHidden();
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  const sent = page.waitForRequest(isUpdate);
  await update(page).click();
  const { profilePicture, ...rest } = (await sent).postDataJSON();
  expect(profilePicture).toMatch(/^\/uploads\/\d+-me\.\w+$/);
  expect(rest).toEqual({});
  await expect(said(page, SAVED)).toBeVisible();
  await expect(picture).toHaveAttribute('src', profilePicture);
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', profilePicture);
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id, profilePicture });
  const box = await picture.boundingBox();
  expect(box?.width).toBe(box?.height);
});

test('a file that is too large or not an image is rejected, and the old picture stays', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  await openProfile(page);
  const picture = main(page)
    .getByRole('button', { name: /picture/ })
    .locator('img');
  const before = await picture.getAttribute('src');
  const noise = await sharp({
    create: {
      width: 1200,
      height: 1200,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  expect(noise.length).toBeGreaterThan(2 * 1024 * 1024);
  for (const [name, type, bytes] of [
    ['notes.txt', 'text/plain', Buffer.from('text')],
    ['renamed.png', 'image/png', Buffer.from('just text, whatever its name')],
    ['large.png', 'image/png', noise],
  ] as const) {
    await choosePicture(page, name, type, bytes);
    await expect(alert(page), name).toHaveText(TOO_LARGE);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(picture).toHaveAttribute('src', before ?? '');
    await update(page).click();
    await expectNoChanges(page);
  }
});

test('edits survive the end of the session', async ({ page, person, signedIn }) => {
  await openProfile(page);
  const changed = newAccount();
  await page.getByLabel('Username').fill(changed.username);
  await page.context().clearCookies();
  await update(page).click();
  await expect(alert(page)).toContainText('Your session has ended');
  await expect(page.getByLabel('Username')).toHaveValue(changed.username);
  // The user keeps typing.
  await page.getByLabel('Email').fill(changed.email);
  await alert(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await fillSignIn(page, person);

  await expect(page).toHaveURL(new RegExp(`${PROFILE.replace('?', '\\?')}$`));
  await expect(page.getByLabel('Username')).toHaveValue(changed.username);
  await expect(page.getByLabel('Email')).toHaveValue(changed.email);
  await update(page).click();
  await expect(said(page, SAVED)).toBeVisible();
  const { username, email } = changed;
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id, username, email });
  await page.reload();
  await expect(main(page).getByText('We restored your unsaved changes.')).toHaveCount(0);
});

test('deleting the account asks first and can be canceled', async ({ page, signedIn }) => {
  await openProfile(page);
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to delete your account?',
  });
  const opener = page.getByRole('button', { name: 'Delete Account' });
  for (const close of [
    () => dialog.getByRole('button', { name: 'No, cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'No, cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Yes, delete my account' })).toBeFocused();
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
});

test('a deleted account is signed out in all tabs', { tag: '@long' }, async ({
  page,
  person,
  signedIn,
}) => {
  const other = await page.context().newPage();
  await openProfile(other);
  await openProfile(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('button', { name: 'Yes, delete my account' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText('The account is deleted.')).toBeVisible();
  await expect(page.locator('#toasts')).not.toContainText('signed out');
  await expect(other).toHaveURL(/\/signin$/);
  expect((await page.request.get(`/api/user/${signedIn._id}`)).status()).toBe(404);
  await fillSignIn(page, person);
  await expect(alert(page)).toHaveText('Invalid email or password.');
});

test("the last administrator can't delete the account and stays signed in", {
  tag: '@long',
}, async ({ page, login }) => {
  await login('admin');
  await openProfile(page);
  await expect(page.getByRole('link', { name: 'Create New Post' })).toHaveAttribute(
    'href',
    '/create-post',
  );
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('button', { name: 'Yes, delete my account' }).click();
  await expect(alert(page)).toHaveText('The last administrator cannot be deleted.');
  await expect.poll(() => storedUser(page)).toMatchObject({ isAdmin: true });
});

test('the profile is accessible', { tag: '@long' }, async ({ page, signedIn }) => {
  await openProfile(page);
  await expect(page.getByRole('link', { name: 'Create New Post' })).toHaveCount(0);
  await update(page).click();
  await expectNoChanges(page);
  await expectSound(page);
  await expect(main(page).getByText(signedIn.username)).toBeVisible();
});
