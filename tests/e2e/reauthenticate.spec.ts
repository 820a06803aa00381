import type { Page } from '@playwright/test';
import { test as base, expect, main, newAccount, storedUser } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { signIn } from './support/test.ts';

const SAVED = "User's profile updated successfully";
const UNCHANGED = "Nothing changed because you didn't confirm your identity.";

const update = (page: Page) => page.getByRole('button', { name: 'Update Profile' });
const dialog = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });
const password = (page: Page) => dialog(page).getByLabel('Password');

/** Opens the profile of a user whose last proof of identity has expired. */
const test = base.extend<{ openLater: () => Promise<void> }>({
  openLater: ({ page, signedIn, records }, use) =>
    use(async () => {
      await page.goto('/dashboard?tab=profile');
      await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
      await records.expireProofs(signedIn._id);
    }),
});

async function confirm(page: Page, text: string): Promise<void> {
  await password(page).fill(text);
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
}

test('a new password is saved after the old one was entered', async ({
  page,
  person,
  signedIn,
  site,
  playwright,
  openLater,
}) => {
  expect(signedIn.username).toBe(person.username);
  await openLater();
  const changed = 'another one altogether';
  await page.getByLabel('Password').fill(changed);
  await page.getByLabel('Password').press('Enter');
  await expect(dialog(page)).toContainText(person.email);
  await expect(password(page)).toBeFocused();
  await confirm(page, person.password);
  await expect(main(page).getByText(SAVED)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Password')).toBeFocused();
  const elsewhere = await playwright.request.newContext();
  await signIn(elsewhere, site.url, { ...person, password: changed });
  await elsewhere.dispose();
});

test('a wrong password shows an error in the dialog and can be corrected', {
  tag: '@long',
}, async ({ page, person, signedIn, openLater }) => {
  await openLater();
  const { email } = newAccount();
  await page.getByLabel('Email').fill(email);
  await update(page).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Please enter your password.');
  await confirm(page, 'not the password');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'The password is wrong. Please try again.',
  );
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  // The typed password is selected.
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(main(page).getByText(SAVED)).toBeVisible();
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id, email });
});

test('after too many wrong passwords, the dialog shows how long to wait', { tag: '@long' }, async ({
  page,
  signedIn,
  openLater,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  await openLater();
  await page.getByLabel('Email').fill(newAccount().email);
  await update(page).click();
  const alert = dialog(page).getByRole('alert');
  for (let guess = 0; guess < 10; guess++) {
    const answered = page.waitForResponse('/api/auth/reauthenticate');
    await confirm(page, `not the password ${guess}`);
    expect((await answered).status()).toBe(403);
    await expect(alert).toBeVisible();
  }
  await confirm(page, 'not the password');
  await expect(alert).toContainText('Too many failed sign-ins. Please try again in 15 minutes.');
  await expect(alert).toContainText(/1\d:\d\d left/);
});

test('canceling keeps the edits, and changes without proof still work', async ({
  page,
  signedIn,
  openLater,
}) => {
  await openLater();
  const { email, username } = newAccount();
  await page.getByLabel('Email').fill(email);
  for (const cancel of [
    () => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await update(page).click();
    await expect(password(page)).toBeFocused();
    // The focus stays inside the dialog.
    for (const name of ['Show what was typed', 'Cancel', 'Confirm']) {
      await page.keyboard.press('Tab');
      await expect(dialog(page).getByRole('button', { name })).toBeFocused();
    }
    await cancel();
    await expect(dialog(page)).toHaveCount(0);
    await expect(main(page).getByRole('status').getByText(UNCHANGED)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(update(page)).toBeFocused();
  }
  await expect.poll(() => storedUser(page)).toMatchObject({ email: signedIn.email });
  // Changing the username needs no proof.
  await page.getByLabel('Email').fill(signedIn.email);
  await page.getByLabel('Username').fill(username);
  await update(page).click();
  await expect(main(page).getByText(SAVED)).toBeVisible();
});

test('deleting the account asks for the password after the confirmation', async ({
  page,
  person,
  signedIn,
  openLater,
}) => {
  await openLater();
  const opener = page.getByRole('button', { name: 'Delete Account' });
  const yes = page.getByRole('button', { name: 'Yes, delete my account' });
  await opener.click();
  await yes.click();
  await expect(password(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(main(page).getByText(UNCHANGED)).toBeVisible();
  await expect(opener).toBeFocused();
  expect((await page.request.get(`/api/user/${signedIn._id}`)).status()).toBe(200);

  await opener.click();
  await yes.click();
  await confirm(page, person.password);
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText('The account is deleted.')).toBeVisible();
  expect((await page.request.get(`/api/user/${signedIn._id}`)).status()).toBe(404);
});

test('an ended session shows a sign-in link instead of the dialog', async ({
  page,
  person,
  signedIn,
  openLater,
}) => {
  await openLater();
  await page.getByLabel('Email').fill(newAccount().email);
  await update(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.context().clearCookies();
  await confirm(page, person.password);
  await expect(dialog(page)).toHaveCount(0);
  await expect(main(page).getByRole('alert')).toContainText('Your session has ended');
  expect((await page.request.get(`/api/user/${signedIn._id}`)).status()).toBe(200);
});

test('the dialog is accessible', { tag: '@long' }, async ({ page, signedIn, openLater }) => {
  await openLater();
  await page.getByLabel('Email').fill(`new-${signedIn.email}`);
  await update(page).click();
  await confirm(page, 'not the password');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expectSound(page);
});
