import type { Page } from '@playwright/test';
import { main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { plugIn } from './support/passkeys.ts';
import { ADMIN } from './support/server.ts';
import { test as base, expect, ownServer, signIn } from './support/test.ts';

/** In this order: the steps end with the site's first start. */
const test = base.extend(
  ownServer({ seed: 'demo', hostname: 'localhost', firstStart: true }, 'serial'),
);

const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, level: 3 });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test('in the first steps, the owner names the site and chooses a name', async ({
  page,
  context,
  site,
}) => {
  await signIn(context.request, site.url, ADMIN);
  await page.goto('/dashboard');
  await expect(heading(page, 'Name your site')).toBeVisible();
  await expect(main(page).getByText('Step 1 of 4')).toBeVisible();

  const name = main(page).getByLabel('Name', { exact: true });
  await name.fill('');
  await button(page, 'Save and continue').click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await expectSound(page);
  await name.fill('The Quiet Page');
  await main(page).getByLabel('Tagline').fill('Notes on a slow web.');
  await button(page, 'Save and continue').click();

  await expect(heading(page, 'Introduce yourself')).toBeFocused();
  await expect(page).toHaveTitle(/The Quiet Page/);
  const username = main(page).getByLabel('Username');
  await username.fill('no spaces here');
  await button(page, 'Save and continue').click();
  await expect(username).toBeFocused();
  await expect(main(page).getByRole('alert')).toBeVisible();
  await expectSound(page);
  await username.fill('Robin');
  await button(page, 'Save and continue').click();

  await expect(heading(page, 'Keep the demo content?')).toBeFocused();
  await expectSound(page);
  // The steps ask about a passkey and the demo content, so the overview doesn't.
  await expect(main(page).getByText('Your password alone opens')).toHaveCount(0);
  await expect(main(page).getByText('still contains demo content')).toHaveCount(0);
  const settings = await (await context.request.get('/api/settings/site')).json();
  expect(settings.site).toMatchObject({ name: 'The Quiet Page', tagline: 'Notes on a slow web.' });
});

test('another browser continues with the next step, until none is left', { tag: '@long' }, async ({
  page,
  context,
  site,
}) => {
  await signIn(context.request, site.url, ADMIN);
  await plugIn(page);
  await page.goto('/dashboard');
  await expect(main(page).getByText('Step 3 of 4')).toBeVisible();
  await button(page, 'Keep it for now').click();
  await expect(heading(page, 'Sign in without a password')).toBeFocused();
  await expectSound(page);

  // A user who changes their mind in the browser's dialog.
  await page.evaluate(() => {
    const create = navigator.credentials.create.bind(navigator.credentials);
    let isFirst = true;
    navigator.credentials.create = async (options) => {
      if (!isFirst) return create(options);
      isFirst = false;
      throw new DOMException('Canceled', 'NotAllowedError');
    };
  });
  const add = button(page, 'Add a passkey');
  await add.click();
  await expect(add).toBeEnabled();
  await expect(heading(page, 'Sign in without a password')).toBeVisible();
  await add.click();

  await expect(main(page).getByRole('heading', { name: 'Overview', level: 1 })).toBeFocused();
  await expect(page.locator('#toasts')).toContainText('You can change everything');
  await page.reload();
  await expect(main(page).getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(main(page).getByText('This site still contains demo content')).toBeVisible();
  await expect(main(page).getByText('Set up your site')).toHaveCount(0);
});
