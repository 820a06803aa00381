import type { Page } from '@playwright/test';
import {
  type OpenIdProvider,
  type ProviderAccount,
  startOpenIdProvider,
} from '../support/openid-provider.ts';
import { expectSound } from './support/accounts.ts';
import { freePort, startServer } from './support/server.ts';
import { test as base, expect } from './support/test.ts';

interface Fixtures {
  /** An account at the provider that no other test uses. */
  person: ProviderAccount & { name: string; email: string };
  /** What the browser's consoles have complained about, popups included. */
  complaints: string[];
}

const test = base.extend<Fixtures, { port: number; provider: OpenIdProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  provider: [
    async ({ port }, use) => {
      const provider = await startOpenIdProvider(
        `http://127.0.0.1:${port}/api/auth/google/callback`,
      );
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ port, provider }, use) => {
      // A proof counts for two seconds: the tests that need an old one wait no longer.
      const env = { ...provider.env, FRESH_SESSION_SECONDS: '2' };
      const site = await startServer({ port, env });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
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
    provider.cutsTies = false;
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

const { describe } = test;

const googleButton = (page: Page) => page.getByRole('button', { name: /Google/ });

/** Clicks the Google button; gives the popup, at the provider's account picker. */
async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await googleButton(page).click();
  await expect((await popup).getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return await popup;
}

async function closed(popup: Page): Promise<void> {
  await expect.poll(() => popup.isClosed()).toBe(true);
}

/** Nothing has come of it, nothing is shown, and one can try again. */
async function asBefore(page: Page): Promise<void> {
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
  test(`on ${path} one signs in with Google in a popup that closes itself, and is sent home`, async ({
    page,
    person,
    complaints,
  }) => {
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

test('who refuses at Google sees the form as before', async ({ page, complaints }) => {
  await page.goto('/signin');
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await closed(popup);
  await asBefore(page);
  expect(complaints).toEqual([]);
  expect(await storedUser(page)).toBeUndefined();
});

test('who closes the popup can try again, and that works', async ({ page, person, complaints }) => {
  await page.goto('/signin');
  await (await openPopup(page)).close();
  await asBefore(page);
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: person.name }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
  expect(complaints).toEqual([]);
});

test('a browser that blocks the popup leaves the form as it is', async ({ page, complaints }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/signin');
  await googleButton(page).click();
  await asBefore(page);
  expect(complaints).toEqual([]);
});

test('an ID token with another nonce signs nobody in', async ({ page, person, provider }) => {
  provider.misbehavior = { claims: { nonce: 'another' } };
  await page.goto('/signin');
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: person.name }).click();
  await closed(popup);
  await asBefore(page);
});

test('a provider whose pages cut the tie between the windows signs in all the same', async ({
  page,
  person,
  provider,
  complaints,
}) => {
  provider.cutsTies = true;
  await page.goto('/signin');
  const popup = await openPopup(page);
  // The popup looks closed from here: the form is given back, and the popup is still heard.
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

  test('is offered its name as a username, and takes it', async ({ page, person, complaints }) => {
    await signUpWithGoogle(page, person.name);
    expect(await storedUser(page)).toMatchObject({ username: expect.stringMatching(/^reader-/) });
    await expect(card(page)).toBeFocused();
    const field = card(page).getByLabel('Username');
    await expect(field).toHaveValue(/^ada-lovelace/);
    // It covers nothing: the page can be used.
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
    expect(await storedUser(page)).toMatchObject({ email: person.email, username });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    // The browser's own line about the refusal.
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
  });

  test('keeps its neutral username when it is not chosen now', async ({ page, person }) => {
    await signUpWithGoogle(page, person.name);
    await page.reload();
    await expect(card(page)).toBeVisible();
    await expectSound(page);
    await card(page).getByRole('button', { name: 'Not now' }).click();
    await expect(card(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    expect(await storedUser(page)).toMatchObject({ username: expect.stringMatching(/^reader-/) });
  });
});

describe('an account that has proven its email', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Link your Google account' });
  const PASSWORD = 'the password of this account';

  /** Signs in with Google and sets a password; then somebody else comes with the same email. */
  async function withPassword(page: Page, person: ProviderAccount, provider: OpenIdProvider) {
    await page.goto('/signin');
    await (await openPopup(page)).getByRole('button', { name: person.name ?? '' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
    const { _id } = await storedUser(page);
    const json = { data: { password: PASSWORD } };
    expect((await page.request.put(`/api/user/update/${_id}`, json)).status()).toBe(200);
    // Also those of the provider: nobody is signed in anywhere.
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    const other = { ...person, sub: `${person.sub}-other`, name: 'Somebody Else' };
    provider.accounts.set(other.sub, other);
    await page.goto('/signin');
    return { _id, other };
  }

  test('asks for its password once', async ({ page, person, provider }) => {
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
    await asBefore(page);

    // Another popup: a closed dialog is no end.
    await (await openPopup(page)).getByRole('button', { name: other.name }).click();
    await dialog(page).getByLabel('Password').fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Link account' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await storedUser(page)).toMatchObject({ _id });
    provider.accounts.delete(other.sub);
  });
});

test('Google confirms who is here before an email is changed', async ({
  page,
  person,
  complaints,
}) => {
  await page.goto('/signin');
  await (await openPopup(page)).getByRole('button', { name: person.name }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ email: person.email });
  await page.goto('/dashboard?tab=profile');
  await page.waitForTimeout(2100);
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
  expect(await storedUser(page)).toMatchObject({ email });
  expect(complaints.filter((line) => !line.includes('403'))).toEqual([]);
});

base('without Google sign-in the button is disabled and says why', async ({ page }) => {
  for (const path of ['/signin', '/signup']) {
    await page.goto(path);
    await expect(googleButton(page)).toBeDisabled();
    await expect(googleButton(page)).toHaveAccessibleDescription('Google sign-in is not set up');
    await expect(page.getByText('Google sign-in is not set up')).toBeVisible();
  }
});
