import { readFile } from 'node:fs/promises';
import { expect, main, test } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { signIn } from './support/test.ts';

const post = { title: 'A post', category: 'javascript', content: '<p>Text</p>' };

test('shows who did what, filters by action and item, and downloads it as CSV', async ({
  page,
  site,
  context,
  person,
  playwright,
}) => {
  const admin = await signIn(context.request, site.url, ADMIN);
  const member = await signIn(await playwright.request.newContext(), site.url, person);
  const { request } = context;
  const url = `${site.url}/api/user/role/${member._id}`;
  for (const role of ['author', 'editor', 'reader']) await request.put(url, { data: { role } });
  for (let n = 0; n < 8; n++) {
    await request.post(`${site.url}/api/post/create`, { data: post });
  }

  await page.goto('/dashboard?tab=audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  const log = main(page).getByRole('region', { name: 'Audit Log' });
  const entries = log.getByRole('listitem');
  await expect(entries).toHaveCount(9);
  await expect(entries.first()).toContainText('Post published');
  await expect(entries.first()).toContainText(`By ${admin.username}`);
  await main(page).getByRole('button', { name: 'Load More' }).click();
  await expect(entries.nth(9)).toBeFocused();

  await main(page).getByLabel('Action').selectOption('Accounts');
  await expect(entries.first()).toContainText('Role changed');
  await expect(entries.first()).toContainText('editor → reader');
  await entries.first().getByRole('button', { name: person.username }).click();
  await expect(page).toHaveURL(`/dashboard?tab=audit&action=user.&subject=${member._id}`);
  await expect(entries).toHaveCount(3);
  await expectSound(page);

  const download = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(4);
  expect(csv).toContain('"user.role"');

  await main(page).getByRole('button', { name: 'One item only' }).click();
  await main(page).getByLabel('Action').selectOption('Backups');
  await expect(main(page).getByText('No entries match these filters.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(entries.first()).toContainText('Post published');
});

test('says that it couldn’t be loaded, and tries again', { tag: '@long' }, async ({
  page,
  site,
  context,
}) => {
  await signIn(context.request, site.url, ADMIN);
  await page.route('**/api/audit*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.goto('/dashboard?tab=audit');
  await main(page).getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(main(page).getByRole('alert')).toHaveCount(0);
});

test('is for administrators only', async ({ page, signedIn: _ }) => {
  await page.goto('/dashboard?tab=audit');
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});

test('is kept for as long as the owner says', { tag: '@long' }, async ({ page, site, context }) => {
  await signIn(context.request, site.url, ADMIN);
  const set = (auditDays: number) =>
    context.request.put(`${site.url}/api/settings`, { data: { auditDays } });
  await page.goto('/dashboard?tab=settings');
  const retention = main(page).getByLabel('Keep the audit log for');
  await expect(retention).toHaveValue('365');
  await retention.selectOption('90 days');
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(retention).toHaveValue('90');
  // The API accepts any number of days.
  await set(100);
  await page.reload();
  await expect(retention.locator('option:checked')).toHaveText('100 days');
  await expectSound(page);
  await set(365);
});
