import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { test as base, expect, main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { clickTool } from './support/editing.ts';
import { ADMIN } from './support/server.ts';
import { type Person, signIn } from './support/test.ts';

const test = base.extend<{ admin: Person }>({
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
});

/** Uploads a picture of one color. Returns its URL. */
async function upload(page: Page, site: string, name: string, background: string) {
  const create = { width: 640, height: 480, channels: 3 as const, background };
  const buffer = await sharp({ create }).png().toBuffer();
  const data = { kind: 'post', name, type: 'image/png', size: buffer.length };
  const headers = { origin: site };
  const slot = await (await page.request.post(`${site}/api/upload`, { data, headers })).json();
  const sent = await page.request.put(new URL(slot.url, site).href, { data: buffer, headers });
  expect(sent.status()).toBe(201);
  return slot.publicUrl as string;
}

test('an unused picture is described, found by its description, and deleted', async ({
  page,
  site,
  admin,
}) => {
  expect(admin).toBeTruthy();
  await upload(page, site.url, 'blue.png', '#1d4ed8');

  await page.goto(`${site.url}/dashboard?tab=media&unused=1`);
  await main(page).getByRole('button', { name: 'blue.png' }).click();
  const details = page.getByRole('dialog', { name: 'blue.png' });
  await expect(details).toContainText('640 × 480');
  await expect(details).toContainText('Not used anywhere');
  await details.getByLabel('Description').fill('A blue surface');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByRole('status')).toContainText('Description saved.');
  await expect(details.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await main(page).getByLabel('Filter pictures').fill('blue surface');
  await expect(page).toHaveURL(/q=blue/);
  await main(page).getByRole('button', { name: 'A blue surface' }).click();
  await details.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(main(page)).toContainText('No pictures found');
});

test('pictures are uploaded in the library, and it says which ones are refused', {
  tag: '@long',
}, async ({ page, site, admin }) => {
  expect(admin).toBeTruthy();
  await page.goto(`${site.url}/dashboard?tab=media`);
  const create = { width: 320, height: 240, channels: 3 as const, background: '#a16207' };
  const buffer = await sharp({ create }).png().toBuffer();
  const upload = main(page).getByRole('button', { name: 'Upload' });
  await expect(upload).toBeEnabled();
  await main(page)
    .getByLabel('Pictures to upload')
    .setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Not a picture') },
      { name: 'desert.png', mimeType: 'image/png', buffer },
    ]);
  await expect(page.locator('#toasts')).toContainText('1 picture uploaded.');
  await expect(main(page).getByRole('alert')).toContainText('notes.txt');
  await expect(upload).toBeEnabled();
  await main(page).getByRole('button', { name: 'desert.png' }).click();
  const details = page.getByRole('dialog', { name: 'desert.png' });
  await expect(details).toContainText('320 × 240');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await details.getByRole('button', { name: 'Copy address' }).click();
  await expect(details.getByRole('status')).toContainText('Address copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/uploads\/\d+-desert\.png$/);
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();
  await expectSound(page);
});

test('a picture of the library is inserted, and becomes the cover, with its description', async ({
  page,
  site,
  admin,
}) => {
  expect(admin).toBeTruthy();
  const url = await upload(page, site.url, 'harbor.png', '#0f766e');
  await upload(page, site.url, 'other.png', '#b91c1c');
  const data = { url, alt: 'The harbor at dawn' };
  await page.request.put(`${site.url}/api/media/alt`, { data, headers: { origin: site.url } });

  await page.goto(`${site.url}/create-post`);
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.click();
  await page.keyboard.type('Before');
  await clickTool(page, 'Insert from the library');
  const library = page.getByRole('dialog', { name: 'Choose a picture' });
  const search = library.getByLabel('Search pictures');
  await expect(search).toBeFocused();
  // The newest comes first; the arrow keys move between pictures.
  const pictures = library.getByRole('listitem').getByRole('button');
  await expect(pictures.first()).toHaveText('other.png');
  await pictures.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(pictures.nth(1)).toBeFocused();
  await search.fill('no such picture');
  await expect(library).toContainText('No pictures match this search.');
  await search.fill('harbor');
  await expect(pictures).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(library).toBeVisible();
  await pictures.first().click();
  await expect(library).toBeHidden();
  const inserted = content.getByRole('img', { name: 'The harbor at dawn' });
  await expect(inserted).toHaveAttribute('src', url);
  await expect(content).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(inserted).toBeHidden();
  await expect(content).toContainText('Before');

  await page.getByRole('button', { name: 'Choose from the library' }).first().click();
  await library.getByRole('button', { name: 'The harbor at dawn' }).click();
  await expect(page.getByLabel('Alternative text')).toHaveValue('The harbor at dawn');
  await expect(page.getByAltText('Current image')).toHaveAttribute('src', url);
  // Escape changes nothing.
  await page.getByRole('button', { name: 'Choose from the library' }).first().click();
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(library).toBeHidden();
  await expect(page.getByAltText('Current image')).toHaveAttribute('src', url);
});
