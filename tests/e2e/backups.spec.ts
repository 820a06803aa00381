import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import { allLoaded, test as base, expect, openOverview, ownServer } from './support/test.ts';

let exportDir: string;
const test = base.extend(
  ownServer(async () => {
    exportDir = await mkdtemp(join(tmpdir(), 'inkwell-export-'));
    return { env: { EXPORT_DIR: exportDir } };
  }),
);
test.afterAll(() => rm(exportDir, { recursive: true, force: true }));

test('a backup is made, scheduled, downloaded and deleted in the settings', async ({
  page,
  login,
}) => {
  await login('admin');
  await page.goto('/dashboard?tab=settings');
  const panel = main(page).getByRole('region', { name: 'Backups' });
  const toasts = page.locator('#toasts');
  await expect(panel).toContainText('No backups yet.');
  await allLoaded(page);
  await panel.getByRole('button', { name: 'Back Up Now' }).click();
  await expect(panel.getByRole('button', { name: 'Backing up...' })).toBeDisabled();
  await expect(toasts).toContainText('Backup created and checked.');
  const rows = panel.getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(panel).toContainText('just now');
  await expect(panel).toContainText(/npm run restore -- .*\/backups\/inkwell-.*Z\.tar\.gz/);

  await panel.getByLabel('Backups to keep').selectOption('3');
  await panel.getByLabel('Backup schedule').selectOption('Daily');
  await expect(panel.getByText(/^Next backup/).locator('+ dd')).toContainText('UTC');
  await expectSound(page);
  await expectFits(page, '/dashboard?tab=settings');

  await page.setViewportSize({ width: 1280, height: 800 });
  const downloading = page.waitForEvent('download');
  await rows.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^inkwell-.*Z\.tar\.gz$/);
  expect((await stat(await download.path())).size).toBeGreaterThan(10_000);

  await rows.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'No, cancel' }).click();
  await expect(rows).toHaveCount(1);
  await panel.getByLabel('Backup schedule').selectOption('Off');
  await rows.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(panel).toContainText('No backups yet.');
  await expect(panel.getByRole('heading', { name: 'Available backups' })).toBeFocused();
});

test('a backup that failed is explained in the settings, and the overview warns of it', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('admin');
  const failure = { at: '2026-01-05T03:15:00.000Z', message: 'The disk is full.' };
  const failed = { every: 'day', failure, nextAt: '2026-01-05T04:15:00.000Z' };
  await page.route('**/api/stats/system', async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, backups: { ...json.backups, ...failed } } });
  });
  await page.route('**/api/backups', async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), ...failed } });
  });
  await openOverview(page);
  const notice = main(page).getByRole('region', { name: 'Backups' });
  await expect(notice).toContainText('The last backup failed: The disk is full.');
  await expectSound(page);
  await notice.getByRole('link', { name: 'Open backup settings' }).click();
  await expect(
    main(page).getByRole('region', { name: 'Backups' }).getByRole('alert'),
  ).toContainText('The last backup failed on January 5, 2026 at 3:15 AM UTC: The disk is full.');
});

test('the overview warns of a late backup, and while backups are off, of one that failed', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('admin');
  let every = 'week';
  let failure: object | null = null;
  await page.route('**/api/stats/system', async (route) => {
    const json = await (await route.fetch()).json();
    const last = { name: 'x', size: 1, createdAt: '2026-01-05T03:15:00.000Z', kind: 'database' };
    const backups = { ...json.backups, every, isLate: every !== 'off', last, failure };
    await route.fulfill({ json: { ...json, backups } });
  });
  await page.goto('/dashboard');
  const notice = main(page).getByRole('region', { name: 'Backups' });
  await expect(notice).toContainText('The next backup is overdue.');
  every = 'off';
  await page.reload();
  await expect(main(page).getByText('Last backup', { exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  failure = { at: '2026-01-06T03:15:00.000Z', message: 'The disk is full.' };
  await page.reload();
  await expect(notice).toContainText('The last backup failed: The disk is full.');
});

test('the site is exported to plain files when that is turned on', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login('admin');
  await page.goto('/dashboard?tab=settings');
  const section = main(page).getByRole('region', { name: 'Plain files' });
  await expect(section).toContainText(exportDir);
  await expect(section).toContainText('None yet');
  await section.getByLabel('Export schedule').selectOption('Weekly');
  await expect(section).toContainText('just now', { timeout: 30_000 });
  await expect(section.getByText(/^Next export/).locator('+ dd')).toContainText('UTC');
  expect(await readdir(exportDir)).toContain('inkwell.json');
  await section.getByLabel('Export schedule').selectOption('Off');
  await expect(section.getByText(/^Next export/).locator('+ dd')).toHaveText('Off');
});

test('an export that failed is explained in the settings, and the overview warns of it', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('admin');
  const failure = { at: '2026-01-05T03:15:00.000Z', message: 'EXPORT_COMMAND ended with 1.' };
  for (const address of ['**/api/stats/system', '**/api/backups']) {
    await page.route(address, async (route) => {
      const json = await (await route.fetch()).json();
      await route.fulfill({ json: { ...json, exports: { ...json.exports, failure } } });
    });
  }
  await openOverview(page);
  const notice = main(page).getByRole('region', { name: 'Exports' });
  await expect(notice).toContainText(
    'The last export to plain files failed: EXPORT_COMMAND ended with 1.',
  );
  await notice.getByRole('link', { name: 'Open backup settings' }).click();
  await expect(
    main(page).getByRole('region', { name: 'Plain files' }).getByRole('alert'),
  ).toContainText('The last export failed on January 5, 2026 at 3:15 AM UTC');
});

test('a server without a folder for exports says how to set one', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login('admin');
  await page.route('**/api/backups', async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), exports: null } });
  });
  await page.goto('/dashboard?tab=settings');
  const section = main(page).getByRole('region', { name: 'Plain files' });
  await expect(section).toContainText('set EXPORT_DIR to a folder on the server');
  await expect(section.getByLabel('Export schedule')).toHaveCount(0);
});
