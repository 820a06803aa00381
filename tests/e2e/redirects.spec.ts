import { readFile } from 'node:fs/promises';
import { test as base, expect, main } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { type Person, signIn } from './support/test.ts';

const test = base.extend<{ admin: Person }>({
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
});

test('redirects are added, refused with the reason, tested, found, deleted and brought back', async ({
  page,
  site,
  admin,
}) => {
  expect(admin).toBeTruthy();
  await page.goto(`${site.url}/dashboard?tab=redirects`);
  const form = page.getByRole('form', { name: 'Add a redirect' });
  const row = main(page).getByRole('row', { name: '/old-about' });
  await form.getByLabel('From').fill('/about');
  await form.getByLabel('To').fill('/contact');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText('A page exists at /about');
  await form.getByLabel('From').fill('/old-about/*');
  await form.getByLabel('To').fill('/about');
  await page.keyboard.press('Enter');
  await expect(page.locator('#toasts')).toContainText('The redirect has been added.');
  await expect(form.getByLabel('From')).toBeFocused();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(row).toContainText('/about');
  await expect(row).toContainText('Permanent');

  await form.getByLabel('From').fill('/?p=12');
  await form.getByLabel('To').fill('/about');
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('row', { name: '/?p=12' })).toContainText('/about');
  await form.getByLabel('From').fill('/ended.php?p=12');
  await form.getByLabel('Kind').selectOption('The page is gone (410)');
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('row', { name: '/ended.php?p=12' })).toContainText('Gone');

  await main(page).getByText('Test an address').click();
  const address = main(page).getByLabel('Address');
  const answer = main(page).locator('details').getByRole('status');
  for (const [path, says] of [
    ['/old-about/team', 'It leads to /about. There is a page.'],
    ['/about', 'There is a page.'],
    ['/nowhere', 'There is no page (404).'],
    ['/?p=12', 'It leads to /about. There is a page.'],
    ['/?p=1', 'There is a page.'],
    ['/ended.php?p=12', 'The page is gone (410).'],
    ['https://example.com/', 'Enter a path on this site, such as /old/page.'],
  ] as const) {
    await address.fill(path);
    await page.keyboard.press('Enter');
    // Whole: one answer is the beginning of the one before.
    await expect(answer).toHaveText(says);
  }

  await main(page).getByLabel('Filter redirects').fill('old-about');
  await expect(page).toHaveURL(/q=old-about/);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(main(page)).toContainText('No redirects found');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

test('an address that wasn’t found is redirected from its row, with the keyboard and on a phone', {
  tag: '@long',
}, async ({ page, site, admin }) => {
  expect(admin).toBeTruthy();
  await page.setViewportSize({ width: 320, height: 700 });
  for (let n = 0; n < 2; n++) await page.request.get(`${site.url}/lost-page`);
  const missing = () => page.request.get(`${site.url}/api/redirects/missing`);
  await expect.poll(async () => (await missing()).text()).toContain('/lost-page');
  await page.goto(`${site.url}/dashboard?tab=redirects`);
  const lost = main(page).getByRole('listitem').filter({ hasText: '/lost-page' });
  await expect(lost).toContainText('2 requests');
  await expectAccessible(page);
  await lost.getByRole('button').press('Enter');
  const form = page.getByRole('form', { name: 'Add a redirect' });
  await expect(form.getByLabel('From')).toHaveValue('/lost-page');
  await expect(form.getByLabel('To')).toBeFocused();
  await form.getByLabel('Kind').selectOption('The page is gone (410)');
  await form.getByRole('button', { name: 'Add Redirect' }).click();
  await expect(lost).toHaveCount(0);
  expect((await page.request.get(`${site.url}/lost-page`)).status()).toBe(410);
});

test('redirects are exported as CSV, and imported after a look at what would change', {
  tag: '@long',
}, async ({ page, site, admin }) => {
  expect(admin).toBeTruthy();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.url}/dashboard?tab=redirects`);
  const choose = (content: string | Buffer) =>
    main(page)
      .getByLabel('CSV file with redirects')
      .setInputFiles({ name: 'old-site.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const dialog = page.getByRole('dialog', { name: 'Import redirects' });

  await choose('a page');
  await expect(dialog.getByRole('alert')).toContainText('from,to,status');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await choose(Buffer.from('from,to\r\n/caf\xe9,/about', 'latin1'));
  await expect(dialog.getByRole('alert')).toContainText('This file isn’t UTF-8.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await choose('from,to,status\r\n/csv-one,/about,301\r\n/about,/contact,301\r\n/csv-two,,410');
  await expect(dialog).toContainText('old-site.csv. Nothing has been imported yet.');
  await expect(dialog.getByRole('definition')).toHaveText(['2', '0', '0', '1']);
  await expect(dialog.getByRole('listitem')).toContainText('Line 3: /about');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import' }).press('Enter');
  await expect(page.locator('#toasts')).toContainText('2 redirects imported.');
  await expect(main(page).getByRole('row', { name: '/csv-two' })).toContainText('Gone');
  expect((await page.request.get(`${site.url}/csv-two`)).status()).toBe(410);

  const downloading = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv).toContain('"/csv-one","/about","301"\r\n"/csv-two","","410"');
  await choose(csv);
  await expect(dialog.getByRole('definition').first()).toHaveText('0');
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
});
