import { randomBytes } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { startServer } from './server.ts';
import { test as base, expect, type Person, signIn, signUp } from './test.ts';

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
  /** Fails the test if a page logs an error or a warning. */
  quiet: undefined;
}

/** Playwright's `test` on a site without content, for tests of accounts. */
export const test = base.extend<Fixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      // All tests share one address, and so one rate limit.
      const site = await startServer({
        env: { RATE_LIMITS: 'signUp=1000/60' },
      });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
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

export const main = (page: Page) => page.getByRole('main');
export const alert = (page: Page) => main(page).getByRole('alert');

/** Returns the user stored in the browser. */
export function storedUser(page: Page): Promise<Person | undefined> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}').currentUser?.user);
}

/**
 * Expects no WCAG 2.2 AA violations that axe can find, in both themes, and no horizontal scrolling
 * at 320 px. `part` is a selector that limits the axe check.
 */
export async function expectSound(page: Page, part?: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    // Color transitions take 120 ms.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity,
        ),
    );
    const axe = new AxeBuilder({ page });
    const { violations } = await (part ? axe.include(part) : axe)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [theme, id, nodes.map((node) => node.html)])).toEqual(
      [],
    );
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}
