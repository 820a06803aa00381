import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { test as base, expect, main } from './support/accounts.ts';
import { expectAccessible, expectReadableInForcedColors } from './support/axe.ts';
import { MockImports, OPTIONS } from './support/imports.ts';
import { expectFits } from './support/narrow.ts';
import { ADMIN } from './support/server.ts';
import { signIn } from './support/test.ts';

const PIECE = 4 * 1024 ** 2;
const FILE = {
  name: 'old-site.xml',
  mimeType: 'text/xml',
  buffer: Buffer.alloc(2 * PIECE + 1000, 'a'),
};

/** The screen, with the API's answers from memory. */
const test = base.extend<{ imports: MockImports }>({
  imports: async ({ site, context, page }, use) => {
    await signIn(context.request, site.url, ADMIN);
    const imports = new MockImports();
    await imports.install(page);
    await use(imports);
  },
});

const open = async (page: Page) => {
  await page.goto('/dashboard?tab=import');
  await expect(main(page).getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
};
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const choose = (page: Page, file: Partial<typeof FILE> = {}) =>
  main(page)
    .getByLabel('Export to upload')
    .setInputFiles({ ...FILE, ...file });
const rows = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(/^Old address/) });

test('an export is uploaded in pieces with its options, and then rehearsed', {
  tag: '@long',
}, async ({ page, imports }) => {
  await open(page);
  await button(page, 'Upload and rehearse').click();
  await expect(main(page).getByRole('alert')).toHaveText('Choose the export first.');
  await choose(page, { buffer: Buffer.alloc(0) });
  await expect(main(page).getByRole('alert')).toHaveText('This file is empty.');
  await choose(page);
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  await expect(main(page)).toContainText('old-site.xml');
  await expect(main(page).getByLabel('Author for posts without one')).toHaveValue(ADMIN.username);

  const address = main(page).getByLabel('Address of the old site', { exact: true });
  await address.fill('old.example.com');
  await button(page, 'Upload and rehearse').click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  expect(imports.calls).toEqual([]);
  await address.fill('https://old.example.com');
  await main(page).getByText('More options').click();
  await main(page).getByLabel('System').selectOption('Ghost');
  await main(page).getByLabel('Copy pictures from the old site').uncheck();
  await button(page, 'Upload and rehearse').click();
  await expect(main(page).getByRole('heading', { name: 'Rehearsing the import' })).toBeVisible();
  await expect(main(page)).toContainText('Waiting to start...');
  await expect(main(page).getByRole('heading', { name: 'Import', level: 1 })).toBeFocused();
  expect(imports.pieces).toEqual([
    { offset: 0, size: PIECE },
    { offset: PIECE, size: PIECE },
    { offset: 2 * PIECE, size: 1000 },
  ]);
  const { username: author } = ADMIN;
  expect(imports.job?.options).toEqual({ ...OPTIONS, author, from: 'ghost', pictures: 'link' });

  imports.set('rehearsing', { progress: 'Writing: 1,200 records' });
  await expect(main(page).getByRole('status').getByText('1,200 records')).toBeVisible();
  imports.set('ready');
  await expect(main(page).getByRole('heading', { name: 'The rehearsal is ready' })).toBeVisible();
  await expect(page.getByText('The rehearsal is ready.', { exact: true })).toHaveRole('status');
});

test('an upload survives failed pieces and lost answers, and continues from what the server has', {
  tag: '@long',
}, async ({ page, imports }) => {
  let tries = 0;
  imports.onPiece = async (route, offset) => {
    tries += 1;
    if (tries === 1) {
      await route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' });
      return true;
    }
    if (offset === PIECE && tries === 3) {
      await route.abort('connectionreset');
      return true;
    }
    // The server gets the second piece, but its answer is lost.
    if (offset === PIECE && tries === 4 && imports.job) {
      imports.job.received = 2 * PIECE;
      await route.abort('connectionreset');
      return true;
    }
    return false;
  };
  await open(page);
  await choose(page);
  await button(page, 'Upload and rehearse').click();
  await expect(main(page).getByText('The upload was interrupted.')).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Rehearsing the import' })).toBeVisible();
  expect(imports.pieces.map(({ offset }) => offset)).toEqual([0, 2 * PIECE]);
});

test('an upload pauses, continues while other tabs are open, and is canceled', {
  tag: '@long',
}, async ({ page, imports }) => {
  let isHeld = true;
  imports.onPiece = async (route, offset) => {
    if (offset === 0 || !isHeld) return false;
    await new Promise((resolve) => page.once('requestfailed', resolve));
    await route.abort().catch(() => undefined);
    return true;
  };
  await open(page);
  await choose(page);
  await button(page, 'Upload and rehearse').click();
  const bar = main(page).getByRole('progressbar', { name: 'Upload' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^(49|[5-9]\d)$/);
  await button(page, 'Pause').click();
  await expect(main(page).getByRole('heading', { name: 'Paused: old-site.xml' })).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', '49');

  await page.getByRole('complementary').getByRole('link', { name: 'Media' }).click();
  await expect(main(page).getByRole('heading', { name: 'Media' })).toBeVisible();
  await page.getByRole('complementary').getByRole('link', { name: 'Import' }).click();
  await expect(button(page, 'Continue')).toBeVisible();
  await button(page, 'Cancel').click();
  await page.getByRole('button', { name: 'No, keep it' }).click();
  await expect(button(page, 'Cancel')).toBeFocused();

  isHeld = false;
  imports.onPiece = async (route, offset) => {
    if (offset === 0) return false;
    await route.fulfill({
      status: 507,
      json: { success: false, statusCode: 507, message: 'There is not enough space left.' },
    });
    return true;
  };
  await button(page, 'Continue').click();
  await expect(main(page).getByRole('alert')).toHaveText('There is not enough space left.');
  await button(page, 'Cancel').click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(button(page, 'Upload and rehearse')).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Import', level: 1 })).toBeFocused();
  expect(imports.calls.at(-1)).toBe('DELETE /api/imports');
});

test('leaving during an upload asks first, and later the same file continues it', {
  tag: '@long',
}, async ({ page, imports }) => {
  imports.onPiece = async (_, offset) => {
    if (offset > 0) await new Promise((resolve) => page.once('load', resolve));
    return false;
  };
  await open(page);
  await choose(page);
  await button(page, 'Upload and rehearse').click();
  await expect(main(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', /\d\d/);
  let asked = '';
  page.on('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  imports.set('uploading', { size: FILE.buffer.length, received: PIECE });
  await page.reload();
  expect(asked).toBe('beforeunload');
  imports.onPiece = async () => false;
  imports.pieces = [];
  imports.set('uploading', { size: FILE.buffer.length, received: PIECE });

  await expect(
    main(page).getByText('Choose the same file to continue where it stopped.'),
  ).toBeVisible();
  await choose(page, { name: 'another.xml' });
  await expect(main(page).getByRole('alert')).toContainText('That’s a different file.');
  await choose(page, { buffer: FILE.buffer.subarray(1) });
  await expect(main(page).getByRole('alert')).toContainText(
    'Choose old-site.xml with 8,389,608 bytes.',
  );
  expect(imports.pieces).toEqual([]);
  await choose(page);
  await expect(main(page).getByRole('heading', { name: 'Rehearsing the import' })).toBeVisible();
  expect(imports.pieces.map(({ offset }) => offset)).toEqual([PIECE, 2 * PIECE]);
});

test('the report lists old and new addresses, which can be compared', async ({ page, imports }) => {
  imports.set('ready');
  await open(page);
  const rehearsal = main(page).getByRole('region', { name: 'Rehearsal' });
  await expect(rehearsal).toContainText('WordPress export, 56 posts');
  await expect(rehearsal.getByRole('term').first()).toHaveText('Users');
  await expect(rehearsal).toContainText('2 of 412 old addresses would lead nowhere.');
  const link = rehearsal.getByRole('link', { name: 'Open the rehearsal' });
  await expect(link).toHaveAttribute('href', '/api/rehearsal/secret/');
  await expect(link).toHaveAttribute('rel', 'noreferrer');

  await expect(rows(page)).toHaveCount(25);
  const [first, draft] = [rows(page).first(), rows(page).nth(2)];
  await expect(first.getByRole('link')).toHaveText([
    'old.example.com/2013/01/11/markup-html-tags-and-formatting/',
    '/post/markup-html-tags-and-formatting',
    'Compare',
  ]);
  await expect(first.getByRole('link').nth(1)).toHaveAttribute(
    'href',
    '/api/rehearsal/secret/post/markup-html-tags-and-formatting',
  );
  await expect(first.getByRole('list', { name: 'Notes' })).toContainText('[contact-form]');
  await expect(draft).toContainText('Draft');
  await expect(draft.getByRole('link', { name: 'Compare' })).toHaveCount(0);
  await expect(first.getByRole('link', { name: 'Compare' })).toHaveAttribute(
    'href',
    '/api/rehearsal/secret/?compare=1',
  );

  await button(page, 'Load More').first().click();
  await expect(rows(page)).toHaveCount(30);
  await expect(rows(page).nth(25)).toBeFocused();
  await main(page).getByRole('combobox', { name: 'Notes' }).selectOption('Only with notes');
  await expect(rows(page)).toHaveCount(2);
  await main(page).getByLabel('Filter posts and pages').fill('password');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/notes=1.*q=password/);
  await main(page).getByLabel('Filter posts and pages').fill('nothing like it');
  await button(page, 'Clear filters').click();
  await expect(rows(page)).toHaveCount(30);

  await expect(main(page)).toContainText('A pingback was left out.');
  const unanswered = main(page).getByRole('region', { name: 'Addresses that lead nowhere' });
  await expect(unanswered.getByRole('listitem')).toHaveCount(2);
  await expect(unanswered.getByRole('link', { name: 'Redirect' })).toHaveCount(0);
});

test('making a rehearsal public asks first, and its report stays until it’s dismissed', async ({
  page,
  imports,
}) => {
  imports.set('ready');
  await open(page);
  await button(page, 'Make it public').click();
  const question = page.getByRole('dialog', { name: 'Make this import public?' });
  await expect(question).toContainText('make a backup first');
  await question.getByRole('button', { name: 'No, not yet' }).click();
  expect(imports.calls).toEqual([]);
  await button(page, 'Make it public').click();
  await question.getByRole('button', { name: 'Make it public' }).click();
  await expect(main(page).getByRole('heading', { name: 'Making the import public' })).toBeVisible();
  await expect(button(page, 'Cancel')).toHaveCount(0);
  expect(imports.calls).toEqual(['POST /api/imports/publish']);

  imports.set('published');
  await expect(main(page).getByText('The import is public.').last()).toBeVisible();
  await expect(rows(page).first().getByRole('link').nth(1)).toHaveAttribute(
    'href',
    '/post/markup-html-tags-and-formatting',
  );
  await main(page).getByRole('link', { name: 'Redirect /shop/cart' }).click();
  await expect(main(page).getByLabel('From')).toHaveValue('/shop/cart');
  await page.goBack();
  await button(page, 'Done').click();
  await expect(button(page, 'Upload and rehearse')).toBeVisible();
});

test('with an older session, publishing asks for the password', { tag: '@long' }, async ({
  page,
  imports,
}) => {
  imports.set('ready');
  await page.route(
    '**/api/imports/publish',
    (route) => {
      const message = 'Please confirm that it’s you.';
      const json = { success: false, statusCode: 403, code: 'reauthenticate', message };
      return route.fulfill({ status: 403, json });
    },
    { times: 2 },
  );
  await open(page);
  await button(page, 'Make it public').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make it public' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#toasts')).toContainText('Nothing became public');
  await button(page, 'Make it public').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make it public' }).click();
  await proof.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('heading', { name: 'Making the import public' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(main(page).getByRole('heading', { name: 'Import', level: 1 })).toBeFocused();
});

test('throwing a rehearsal away asks first', { tag: '@long' }, async ({ page, imports }) => {
  imports.set('ready');
  await open(page);
  await button(page, 'Throw it away').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Throw it away' }).click();
  await expect(page.locator('#toasts')).toContainText('The import was thrown away.');
  await expect(main(page).getByRole('heading', { name: 'Import', level: 1 })).toBeFocused();
  expect(imports.calls).toEqual(['DELETE /api/imports']);
});

test('a failed import says why, and another try has the same options', async ({
  page,
  imports,
}) => {
  imports.set('failed', { error: 'The file isn’t an export that Inkwell knows.' });
  await open(page);
  await expect(main(page).getByRole('alert')).toHaveText(
    'The file isn’t an export that Inkwell knows.',
  );
  await button(page, 'Try again').click();
  await expect(main(page).getByLabel('Address of the old site', { exact: true })).toHaveValue(
    'https://old.example.com',
  );
  expect(imports.calls).toEqual(['DELETE /api/imports']);
});

test('an editor has no tab for imports', async ({ page, site, signedIn, playwright }) => {
  const owner = await playwright.request.newContext();
  await signIn(owner, site.url, ADMIN);
  const data = { role: 'editor' };
  const changed = await owner.put(`${site.url}/api/user/role/${signedIn._id}`, { data });
  expect(changed.status()).toBe(200);
  await owner.dispose();
  await page.goto('/dashboard?tab=import');
  await expect(main(page).getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(tabs.getByRole('link', { name: 'Redirects' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Import' })).toHaveCount(0);
});

test('the real API receives an upload over two visits, whole, and deletes it', {
  tag: '@long',
}, async ({ page, site, context }) => {
  await signIn(context.request, site.url, ADMIN);
  const { job: before } = await (await context.request.get('/api/imports')).json();
  expect(before).toBe(null);
  let isBroken = true;
  await page.route('**/api/imports/upload?**', (route) => {
    const isLater = !route.request().url().endsWith('offset=0');
    return isBroken && isLater ? route.abort() : route.continue();
  });
  await open(page);
  const buffer = randomBytes(FILE.buffer.length);
  await choose(page, { buffer });
  await button(page, 'Upload and rehearse').click();
  await expect(main(page).getByText('The upload was interrupted.')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(main(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '49');
  isBroken = false;
  await choose(page, { buffer });
  await expect(main(page).getByText('Choose the same file')).toHaveCount(0);
  const state = async () => (await (await context.request.get('/api/imports')).json()).job;
  await expect.poll(async () => (await state()).received).toBe(buffer.length);
  // Random bytes are no export.
  await button(page, 'Try again').click();
  await expect(button(page, 'Upload and rehearse')).toBeVisible();
  expect(await state()).toBe(null);
});

test('every state is accessible, and fits on narrow screens', { tag: '@long' }, async ({
  page,
  imports,
}) => {
  const states = [
    null,
    'uploading',
    'rehearsing',
    'ready',
    'failed',
    'publishing',
    'published',
  ] as const;
  for (const status of states) {
    if (status) imports.set(status, { error: status === 'failed' ? 'It failed.' : null });
    await open(page);
    if (!status) {
      for (const summary of await main(page).locator('summary').all()) await summary.click();
    }
    await expectAccessible(page);
    if (status === 'uploading') await expectReadableInForcedColors(page);
    await expectFits(page, status ?? 'none');
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});
