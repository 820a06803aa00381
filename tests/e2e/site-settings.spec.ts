import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { main } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import { publish } from './support/publishing.ts';
import { allLoaded, test as base, expect, ownServer } from './support/test.ts';

const test = base.extend(ownServer({}));

const LOGO = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));

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
  await allLoaded(page);
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

test('changes of another administrator are kept, and so are the own unsaved ones', {
  tag: '@long',
}, async ({ page }) => {
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

test('a version restored next to unsaved changes is not taken for the change of someone else', {
  tag: '@long',
}, async ({ page }) => {
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

test('wide screens have a list of the sections', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const list = page.getByRole('navigation', { name: 'Sections of the settings' });
  await list.getByRole('link', { name: 'Backups' }).click();
  await expect(section(page, 'Backups')).toBeInViewport();
  await list.getByRole('link', { name: 'Texts' }).click();
  await expect(section(page, 'Texts')).toBeInViewport();
  await expect(section(page, 'Backups')).not.toBeInViewport();
});

const links = (page: Page) =>
  section(page, 'Navigation').getByRole('listitem').getByRole('textbox', { name: 'Label' });
const labels = (page: Page) =>
  links(page).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

test('links are added, moved and removed with the keyboard, and each move is announced', {
  tag: '@long',
}, async ({ page }) => {
  await changeElsewhere(page, {
    navigation: ['Home', 'About', 'Contact'].map((label) => ({ label, href: '/' })),
  });
  await page.reload();
  const navigation = section(page, 'Navigation');
  await expect.poll(() => labels(page)).toEqual(['Home', 'About', 'Contact']);
  await navigation.getByRole('button', { name: 'Move About up' }).press('Enter');
  await expect.poll(() => labels(page)).toEqual(['About', 'Home', 'Contact']);
  await expect(navigation.getByText('About moved to position 1 of 3.')).toBeAttached();
  await expect(navigation.getByRole('button', { name: 'Move About down' })).toBeFocused();
  await navigation.getByRole('button', { name: 'Remove Contact' }).press('Enter');
  await expect.poll(() => labels(page)).toEqual(['About', 'Home']);
  await navigation.getByRole('button', { name: 'Add link' }).press('Enter');
  await expect(links(page).nth(2)).toBeFocused();
  await page.keyboard.type('Archive');
  await page.keyboard.press('Tab');
  await page.keyboard.type('archive');
  await save(page, 'Navigation').click();
  const address = navigation.getByRole('textbox', { name: 'Address' }).nth(2);
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/^Address must be a path/);
  await address.fill('/archive');
  await save(page, 'Navigation').click();
  await expect(page.locator('#toasts')).toContainText('Settings saved.');
  const { site } = await (await page.request.get('/api/settings/site')).json();
  expect(site.navigation).toEqual([
    { label: 'About', href: '/' },
    { label: 'Home', href: '/' },
    { label: 'Archive', href: '/archive' },
  ]);
  await expect(navigation.getByText('All pages show the new settings.')).toBeVisible();
  expect(await (await page.request.get('/')).text()).toContain('href="/archive"');
});

test('an entry is dragged to its place, and Escape puts it back', { tag: '@long' }, async ({
  page,
}) => {
  await changeElsewhere(page, {
    navigation: ['One', 'Two', 'Three'].map((label) => ({ label, href: '/about' })),
  });
  await page.reload();
  const handles = section(page, 'Navigation').getByTitle('Drag to reorder');
  await handles.first().scrollIntoViewIfNeeded();
  const dragFirstDown = async () => {
    const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
    if (!from || !to) throw new Error('No handles.');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 200, { steps: 8 });
  };
  await dragFirstDown();
  await expect.poll(() => labels(page)).toEqual(['Two', 'Three', 'One']);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => labels(page)).toEqual(['One', 'Two', 'Three']);
  await handles.first().scrollIntoViewIfNeeded();
  await dragFirstDown();
  await page.mouse.up();
  await expect.poll(() => labels(page)).toEqual(['Two', 'Three', 'One']);
  await expect(
    section(page, 'Navigation').getByText('One moved to position 3 of 3.'),
  ).toBeAttached();
});

test('categories are added and removed, and the search filter has its own order', async ({
  page,
}) => {
  const categories = section(page, 'Categories');
  const order = categories.getByRole('group', { name: 'Order in the search filter' });
  await categories.getByRole('button', { name: 'Remove Next.js' }).click();
  await categories.getByRole('button', { name: 'Add category' }).click();
  await expect(
    categories.getByRole('textbox', { name: 'Label', exact: true }).last(),
  ).toBeFocused();
  await page.keyboard.type('CSS');
  await page.keyboard.press('Tab');
  await expect(
    categories.getByRole('group', { name: 'CSS' }).getByRole('textbox', { name: 'Slug' }),
  ).toHaveValue('css');
  await order.getByRole('button', { name: 'Move CSS up' }).click();
  await save(page, 'Categories').click();
  await expect(page.locator('#toasts')).toContainText('Settings saved.');
  const { site } = await (await page.request.get('/api/settings/site')).json();
  expect(site.categories.map(({ slug }: { slug: string }) => slug)).toEqual([
    'uncategorized',
    'javascript',
    'reactjs',
    'css',
  ]);
  expect(site.searchOrder).toEqual(['uncategorized', 'reactjs', 'css', 'javascript']);
  await expect(categories.getByRole('button', { name: 'Remove All Categories' })).toBeDisabled();
});

test('the look: an accent, a logo for each theme, the system theme, and the home page as a list', {
  tag: '@long',
}, async ({ page }) => {
  const look = section(page, 'Look');
  await look.getByRole('radio', { name: 'Teal' }).check();
  const upload = async (group: string) => {
    const chooser = page.waitForEvent('filechooser');
    const picture = look.getByRole('group', { name: group, exact: true });
    await picture.getByRole('button', { name: 'Upload picture' }).click();
    await (await chooser).setFiles(LOGO);
    await expect(picture.getByRole('img')).toBeVisible();
    await expect(picture.getByRole('button', { name: 'Replace picture' })).toBeEnabled();
  };
  await upload('Logo');
  await upload('Logo in the dark theme');
  await look.getByRole('checkbox', { name: /^Follow the theme/ }).check();
  await look.getByRole('combobox', { name: 'Posts on the home page' }).selectOption('List');
  await save(page, 'Look').click();
  await expect(page.locator('#toasts')).toContainText('Settings saved.');
  const stored = async () => (await (await page.request.get('/api/settings/site')).json()).site;
  const uploaded = expect.stringMatching(/^\/uploads\//);
  expect(await stored()).toMatchObject({
    accent: 'teal',
    logo: { light: uploaded, dark: uploaded, width: 192, height: 192 },
    followSystemTheme: true,
    homeLayout: 'list',
  });
  await expectAccessible(page);
  await look
    .getByRole('group', { name: 'Logo', exact: true })
    .getByRole('button', { name: 'Remove picture' })
    .click();
  await save(page, 'Look').click();
  await expect.poll(async () => (await stored()).logo).toBe(null);
});

test('a profile without texts is not shown anymore', { tag: '@long' }, async ({ page }) => {
  const footer = section(page, 'Profiles and footer');
  const photos = footer.getByRole('group', { name: 'Photos' });
  for (const name of ['Service', 'Your name there', 'Address']) {
    await photos.getByRole('textbox', { name }).fill('');
  }
  await save(page, 'Profiles and footer').click();
  await expect(page.locator('#toasts')).toContainText('Settings saved.');
  const { site } = await (await page.request.get('/api/settings/site')).json();
  expect(Object.keys(site.profiles)).toEqual(['code', 'professional', 'microblog']);
});

test('the preview shows unsaved values, at both widths and in both themes, and only to the administrator', {
  tag: '@long',
}, async ({ page }) => {
  const { slug } = await publish(page.request, { title: 'The newest post of all' });
  await page.reload();
  await page.getByRole('button', { name: 'Show preview' }).click();
  const preview = section(page, 'Preview');
  const frame = page.frameLocator('iframe[title="Preview of the site"]');
  const body = frame.locator('body');
  const hostile = '<img src="x" onerror="alert(1)">';
  await section(page, 'General').getByRole('textbox', { name: 'Tagline' }).fill(hostile);
  await expect(frame.getByText(hostile)).toBeVisible();
  await expect(frame.locator('img[src="x"]')).toHaveCount(0);
  // The styles were loaded.
  await expect(body).toHaveCSS('background-color', 'rgb(251, 247, 240)');
  await preview.getByRole('button', { name: 'Dark' }).click();
  await expect(body).toHaveCSS('background-color', 'rgb(16, 20, 31)');
  const width = () => body.evaluate(() => window.innerWidth);
  await expect.poll(width).toBe(375);
  await preview.getByRole('button', { name: 'Desktop' }).click();
  await expect.poll(width).toBe(1280);
  await preview.getByRole('button', { name: 'Newest post' }).click();
  await expect(frame.getByRole('heading', { level: 1 })).toContainText('The newest post of all');
  await nameField(page).fill('Only in the preview');
  await expect(frame.locator('header, nav').first()).toContainText('Only in the preview');
  await nameField(page).fill('');
  await expect(preview.getByRole('alert')).toContainText('Name must not be empty.');
  await nameField(page).fill('Only in the preview');
  await expect(preview.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  expect(await (await page.request.get(`/post/${slug}`)).text()).not.toContain(
    'Only in the preview',
  );
  await page.getByRole('button', { name: 'Hide preview' }).click();
  await expect(preview).toHaveCount(0);
});

test('a save that could not be applied says why', { tag: '@long' }, async ({ page }) => {
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

test('the settings are accessible and fit narrow screens in both themes', { tag: '@long' }, async ({
  page,
}) => {
  await nameField(page).fill('A name that is not saved');
  await expectAccessible(page);
  await expectFits(page, SETTINGS);
});
