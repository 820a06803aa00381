import { expect, main, test } from './support/accounts.ts';
import { draft } from './support/publishing.ts';
import { ADMIN } from './support/server.ts';
import { signIn } from './support/test.ts';

const tabs = ['Profile', 'Notifications', 'Posts', 'Media'];
const post = { title: 'By the administrator', category: 'javascript', content: '<p>Text</p>' };

test.beforeEach(async ({ site, signedIn, playwright }) => {
  const owner = await playwright.request.newContext();
  await signIn(owner, site.url, ADMIN);
  const url = `${site.url}/api/user/role/${signedIn._id}`;
  expect((await owner.put(url, { data: { role: 'author' } })).status()).toBe(200);
  await owner.post(`${site.url}/api/post/create`, { data: post });
  await owner.dispose();
});

test('an author writes and deletes own posts, and sees only those', async ({
  page,
  site,
  context,
}) => {
  await page.goto('/create-post');
  await expect(page.getByRole('heading', { name: 'Create Your Post' })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Publish' })).toBeVisible();
  const own = { ...post, title: 'By the author' };
  expect((await context.request.post(`${site.url}/api/post/create`, { data: own })).status()).toBe(
    201,
  );

  await page.goto('/dashboard?tab=posts&authors=all');
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText(
    tabs,
  );
  await expect(main(page).getByRole('rowheader')).toContainText(['By the author']);
  await expect(main(page).getByRole('switch')).toHaveCount(0);
  await main(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(main(page).getByText('No posts found')).toBeVisible();
});

test('an author has no list of pages, and cannot write one', { tag: '@long' }, async ({ page }) => {
  await page.goto('/dashboard?tab=pages');
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText(
    tabs,
  );
  await expect(main(page)).not.toContainText('Manage Pages');
  await page.goto('/create-post?kind=page');
  await expect(main(page).getByRole('alert')).toHaveText(
    'Only editors and administrators can write pages.',
  );
});

test('an author is told that pages are for editors', async ({ page, playwright, site }) => {
  const owner = await playwright.request.newContext({ baseURL: site.url });
  await signIn(owner, site.url, ADMIN);
  const { _id } = await draft(owner, { kind: 'page', title: 'Of the site' });
  await owner.dispose();
  await page.goto(`/update-post/${_id}`);
  await expect(main(page).getByRole('alert')).toHaveText(
    'Only editors and administrators may change pages.',
  );
});

test('an author is told that a post is someone else’s', async ({ page, site, context }) => {
  const list = await context.request.get(`${site.url}/api/post/getposts`);
  const [first] = (await list.json()).posts;
  await page.goto(`/update-post/${first._id}`);
  await expect(main(page).getByRole('alert')).toHaveText('You may change only your own posts.');
});
