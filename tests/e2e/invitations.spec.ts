import type { Page } from '@playwright/test';
import { main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { test as base, expect, ownServer, signIn } from './support/test.ts';

/** A site that sends no mail: the dashboard shows the links. */
const test = base.extend(ownServer({ seed: 'none' }));

const openUsers = async (page: Page) => {
  await page.goto('/dashboard?tab=users');
  await main(page).getByRole('button', { name: 'Invite' }).click();
  return page.getByRole('dialog', { name: 'Invite someone' });
};

test('an administrator invites a writer, whose link creates the account', async ({
  page,
  context,
  browser,
  site,
}) => {
  await signIn(context.request, site.url, ADMIN);
  const dialog = await openUsers(page);
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByRole('radio', { name: /^Author/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please enter an email.');
  await dialog.getByLabel('Email').fill(ADMIN.email);
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('has an account with this email');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expectSound(page);
  await dialog.getByLabel('Email').fill('robin@example.com');
  await dialog.getByRole('radio', { name: /^Editor/ }).check();
  await dialog.getByRole('button', { name: 'Create Link' }).click();

  const share = page.getByRole('dialog', { name: 'Share this link' });
  const link = await share.getByLabel('Link').inputValue();
  await expectSound(page);
  await share.getByRole('button', { name: 'Done' }).click();
  const open = main(page).getByRole('region', { name: 'Open invitations' });
  await expect(open).toContainText('robin@example.com');
  await expect(open).toContainText('Editor');
  await expectSound(page);

  const guest = await browser.newPage({ baseURL: site.url });
  await guest.goto(link);
  await expect(main(guest)).toContainText('invited you as an editor');
  await expect(guest.getByLabel('Email')).toHaveValue('robin@example.com');
  await expect(guest.getByLabel('Username')).toHaveValue('robin');
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expect(guest.getByRole('alert')).toContainText('Please fill out all the fields.');
  await expect(guest.getByLabel('Password', { exact: true })).toBeFocused();
  await expectSound(guest);
  await guest.getByLabel('Password', { exact: true }).fill('another quite long pass phrase');
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expect(guest).toHaveURL(/\/dashboard/);
  await expect(main(guest)).toContainText('Editor');
  await guest.goto(link);
  await expect(guest.getByRole('alert')).toContainText('This link was already used.');
  await guest.close();

  await page.reload();
  await expect(main(page).getByRole('cell', { name: 'robin@example.com' })).toBeVisible();
  await expect(open).toHaveCount(0);
});

test('an invitation is sent again with a new link, and canceled', { tag: '@long' }, async ({
  page,
  context,
  site,
}) => {
  await signIn(context.request, site.url, ADMIN);
  const dialog = await openUsers(page);
  await dialog.getByLabel('Email').fill('sam@example.com');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  const share = page.getByRole('dialog', { name: 'Share this link' });
  const first = await share.getByLabel('Link').inputValue();
  await share.getByRole('button', { name: 'Done' }).click();

  const row = main(page).getByRole('listitem').filter({ hasText: 'sam@example.com' });
  await row.getByRole('button', { name: 'New link' }).click();
  await expect(share.getByLabel('Link')).not.toHaveValue(first);
  await share.getByRole('button', { name: 'Done' }).click();

  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(page.locator('#toasts')).toContainText('The invitation was canceled.');
  await expect(row).toHaveCount(0);
});

test('the list and the dialog fit small phones', { tag: '@long' }, async ({
  page,
  context,
  site,
}) => {
  await signIn(context.request, site.url, ADMIN);
  await page.setViewportSize({ width: 320, height: 640 });
  const data = { email: `${'long'.repeat(14)}@example.com`, role: 'author' };
  await context.request.post('/api/user/invite', { data });
  const dialog = await openUsers(page);
  await expect(dialog.getByLabel('Email')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(main(page).getByRole('region', { name: 'Open invitations' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectSound(page);
});
