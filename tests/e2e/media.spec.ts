import sharp from 'sharp';
import { test as base, expect, main } from './support/accounts.ts';
import { ADMIN } from './support/server.ts';
import { type Person, signIn } from './support/test.ts';

const test = base.extend<{ admin: Person }>({
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
});

test('an unused picture is described, found by its description, and deleted', async ({
  page,
  site,
  admin,
}) => {
  expect(admin).toBeTruthy();
  const create = { width: 640, height: 480, channels: 3 as const, background: '#1d4ed8' };
  const buffer = await sharp({ create }).png().toBuffer();
  const data = { kind: 'post', name: 'blue.png', type: 'image/png', size: buffer.length };
  const headers = { origin: site.url };
  const slot = await (await page.request.post(`${site.url}/api/upload`, { data, headers })).json();
  const sent = await page.request.put(new URL(slot.url, site.url).href, { data: buffer, headers });
  expect(sent.status()).toBe(201);

  await page.goto(`${site.url}/dashboard?tab=media&unused=1`);
  const card = main(page).getByRole('listitem').filter({ hasText: 'blue' });
  await expect(card).toContainText('640 × 480');
  await expect(card).toContainText('Not used anywhere');
  await card.getByLabel('Description').fill('A blue surface');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#toasts')).toContainText('The description has been saved.');
  await main(page).getByLabel('Filter pictures').fill('blue surface');
  await expect(page).toHaveURL(/q=blue/);
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(main(page)).toContainText('No pictures found');
});
