import type { Page } from '@playwright/test';
import {
  alert,
  expect,
  fillSignIn,
  main,
  openSecurity,
  openSignInAsGuest,
  storedUser,
} from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { type Device, plugIn, test } from './support/passkeys.ts';
import { turnOnTwoStep } from './support/two-step.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const add = (page: Page) => section(page).getByRole('button', { name: 'Add a passkey' });
const signInButton = (page: Page) => main(page).getByRole('button', { name: 'Use a passkey' });

/** Adds a passkey to the account that is signed in. */
async function addPasskey(page: Page): Promise<Device> {
  const device = await plugIn(page);
  await openSecurity(page);
  await add(page).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  return device;
}

/**
 * Opens the sign-in page as a guest, in a browser without suggestions of passkeys: the device would
 * answer them as soon as the page has loaded.
 */
async function openSignIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await openSignInAsGuest(page);
  await expect(signInButton(page)).toBeEnabled();
}

test('a passkey is added, renamed and removed', async ({ page, signedIn }) => {
  expect(signedIn.isAdmin).toBe(false);
  const device = await plugIn(page);
  await openSecurity(page);
  await expect(section(page)).toContainText('You have no passkeys yet.');
  await add(page).click();
  await expect(page.getByText(/^The passkey “Chrome on .+” was added\.$/)).toBeVisible();
  expect(await device.count()).toBe(1);
  const item = section(page).getByRole('listitem');
  await expect(item).toContainText('never used');

  await item.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a name.');
  await dialog.getByLabel('Name').fill('My laptop');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(item).toContainText('My laptop');
  await expectSound(page);

  await item.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(page.getByText('The passkey “My laptop” was removed.')).toBeVisible();
  await expect(section(page)).toContainText('You have no passkeys yet.');
});

test('a device that has a passkey already says so', { tag: '@long' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  await addPasskey(page);
  await add(page).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
});

test('adding a passkey asks for a code if two-step verification was turned on elsewhere', {
  tag: '@long',
}, async ({ page, signedIn }) => {
  expect(signedIn.isAdmin).toBe(false);
  await plugIn(page);
  await openSecurity(page);
  const twoStep = page.getByRole('region', { name: 'Two-step verification' });
  await expect(twoStep).toContainText('Off.');
  const { recoveryCodes } = await turnOnTwoStep(page.request);
  await add(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  await expect(twoStep).toContainText('9 recovery codes left.');
});

test('the button signs in with a passkey alone', async ({ page, signedIn }) => {
  await addPasskey(page);
  await openSignIn(page);
  await signInButton(page).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
});

test('the browser offers passkeys in the email field', { tag: '@long' }, async ({
  page,
  signedIn,
}) => {
  await addPasskey(page);
  await openSignInAsGuest(page);
  await expect(signInButton(page)).toBeEnabled();
  // The test's device picks the suggestion at once.
  await page.getByLabel('Email').focus();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
});

test('the browser offers passkeys in an email field that was focused before the script loaded', {
  tag: '@long',
}, async ({ page, signedIn }) => {
  await addPasskey(page);
  await openSignInAsGuest(page);
  // The form is hidden as long as the page may belong to a user.
  await page.evaluate(() => localStorage.clear());
  const { promise: isFocused, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_assets/*.js', async (route) => {
    await isFocused;
    await route.continue();
  });
  await page.goto('/signin', { waitUntil: 'commit' });
  await page.getByLabel('Email').focus();
  await expect(page.getByLabel('Email')).toBeFocused();
  release();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
});

test('a removed passkey is refused, and the password still works', { tag: '@long' }, async ({
  page,
  person,
  signedIn,
}) => {
  await addPasskey(page);
  await section(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(section(page)).toContainText('You have no passkeys yet.');
  await openSignIn(page);
  await signInButton(page).click();
  await expect(alert(page)).toHaveText(
    "This passkey doesn't belong to an account here. It may have been removed.",
  );
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
});

test('a device that does not recognize its user signs no one in', { tag: '@long' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  const device = await addPasskey(page);
  await device.recognize(false);
  await openSignIn(page);
  await signInButton(page).click();
  // As after a cancel: no message, and the button works again.
  await expect(signInButton(page)).toBeEnabled();
  await expect(alert(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/signin$/);
});

test('without WebAuthn, the page works as before', { tag: '@long' }, async ({ page, person }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  await page.goto('/signin');
  await signInButton(page).click();
  await expect(alert(page)).toHaveText("This browser doesn't support passkeys.");
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
});

test('the sign-in page is accessible with its new button', { tag: '@long' }, async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn');
  await expect(signInButton(page)).toBeEnabled();
  await expectSound(page);
});

test('a passkey confirms the identity, and the change goes on', { tag: '@long' }, async ({
  page,
  person,
  signedIn,
  records,
}) => {
  await plugIn(page);
  await openSecurity(page);
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await records.expireProofs(signedIn._id);

  // Without a passkey, the dialog has the password alone.
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog).toContainText(person.email);
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await dialog.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await records.expireProofs(signedIn._id);

  await section(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectSound(page);
  await records.expireProofs(signedIn._id);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section(page)).toContainText('You have no passkeys yet.');
});
