import type { Page } from '@playwright/test';
import {
  type OpenIdProvider,
  type ProviderAccount,
  startOpenIdProvider,
} from '../support/openid-provider.ts';
import { expectSound } from './support/axe.ts';
import { openRecords } from './support/records.ts';
import { freePort } from './support/server.ts';
import { test as base, expect, ownServer } from './support/test.ts';

interface Fixtures {
  provider: OpenIdProvider;
  /** An account at the provider that no other test uses. */
  person: ProviderAccount & { name: string; email: string };
  /** Errors and warnings on the consoles of all windows, including popups. */
  complaints: string[];
}

let provider: OpenIdProvider;

const test = base.extend<Fixtures>({
  ...ownServer(async () => {
    const port = await freePort();
    provider = await startOpenIdProvider(`http://127.0.0.1:${port}/api/auth/google/callback`);
    return { port, env: provider.env };
  }),
  // It starts with the site.
  provider: async ({ site: _ }, use) => use(provider),
  person: async ({ provider }, use, { testId }) => {
    const sub = `person-${testId}`;
    const person = {
      sub,
      name: 'Ada Lovelace',
      email: `${sub}@example.com`,
      email_verified: true,
      picture: '',
    };
    provider.accounts.set(sub, person);
    await use(person);
    provider.accounts.delete(sub);
    provider.misbehavior = undefined;
    provider.seversOpener = false;
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(`${message.location().url}: ${message.text()}`);
        }
      });
      context.on('weberror', (error) => complaints.push(error.error().message));
      await use(complaints);
    },
    { auto: true },
  ],
});

test.afterAll(() => provider?.stop());

const { describe } = test;

const googleButton = (page: Page) => page.getByRole('button', { name: /Google/ });

/** Clicks the Google button. Returns the popup, which shows the provider's account picker. */
async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await googleButton(page).click();
  await expect((await popup).getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return await popup;
}

async function closed(popup: Page): Promise<void> {
  await expect.poll(() => popup.isClosed()).toBe(true);
}

/** Expects that the user isn't signed in, no error is shown, and the button works again. */
async function expectUnchanged(page: Page): Promise<void> {
  await expect(googleButton(page)).toBeEnabled();
  await expect(googleButton(page)).toHaveText('Continue with Google');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect((await page.request.get('/api/auth/session').then((answer) => answer.json())).user).toBe(
    null,
  );
}

const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}').currentUser?.user);

for (const path of ['/signin', '/signup']) {
  test(`on ${path}, signing in with Google opens a popup that closes itself, then the home page`, {
    tag: path === '/signin' ? [] : '@long',
  }, async ({ page, person, complaints }) => {
    await page.goto(path);
    const popup = await openPopup(page);
    await expect(googleButton(page)).toBeDisabled();
    await popup.getByRole('button', { name: person.name }).click();
    await closed(popup);
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
    const { user } = await page.request.get('/api/auth/session').then((answer) => answer.json());
    expect(user).toMatchObject({ email: person.email });
    expect(complaints).toEqual([]);
  });
}

test('canceling at Google leaves the form unchanged', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  await page.goto('/signin');
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await closed(popup);
  await expectUnchanged(page);
  expect(complaints).toEqual([]);
  expect(await storedUser(page)).toBeUndefined();
});

test('after closing the popup, a second try works', { tag: '@long' }, async ({
  page,
  person,
  complaints,
}) => {
  await page.goto('/signin');
  await (await openPopup(page)).close();
  await expectUnchanged(page);
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: person.name }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
  expect(complaints).toEqual([]);
});

test('a blocked popup leaves the form unchanged', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/signin');
  await googleButton(page).click();
  await expectUnchanged(page);
  expect(complaints).toEqual([]);
});

test('an ID token with another nonce is rejected', async ({ page, person, provider }) => {
  provider.misbehavior = { claims: { nonce: 'another' } };
  await page.goto('/signin');
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: person.name }).click();
  await closed(popup);
  await expectUnchanged(page);
});

test('signing in works when the provider severs the link between the windows', {
  tag: '@long',
}, async ({ page, person, provider, complaints }) => {
  provider.seversOpener = true;
  await page.goto('/signin');
  const popup = await openPopup(page);
  // The popup appears closed to the page, so the form is enabled, but its message still arrives.
  await expect(googleButton(page)).toBeEnabled();
  await popup.getByRole('button', { name: person.name }).click();
  await closed(popup);
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
  expect(complaints).toEqual([]);
});

describe('a new account', () => {
  const card = (page: Page) => page.getByRole('dialog', { name: 'Choose your username' });

  async function signUpWithGoogle(page: Page, name: string): Promise<void> {
    await page.goto('/signup');
    await (await openPopup(page)).getByRole('button', { name }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(card(page)).toBeVisible();
  }

  test('is offered its name as a username, and can accept it', async ({
    page,
    person,
    complaints,
  }) => {
    await signUpWithGoogle(page, person.name);
    await expect
      .poll(() => storedUser(page))
      .toMatchObject({ username: expect.stringMatching(/^reader-/) });
    await expect(card(page)).toBeFocused();
    const field = card(page).getByLabel('Username');
    await expect(field).toHaveValue(/^ada-lovelace/);
    // It isn't modal: the page can be used.
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.keyboard.press('Escape');
    await field.fill('no');
    await card(page).getByRole('button', { name: 'Save' }).click();
    await expect(card(page).getByRole('alert')).toContainText('3 to 30 characters');
    await expect(field).toBeFocused();
    const username = `ada-${person.sub.slice(-12)}`;
    await field.fill(username);
    await page.keyboard.press('Enter');
    await expect(card(page)).toHaveCount(0);
    await expect(page.getByText('Username saved')).toBeVisible();
    await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email, username });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    // The browser logs the error status.
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
  });

  test('keeps its neutral username when the choice is skipped', { tag: '@long' }, async ({
    page,
    person,
  }) => {
    await signUpWithGoogle(page, person.name);
    await page.reload();
    await expect(card(page)).toBeVisible();
    await expectSound(page);
    await card(page).getByRole('button', { name: 'Not now' }).click();
    await expect(card(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    await expect
      .poll(() => storedUser(page))
      .toMatchObject({ username: expect.stringMatching(/^reader-/) });
  });
});

describe('an account with a verified email', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Link your Google account' });
  const PASSWORD = 'the password of this account';

  /** Signs in with Google and sets a password. Then another person signs in with the same email. */
  async function withPassword(page: Page, person: ProviderAccount, provider: OpenIdProvider) {
    await page.goto('/signin');
    await (await openPopup(page)).getByRole('button', { name: person.name ?? '' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
    const { _id } = await storedUser(page);
    const json = { data: { password: PASSWORD } };
    expect((await page.request.put(`/api/user/update/${_id}`, json)).status()).toBe(200);
    // Also deletes the provider's cookies, so no session is left there or here.
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    const other = { ...person, sub: `${person.sub}-other`, name: 'Somebody Else' };
    provider.accounts.set(other.sub, other);
    await page.goto('/signin');
    return { _id, other };
  }

  test('is asked for its password once', { tag: '@long' }, async ({ page, person, provider }) => {
    const { _id, other } = await withPassword(page, person, provider);
    await (await openPopup(page)).getByRole('button', { name: other.name }).click();
    await expect(dialog(page)).toContainText(person.email);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'The password is wrong. Please try again.',
    );
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expectUnchanged(page);

    // The dialog was closed, but another popup works.
    await (await openPopup(page)).getByRole('button', { name: other.name }).click();
    await dialog(page).getByLabel('Password').fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Link account' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedUser(page)).toMatchObject({ _id });
    provider.accounts.delete(other.sub);
  });
});

test('changing the email requires reauthentication with Google', { tag: '@long' }, async ({
  page,
  person,
  site,
  complaints,
}) => {
  await page.goto('/signin');
  await (await openPopup(page)).getByRole('button', { name: person.name }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
  await page.goto('/dashboard?tab=profile');
  const records = await openRecords(site.dataDir);
  await records.expireProofs((await storedUser(page))?._id ?? '');
  await records.close();
  const email = `new-${person.email}`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(dialog).toBeVisible();
  await (await openPopup(page)).getByRole('button', { name: 'Cancel' }).click();
  await expect(googleButton(page)).toBeEnabled();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await (await openPopup(page)).getByRole('button', { name: person.name }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("User's profile updated successfully")).toBeVisible();
  await expect.poll(() => storedUser(page)).toMatchObject({ email });
  expect(complaints.filter((line) => !line.includes('403'))).toEqual([]);
});

base('without Google sign-in the button is disabled and says why', async ({ page }) => {
  for (const path of ['/signin', '/signup']) {
    await page.goto(path);
    await expect(googleButton(page)).toBeDisabled();
    await expect(googleButton(page)).toHaveAccessibleDescription("Google sign-in isn't available");
    await expect(page.getByText("Google sign-in isn't available")).toBeVisible();
  }
});
