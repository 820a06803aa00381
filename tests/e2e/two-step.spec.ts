import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  type Account,
  alert,
  expect,
  fillSignIn,
  main,
  openSecurity,
  openSignInAsGuest,
  storedUser,
} from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { test } from './support/passkeys.ts';
import { ADMIN } from './support/server.ts';
import { signIn } from './support/test.ts';
import { TOTP_CALL, turnOnTwoStep } from './support/two-step.ts';

const PERIOD_MS = 30_000;

const section = (page: Page) => page.getByRole('region', { name: 'Two-step verification' });
const proceed = (page: Page) => main(page).getByRole('button', { name: 'Continue' });

/** Turns two-step verification on with the form. Returns the key and the recovery codes. */
async function turnOn(page: Page) {
  await openSecurity(page);
  await section(page).getByRole('button', { name: 'Set up two-step verification' }).click();
  await expect(section(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = ((await section(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
  const field = section(page).getByLabel('Code from the app');
  await expect(field).toBeFocused();
  const used = new TOTP({ secret }).generate();
  await field.fill(used);
  await page.keyboard.press('Enter');
  await expect(section(page)).toContainText('Save your recovery codes');
  const recoveryCodes = await section(page).getByRole('listitem').allInnerTexts();
  return { secret, used, recoveryCodes };
}

/** Returns a code that wasn't used: that of the next half minute, which is accepted early. */
const nextCode = (secret: string) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + PERIOD_MS });

async function openCodeForm(page: Page, person: Account): Promise<void> {
  await openSignInAsGuest(page);
  await fillSignIn(page, person);
  await expect(main(page).getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
}

test('it is set up with a QR code, and the recovery codes are shown once', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  const { recoveryCodes } = await turnOn(page);
  expect(new Set(recoveryCodes).size).toBe(10);
  await expectSound(page);
  const downloading = page.waitForEvent('download');
  await section(page).getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('recovery-codes-localhost.txt');
  const text = await readFile(await download.path(), 'utf8');
  expect(text.trim().split('\n')).toEqual(recoveryCodes);
  await section(page).getByRole('button', { name: 'I saved them' }).click();
  await expect(section(page)).toContainText('10 recovery codes left.');
  await page.reload();
  await expect(section(page)).toContainText('10 recovery codes left.');
  await expect(section(page)).not.toContainText(recoveryCodes[0] ?? '');
});

test('the set-up is accessible, and a wrong code turns nothing on', { tag: '@long' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  await openSecurity(page);
  await section(page).getByRole('button', { name: 'Set up two-step verification' }).click();
  await section(page).getByLabel('Code from the app').fill('12345');
  await section(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(section(page).getByRole('alert')).toContainText('This code is wrong.');
  await expectSound(page);
  await section(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(section(page)).toContainText('Off.');
});

test('signing in takes a code', async ({ page, person, signedIn }) => {
  const { secret, used } = await turnOnTwoStep(page.request);
  await openCodeForm(page, person);
  const field = main(page).getByLabel('Code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await proceed(page).click();
  await expect(alert(page)).toHaveText('Please enter the code.');
  await field.fill(used);
  await proceed(page).click();
  await expect(alert(page)).toContainText('This code');
  await expectSound(page);
  await field.fill(nextCode(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
});

test('a recovery code signs in once', { tag: '@long' }, async ({ page, person, signedIn }) => {
  const { recoveryCodes } = await turnOnTwoStep(page.request);
  const enter = async () => {
    await openCodeForm(page, person);
    await main(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await main(page)
      .getByLabel('Recovery code')
      .fill(recoveryCodes[0] ?? '');
    await proceed(page).click();
  };
  await enter();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
  await enter();
  await expect(alert(page)).toHaveText('This code is wrong. Please try again.');
});

test('after five wrong codes, the sign-in form is back and says why', { tag: '@long' }, async ({
  page,
  person,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  await turnOnTwoStep(page.request);
  await openCodeForm(page, person);
  for (let guess = 0; guess < 5; guess++) {
    const answered = page.waitForResponse('**/api/auth/second-factor');
    await main(page).getByLabel('Code').fill(`wrong-${guess}`);
    await proceed(page).click();
    await answered;
  }
  await expect(alert(page)).toHaveText('Too many wrong codes. Please sign in again.');
  await expect(main(page).getByLabel('Password')).toBeVisible();
});

test('it can be turned off, and then the password is enough', { tag: '@long' }, async ({
  page,
  person,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  const { used, recoveryCodes } = await turnOn(page);
  await section(page).getByRole('button', { name: 'I saved them' }).click();
  await section(page).getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await dialog.getByLabel('Code').fill(used);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This code was used before.');
  await dialog.getByLabel('Code').fill(recoveryCodes[0] ?? '');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Get new codes' }).click();
  const codes = section(page).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(codes.first()).not.toHaveText(recoveryCodes[0] ?? '');
  const fresh = (await codes.first().textContent()) ?? '';
  await section(page).getByRole('button', { name: 'I saved them' }).click();
  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Code').fill(fresh);
  await dialog.getByRole('button', { name: 'Turn it off' }).click();
  await expect(section(page)).toContainText('Off.');
  await openSignInAsGuest(page);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
});

test('the dashboard reminds administrators until they have one', { tag: '@long' }, async ({
  page,
  context,
  site,
}) => {
  await signIn(context.request, site.url, ADMIN);
  await page.goto('/dashboard');
  const notice = page.getByRole('region', { name: 'Account security' });
  await expect(notice).toContainText('Your password alone opens this dashboard.');
  await expect(notice.getByRole('link', { name: 'Set up' })).toHaveAttribute(
    'href',
    '/dashboard?tab=profile&view=security',
  );
  const { recoveryCodes } = await turnOnTwoStep(context.request);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.goto('/dashboard?tab=settings');
  const setting = page.getByLabel('Administrators need a passkey or two-step verification');
  await setting.click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(setting).toBeChecked();
  await expectSound(page);
  // Without one, there's nothing but the notice.
  await context.request.delete(TOTP_CALL, { data: { code: recoveryCodes[0] } });
  await page.goto('/dashboard');
  await expect(notice).toContainText('This site requires a passkey or two-step verification');
  await expect(page.getByRole('region', { name: 'Totals' })).toHaveCount(0);
  // Other tests use this site, too.
  const again = await turnOnTwoStep(context.request);
  const settings = { data: { requireSecondFactor: false } };
  expect((await context.request.put('/api/settings', settings)).status()).toBe(200);
  await context.request.delete(TOTP_CALL, { data: { code: again.recoveryCodes[0] } });
});
