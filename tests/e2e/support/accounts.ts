import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openRecords, type Records } from './records.ts';
import { allLoaded, test as base, expect, type Person, signIn, signUp } from './test.ts';

export { expect };

/** A user with an account that no other test uses. */
export interface Account {
  username: string;
  email: string;
  password: string;
}

interface Fixtures {
  person: Account;
  /** Signs the test's browser in as `person`, without the form. */
  signedIn: Person;
  /** Writes into the database of the site. */
  records: Records;
  /** Fails the test if a page logs an error or a warning. */
  quiet: undefined;
}

/** Playwright's `test` on a site without content, for tests of accounts. */
export const test = base.extend<Fixtures>({
  site: ({ accountsSite }, use) => use(accountsSite),
  records: async ({ site }, use) => {
    const records = await openRecords(site.dataDir);
    await use(records);
    await records.close();
  },
  person: async ({ site, playwright }, use) => {
    const request = await playwright.request.newContext();
    const account = newAccount();
    await signUp(request, site.url, account);
    await request.dispose();
    await use(account);
  },
  signedIn: async ({ site, context, person }, use) => {
    await use(await signIn(context.request, site.url, person));
  },
  quiet: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        // Ignores the browser's message about statuses such as 401, and the preview pictures that
        // Playwright's trace reloads.
        if (/^(Failed to load resource|Connecting to 'blob:)/.test(message.text())) return;
        complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(error.error().message));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Data of a user who has no account yet. */
export function newAccount(): Account {
  const username = `p-${randomBytes(6).toString('hex')}`;
  const password = `the password ${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.com`, password };
}

/** Fills in and submits the sign-in form. */
export async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await main(page).getByRole('button', { name: 'Sign In' }).click();
}

/**
 * Ends the session without the page and opens the sign-in page. From the dashboard, the next
 * request would open it at the same time.
 */
export async function openSignInAsGuest(page: Page): Promise<void> {
  await page.goto('/about');
  await page.context().clearCookies();
  await page.goto('/signin');
}

/** Opens the security view and waits for its lists, which move the buttons below them. */
export async function openSecurity(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=profile&view=security');
  await expect(page.getByRole('region', { name: 'Your data' })).toBeVisible();
  await allLoaded(page);
}

export const main = (page: Page) => page.getByRole('main');
export const alert = (page: Page) => main(page).getByRole('alert');

/** Returns the user stored in the browser. */
export function storedUser(page: Page): Promise<Person | undefined> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}').currentUser?.user);
}
