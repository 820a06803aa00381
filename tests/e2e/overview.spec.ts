import type { APIRequestContext, Page } from '@playwright/test';
import { test as base, expect, main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { openOverview, ownServer, type Person, signIn, signUp } from './support/test.ts';

const test = base.extend<{ admin: Person }>({
  ...ownServer({ seed: 'none' }, 'serial'),
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
});

const panel = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const TEXT = { category: 'reactjs', content: '<p>Some text</p>' };

async function create(request: APIRequestContext, title: string) {
  const response = await request.post('/api/document/create', { data: { title, ...TEXT } });
  expect(response.status()).toBe(201);
  return (await response.json()) as { _id: string; revision: number };
}

test('an empty site says so in every panel', { tag: '@long' }, async ({ page, admin: _ }) => {
  await openOverview(page);
  await expect(panel(page, 'Drafts to continue')).toContainText('No drafts.');
  await expect(panel(page, 'Scheduled next')).toContainText('Nothing is scheduled.');
  await expect(panel(page, 'Comments waiting for you')).toContainText('No comments');
  await expect(panel(page, 'Views')).toContainText('No post was read in this time.');
  await expect(panel(page, 'Publishing').getByRole('status')).toHaveText('Everything is live');
  await expect(panel(page, 'System')).toContainText(/Free disk space.* of .*Database.*Version \d/s);
  await panel(page, 'System').getByText("What's new").click();
  await expect(panel(page, 'System').getByRole('listitem').first()).toBeVisible();
});

test('drafts and scheduled posts lead to the editor', { tag: '@long' }, async ({
  page,
  admin: _,
}) => {
  const draft = await create(page.request, 'My draft');
  const later = await create(page.request, 'For later');
  const data = { revision: later.revision, at: '2099-01-05T09:00:00Z' };
  expect((await page.request.post(`/api/document/publish/${later._id}`, { data })).ok()).toBe(true);
  await openOverview(page);
  const drafts = panel(page, 'Drafts to continue');
  await expect(drafts.getByRole('link')).toHaveText(['My draft']);
  const panels = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(panels.first()).toHaveText('Drafts to continue');
  const scheduled = panel(page, 'Scheduled next');
  await expect(scheduled).toContainText('Jan 5, 2099, 9:00 AM (UTC)');
  await expect(scheduled.getByRole('link')).toHaveAttribute('href', `/update-post/${later._id}`);
  await drafts.getByRole('link').click();
  await page.waitForURL(`**/update-post/${draft._id}`);
});

test('comments are new until they are marked as seen, and wait until they are answered', async ({
  page,
  site,
  playwright,
  admin,
}) => {
  const data = { title: 'Discussed', ...TEXT };
  const post = await (await page.request.post('/api/post/create', { data })).json();
  const reader = await playwright.request.newContext({ baseURL: site.url });
  const account = { username: 'ada', email: 'ada@example.com', password: 'the long way home 7' };
  await signUp(reader, site.url, account);
  const { _id: userId } = await signIn(reader, site.url, account);
  const comment = { content: 'How does this work?', postId: post._id, userId };
  expect((await reader.post('/api/comment/create', { data: comment })).status()).toBe(201);

  await openOverview(page);
  const first = panel(page, 'In the last 30 days');
  await expect(first).toContainText('1 new comment');
  const waiting = panel(page, 'Comments waiting for you');
  await expect(waiting).toContainText('ada on Discussed');
  await first.getByRole('button', { name: 'Mark as seen' }).click();
  const news = panel(page, 'Since your last visit');
  await expect(news).toContainText('Nothing new since just now.');
  await expect(news.getByRole('button')).toHaveCount(0);
  await expect(waiting).toContainText('How does this work?');

  const answer = { content: 'Like this.', postId: post._id, userId: admin._id };
  expect((await page.request.post('/api/comment/create', { data: answer })).status()).toBe(201);
  await page.reload();
  await expect(waiting).toContainText('No comments on your posts are waiting.');
  await reader.dispose();
});

test('the views have a chart, a table and a dialog for each post', async ({ page, admin: _ }) => {
  const days = Array.from({ length: 30 }, (_, i) => ({
    day: new Date(Date.UTC(2026, 0, i + 1)).toISOString().slice(0, 10),
    views: i,
  }));
  const posts = [
    { postId: 'a', title: 'A post', slug: 'a-post', views: 400 },
    { postId: 'b', title: `A long title ${'with many words '.repeat(8)}`, slug: 'b', views: 1 },
  ];
  const missed = [{ words: 'svelte', searches: 3 }];
  const referrers = [
    { host: 'news.example', views: 7 },
    { host: '', views: 2 },
  ];
  await page.route('**/api/stats/views*', (route) =>
    route.fulfill({ json: { on: true, days, total: 435, posts, referrers, missed } }),
  );
  await openOverview(page);
  const views = panel(page, 'Views');
  await expect(views.getByRole('img')).toHaveAccessibleName(
    'Chart of the last 30 days: 435 views. The table below has every number.',
  );
  await expect(views.getByRole('list', { name: 'Readers came from' })).toContainText('Other sites');
  await views.getByRole('button', { name: 'Show as a table' }).click();
  await expect(views.getByRole('row', { name: 'January 30, 2026 29' })).toBeVisible();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await views.getByRole('button', { name: 'A post' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Views' });
  await expect(dialog.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(views.getByRole('button', { name: 'A post' })).toBeFocused();
  await views.getByRole('button', { name: '12 months' }).click();
  await expect(views.getByRole('button', { name: '12 months' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test.describe('without the figures', () => {
  test.use({ quiet: undefined });
  test('each panel offers to try again', { tag: '@long' }, async ({ page, admin: _ }) => {
    let fails = true;
    await page.route('**/api/stats/desk', (route) =>
      fails ? route.fulfill({ status: 500, json: { message: 'Broken' } }) : route.continue(),
    );
    await openOverview(page);
    const drafts = panel(page, 'Drafts to continue');
    await expect(drafts.getByRole('alert')).toBeVisible();
    fails = false;
    await drafts.getByRole('button', { name: 'Try again' }).click();
    await expect(drafts).toContainText('My draft');
  });
});

test('nothing scrolls sideways', { tag: '@long' }, async ({ page, admin: _ }) => {
  await page.goto('/dashboard');
  await expect(panel(page, 'Views').getByRole('img')).toBeVisible();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('warns at the top when mail, publishing or an upgrade needs attention', {
  tag: '@long',
}, async ({ page, admin: _ }) => {
  await page.route('**/api/stats/system', async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, failingMail: 2, newerRelease: 'Inkwell 99.0.0' } });
  });
  const failed = {
    postId: 'x',
    slug: 'broken',
    title: 'A broken post',
    action: 'publish',
    state: 'failed',
    attempts: 1,
    error: 'EIO: read',
    queuedAt: '2026-01-05T03:15:00.000Z',
    nextAttemptAt: '2026-01-05T03:16:00.000Z',
  };
  await page.route('**/api/publish/status', async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, failed: [failed] } });
  });
  await openOverview(page);
  const publishing = main(page).getByRole('region', { name: "What isn't live" });
  await expect(publishing).toContainText("1 post couldn't be published.");
  const mail = main(page).getByRole('region', { name: 'Failed mail' });
  await expect(mail).toContainText("2 emails couldn't be sent.");
  const upgrade = main(page).getByRole('region', { name: 'Upgrade in progress' });
  await expect(upgrade).toContainText('The database was upgraded by Inkwell 99.0.0');
  await expectSound(page);
  await publishing.getByRole('link', { name: 'See why' }).click();
  await expect(panel(page, 'Publishing')).toBeInViewport();
  await mail.getByRole('link', { name: 'Open email settings' }).click();
  await expect(page).toHaveURL('/dashboard?tab=settings');
});
