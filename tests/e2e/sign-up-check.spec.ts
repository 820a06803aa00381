import { test as base, expect, newAccount } from './support/accounts.ts';
import { startServer } from './support/server.ts';

/** A site that checks every sign-up. */
const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const site = await startServer({
        env: { RATE_LIMITS: 'signUp=1000/60,signUpUnchecked=1/3600' },
      });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a browser solves the check of a sign-up by itself, and says so', async ({ page }) => {
  const { username, email, password } = newAccount();
  await page.goto('/signup');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('your browser is solving a small puzzle')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText('Account created. Please sign in.')).toBeVisible({ timeout: 60_000 });
  expect(scripts.filter((url) => url.includes('SignUpCheck'))).toHaveLength(1);
});

test('a check that fails is explained, and the form can be sent again', async ({ page }) => {
  const { username, email, password } = newAccount();
  await page.goto('/signup');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.route('**/api/auth/signup-challenge', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/auth/signup-challenge');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Account created. Please sign in.')).toBeVisible({ timeout: 60_000 });
});
