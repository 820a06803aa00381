import type { Page } from '@playwright/test';
import { main } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import { test as base, expect, ownServer } from './support/test.ts';

const test = base.extend(ownServer({}));

const SETTINGS = '/dashboard?tab=settings';
const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const nameField = (page: Page) => section(page, 'General').getByRole('textbox', { name: 'Name' });
const save = (page: Page, name: string) =>
  section(page, name).getByRole('button', { name: 'Save', exact: true });

/** Changes the settings as another administrator would. */
async function changeElsewhere(page: Page, site: object): Promise<void> {
  const { version } = await (await page.request.get('/api/settings/site')).json();
  const response = await page.request.put('/api/settings/site', { data: { version, site } });
  expect(response.status()).toBe(200);
}

test.beforeEach(async ({ page, login }) => {
  await login('admin');
  await page.goto(SETTINGS);
  await expect(nameField(page)).toBeVisible();
});

test('a new name is applied without a build, and an earlier version can be restored', async ({
  page,
}) => {
  const before = await nameField(page).inputValue();
  await nameField(page).fill('Slow Web');
  await save(page, 'General').click();
  await expect(page.locator('#toasts')).toContainText('Settings saved.');
  await expect(
    section(page, 'General').getByText('All pages show the new settings.'),
  ).toBeVisible();
  await expect(page).toHaveTitle('Settings – Dashboard – Slow Web');
  expect(await (await page.request.get('/')).text()).toContain('Slow Web');

  await changeElsewhere(page, { name: before });
  await page.reload();
  const versions = section(page, 'Versions').getByRole('listitem');
  await expect(versions.first()).toContainText('Current');
  await versions
    .filter({ hasText: 'name' })
    .getByRole('button', { name: 'Restore' })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.locator('#toasts')).toContainText('Settings restored.');
  await expect(nameField(page)).toHaveValue('Slow Web');
  await expect(versions.first()).toContainText('restored version');
});

test('unsaved changes are kept in other tabs and after a reload, until they are discarded', async ({
  page,
}) => {
  const before = await nameField(page).inputValue();
  await nameField(page).fill('Not saved yet');
  await page.goto('/dashboard?tab=users');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(nameField(page)).toHaveValue('Not saved yet');
  await page.reload();
  await expect(nameField(page)).toHaveValue('Not saved yet');
  await section(page, 'General').getByRole('button', { name: 'Discard' }).click();
  await expect(nameField(page)).toHaveValue(before);
  await expect(save(page, 'General')).toBeDisabled();
});

test('an error of the server is shown at the field that it names', async ({ page }) => {
  const email = section(page, 'About the owner').getByRole('textbox', { name: 'Contact email' });
  await email.fill('nobody');
  await save(page, 'About the owner').click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Contact email is not a valid address\./);
  await email.fill('hello@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
});

test('changes of another administrator are kept, and so are the own unsaved ones', async ({
  page,
}) => {
  await nameField(page).fill('My name for it');
  await changeElsewhere(page, { tagline: 'Their tagline' });
  await save(page, 'General').click();
  await expect(section(page, 'General').getByRole('alert')).toContainText(
    'Someone else changed these settings. Your changes are kept.',
  );
  await expect(section(page, 'General').getByRole('textbox', { name: 'Tagline' })).toHaveValue(
    'Their tagline',
  );
  await expect(nameField(page)).toHaveValue('My name for it');
  await save(page, 'General').click();
  await expect(page.locator('#toasts')).toContainText('Settings saved.');
  const { site } = await (await page.request.get('/api/settings/site')).json();
  expect(site).toMatchObject({ name: 'My name for it', tagline: 'Their tagline' });
});

test('a version restored next to unsaved changes is not taken for the change of someone else', async ({
  page,
}) => {
  await changeElsewhere(page, { description: 'The first description.' });
  await changeElsewhere(page, { description: 'The second description.' });
  await page.reload();
  await nameField(page).fill('Not saved before');
  await section(page, 'Versions').getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.locator('#toasts')).toContainText('Settings restored.');
  await expect(nameField(page)).toHaveValue('Not saved before');
  await save(page, 'General').click();
  await expect(page.locator('#toasts')).toContainText('Settings saved.');
  const { site } = await (await page.request.get('/api/settings/site')).json();
  expect(site).toMatchObject({
    name: 'Not saved before',
    description: 'The first description.',
  });
});

test('wide screens have a list of the sections', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const list = page.getByRole('navigation', { name: 'Sections of the settings' });
  await list.getByRole('link', { name: 'Backups' }).click();
  await expect(section(page, 'Backups')).toBeInViewport();
  await list.getByRole('link', { name: 'Texts' }).click();
  await expect(section(page, 'Texts')).toBeInViewport();
  await expect(section(page, 'Backups')).not.toBeInViewport();
});

test('a save that could not be applied says why', async ({ page }) => {
  await page.route('**/api/publish/status', async (route) => {
    const json = await (await route.fetch()).json();
    const site = { wanted: json.site.wanted + 1, live: json.site.live, error: 'The disk is full.' };
    await route.fulfill({ json: { ...json, site } });
  });
  await page.reload();
  await expect(
    main(page).getByRole('alert').filter({ hasText: 'The disk is full.' }),
  ).toBeVisible();
});

test('the settings are accessible and fit narrow screens in both themes', async ({ page }) => {
  await nameField(page).fill('A name that is not saved');
  await expectAccessible(page);
  await expectFits(page, SETTINGS);
});
