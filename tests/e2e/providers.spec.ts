import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type FakeGitHub, startGitHub } from '../support/github.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts';
import { readZip } from '../support/zip.ts';
import { test as base, expect, expectSound } from './support/accounts.ts';
import { freePort, startServer } from './support/server.ts';

interface Worker {
  port: number;
  acme: OpenIdProvider;
  github: FakeGitHub;
}

/** A site with GitHub and an OpenID provider called Acme, and without Google. */
const test = base.extend<object, Worker>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  acme: [
    async ({ port }, use) => {
      const redirectUri = `http://127.0.0.1:${port}/api/auth/provider/acme/callback`;
      const acme = await startOpenIdProvider(redirectUri);
      await use(acme);
      await acme.stop();
    },
    { scope: 'worker' },
  ],
  github: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const github = await startGitHub();
      await use(github);
      await github.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ port, acme, github }, use) => {
      const env = {
        ...github.env,
        OIDC_PROVIDERS: 'acme',
        OIDC_ACME_NAME: 'Acme',
        OIDC_ACME_ISSUER: acme.issuer,
        OIDC_ACME_CLIENT_ID: acme.clientId,
        OIDC_ACME_CLIENT_SECRET: acme.clientSecret,
      };
      const site = await startServer({ port, env });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the sign-in and sign-up pages have a button for each provider, below Google’s', async ({
  page,
}) => {
  for (const path of ['/signin', '/signup']) {
    await page.goto(path);
    const names = page.getByRole('button', { name: /^Continue with/ });
    await expect(names).toHaveText([
      'Continue with Google',
      'Continue with GitHub',
      'Continue with Acme',
    ]);
    await expect(button(page, 'Continue with GitHub')).toBeEnabled();
    await expectSound(page);
  }
});

test('a new user signs in with GitHub, links another account, and unlinks the first', async ({
  page,
  acme,
  github,
}) => {
  github.account = {
    ...{ id: 4711, login: 'grace', name: 'Grace Hopper', avatar_url: '' },
    emails: [{ email: 'grace@example.com', primary: true, verified: true }],
  };
  acme.accounts.set('grace', { sub: 'grace', name: 'Grace', email: 'g@acme.example' });
  await page.goto('/signup');
  await button(page, 'Continue with GitHub').click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto('/dashboard?tab=profile&view=security');
  const linked = page.getByRole('region', { name: 'Linked accounts' });
  await expect(linked.getByRole('listitem')).toContainText(['GitHub']);
  await linked.getByRole('button', { name: 'Unlink' }).click();
  await button(page, 'Yes, unlink').click();
  await expect(page.getByText(/This is the only way to sign in/)).toBeVisible();

  const popup = page.waitForEvent('popup');
  await linked.getByRole('button', { name: 'Link Acme' }).click();
  // An email without proof can't sign in.
  await (await popup).getByRole('button', { name: 'Grace' }).click();
  await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeEnabled();
  acme.accounts.set('grace', {
    ...{ sub: 'grace', name: 'Grace', email: 'g@acme.example', email_verified: true },
  });
  const second = page.waitForEvent('popup');
  await linked.getByRole('button', { name: 'Link Acme' }).click();
  await (await second).getByRole('button', { name: 'Grace' }).click();
  await expect(page.getByText('Your Acme account is linked.')).toBeVisible();
  await expect(linked.getByRole('listitem')).toHaveCount(2);
  await expectSound(page);

  await linked.getByRole('button', { name: 'Unlink' }).first().click();
  await button(page, 'Yes, unlink').click();
  await expect(page.getByText('Your GitHub account is no longer linked.')).toBeVisible();
  await expect(linked.getByRole('listitem')).toHaveCount(1);
});

test('a user downloads their data', async ({ page, signedIn }) => {
  await page.goto('/dashboard?tab=profile&view=security');
  const download = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(await readFile(await file.path()));
  expect(JSON.parse(`${files.get('profile.json')}`)).toMatchObject({ email: signedIn.email });
  await expect(page.getByText('Your data was downloaded.')).toBeVisible();
});
