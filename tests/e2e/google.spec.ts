import type { Page } from '@playwright/test';
import {
  type OpenIdProvider,
  type ProviderAccount,
  startOpenIdProvider,
} from '../support/openid-provider.ts';
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
      const site = await startServer({ port, env: provider.env });
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
    provider.misbehaviour = undefined;
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
  provider.misbehaviour = { claims: { nonce: 'another' } };
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

base('without Google sign-in the button is disabled and says why', async ({ page }) => {
  for (const path of ['/signin', '/signup']) {
    await page.goto(path);
    await expect(googleButton(page)).toBeDisabled();
    await expect(googleButton(page)).toHaveAccessibleDescription('Google sign-in is not set up');
    await expect(page.getByText('Google sign-in is not set up')).toBeVisible();
  }
});
