import { test as base, expect, newAccount } from './support/accounts.ts';
import { ownServer } from './support/test.ts';

/** A site that checks every sign-up. */
const test = base.extend(
  ownServer({ env: { RATE_LIMITS: 'signUp=1000/60,signUpUnchecked=1/3600' } }),
);

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
  // A fast browser would solve it before the test looks.
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/auth/signup-challenge', async (route) => {
    await seen;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('your browser is solving a small puzzle')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  goOn();
  await expect(page.getByText('Account created. Please sign in.')).toBeVisible({ timeout: 60_000 });
  expect(scripts.filter((url) => url.includes('SolvePuzzle'))).toHaveLength(1);
});

test('a check that fails is explained, and the form can be sent again', { tag: '@long' }, async ({
  page,
}) => {
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
