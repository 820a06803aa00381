import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type FakeGitHub, startGitHub } from '../support/github.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts';
import { readZip } from '../support/zip.ts';
import { test as base, expect, openSecurity } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { freePort } from './support/server.ts';
import { ownServer } from './support/test.ts';

let acme: OpenIdProvider;
let github: FakeGitHub;

/** A site with GitHub and an OpenID provider called Acme, and without Google. */
const test = base.extend(
  ownServer(async () => {
    const port = await freePort();
    acme = await startOpenIdProvider(`http://127.0.0.1:${port}/api/auth/provider/acme/callback`);
    github = await startGitHub();
    const env = {
      ...github.env,
      OIDC_PROVIDERS: 'acme',
      OIDC_ACME_NAME: 'Acme',
      OIDC_ACME_ISSUER: acme.issuer,
      OIDC_ACME_CLIENT_ID: acme.clientId,
      OIDC_ACME_CLIENT_SECRET: acme.clientSecret,
    };
    return { port, env };
  }),
);
test.afterAll(async () => {
  await acme?.stop();
  await github?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the sign-in and sign-up pages have a button for each provider, below Google’s', {
  tag: '@long',
}, async ({ page }) => {
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

test('a new user signs in with GitHub, links another account, and unlinks the first', {
  tag: '@long',
}, async ({ page }) => {
  github.account = {
    id: 4711,
    login: 'grace',
    name: 'Grace Hopper',
    avatar_url: '',
    emails: [{ email: 'grace@example.com', primary: true, verified: true }],
  };
  acme.accounts.set('grace', { sub: 'grace', name: 'Grace', email: 'g@acme.example' });
  await page.goto('/signup');
  await button(page, 'Continue with GitHub').click();
  await expect(page).toHaveURL(/\/$/);

  await openSecurity(page);
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
    sub: 'grace',
    name: 'Grace',
    email: 'g@acme.example',
    email_verified: true,
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
  await openSecurity(page);
  const download = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(await readFile(await file.path()));
  expect(JSON.parse(`${files.get('profile.json')}`)).toMatchObject({ email: signedIn.email });
  await expect(page.getByText('Your data was downloaded.')).toBeVisible();
});
