import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect, main, storedUser } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { type Person, signIn } from './support/test.ts';

interface Fixtures {
  /** Signs the test's browser in as the administrator. */
  admin: Person;
  /** A word that is unique to this test's records. */
  word: string;
}

const test = base.extend<Fixtures>({
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  word: async ({}, use) => use(`w${randomBytes(5).toString('hex')}`),
});

const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const rowOf = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByText(name, { exact: true }) });
const heading = (page: Page, name: string) => main(page).getByRole('columnheader', { name });
const toasts = (page: Page) => page.locator('#toasts');

/** Expects rows in this order, by a text in each. */
async function expectOrder(page: Page, names: string[]): Promise<void> {
  await expect(rows(page)).toHaveCount(names.length);
  for (const [index, name] of names.entries()) {
    await expect(rows(page).nth(index)).toContainText(name);
  }
}

async function expectOneLine(row: Locator): Promise<void> {
  const boxes = await row.getByRole('cell').evaluateAll((cells) =>
    cells.map((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return [top, bottom];
    }),
  );
  expect(new Set(boxes.map(String)).size).toBe(1);
}

test.describe('as rows', () => {
  test('shows posts in a table with column headings, which stay in view', async ({
    page,
    admin,
    records,
    word,
  }) => {
    await records.posts(word, 9, admin._id);
    await page.goto(`/dashboard?tab=posts&q=${word}`);
    const headings = [
      ...['Select all rows', 'Post', 'Status', 'Category', 'Updated', 'Readers'],
      'Actions',
    ];
    await expect(main(page).getByRole('columnheader')).toHaveText(headings);
    await expectOneLine(rows(page).first());
    // The filter isn't a search of the site.
    await expect(page.getByPlaceholder('Search articles...')).toHaveValue('');
    await expect(rows(page).first().getByRole('rowheader')).toContainText(`Post 1 about ${word}`);
    await rows(page).last().scrollIntoViewIfNeeded();
    await expect(heading(page, 'Updated')).toBeInViewport();
  });

  test('shows blocks with labeled dates on a phone, and a select for the order', {
    tag: '@long',
  }, async ({ page, admin, records, word }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await records.posts(word, 3, admin._id);
    await page.goto(`/dashboard?tab=posts&q=${word}`);
    await expect(rows(page)).toHaveCount(3);
    await expect(main(page).getByRole('columnheader')).toHaveCount(0);
    await expect(rows(page).first().getByText('Updated', { exact: true })).toBeInViewport();
    await main(page).getByRole('button', { name: 'Filters' }).click();
    await main(page).getByLabel('Sort by').selectOption('Title, Z to A');
    await expectOrder(page, ['Post 3', 'Post 2', 'Post 1']);
    await expect(page).toHaveURL(/sortBy=title&sort=desc/);
    await expectSound(page);
  });

  test('has room for its longest texts at every width', { tag: '@long' }, async ({
    page,
    admin,
    records,
    word,
  }) => {
    const [post] = await records.posts(word, 2, admin._id);
    if (!post) throw new Error('No post was created');
    const data = { title: `${word} `.repeat(12), tags: ['A long tag', 'Another long tag'] };
    const far = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000).toISOString();
    const category = 'a-category-with-a-very-very-long-name-0';
    const draft = { ...data, category, content: '<p>Words</p>' };
    const made = await page.request.post('/api/document/create', { data: draft });
    const { _id, revision } = (await made.json()) as { _id: string; revision: number };
    await page.request.post(`/api/document/publish/${_id}`, { data: { revision, at: far } });
    const change = { ...data, category, revision: 1 };
    await page.request.put(`/api/document/update/${post.id}`, { data: change });
    for (const width of [1920, 1440, 1280, 1024, 768, 375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/dashboard?tab=posts&q=${word}`);
      await expect(rows(page)).toHaveCount(3);
      await expect(rows(page).getByText('unpublished changes')).toBeVisible();
      const right = await rows(page).evaluateAll((all) =>
        Math.max(
          ...all.flatMap((row) =>
            [...row.querySelectorAll('a, button, .chip')].map(
              (part) => part.getBoundingClientRect().right,
            ),
          ),
        ),
      );
      expect(right, `at ${width}`).toBeLessThanOrEqual(width);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrolled, `at ${width}`).toBeLessThanOrEqual(width);
    }
  });

  test('offers "New post" above the posts', async ({ page, admin: _ }) => {
    await page.goto('/dashboard?tab=posts');
    const link = main(page).getByRole('link', { name: 'New post' }).first();
    await expect(link).toHaveAttribute('href', '/create-post');
    await expect(link).toBeInViewport();
  });
});

test.describe('sort and filter', () => {
  test('sorts by the headings, says so, and keeps the order after a reload', async ({
    page,
    admin: _,
    records,
    word,
  }) => {
    await records.users(word, 3);
    await page.goto(`/dashboard?tab=users&q=${word}`);
    await expectOrder(page, [`${word}-1`, `${word}-2`, `${word}-3`]);
    await expect(heading(page, 'Joined')).toHaveAttribute('aria-sort', 'descending');
    const byName = heading(page, 'Name').getByRole('button');
    await byName.click();
    await expect(heading(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
    await expect(heading(page, 'Joined')).not.toHaveAttribute('aria-sort');
    await byName.click();
    await expectOrder(page, [`${word}-3`, `${word}-2`, `${word}-1`]);
    await expect(main(page).getByText('3 users found. Name, Z to A')).toHaveRole('status');
    await page.reload();
    await expectOrder(page, [`${word}-3`, `${word}-2`, `${word}-1`]);
    await expect(heading(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  });

  test('filters users by role', { tag: '@long' }, async ({ page, admin, records, word }) => {
    await records.users(word, 2);
    await page.goto(`/dashboard?tab=users&q=${word}`);
    await expect(rows(page)).toHaveCount(2);
    const role = main(page).getByLabel('Role', { exact: true });
    await role.selectOption('Administrators');
    await expect(main(page).getByText('No users found', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/[?&]role=administrator/);
    await main(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/dashboard?tab=users');
    await expect(role).toHaveValue('');
    await page.goto(`/dashboard?tab=users&role=administrator&q=${admin.username}`);
    await expect(rowOf(page, admin.email)).toBeVisible();
    await expect(role).toHaveValue('administrator');
  });

  test('filters posts by category, and keeps filters when the user comes back', {
    tag: '@long',
  }, async ({ page, admin, records, site, word }) => {
    await records.posts(word, 1, admin._id);
    const title = `A ${word} in React`;
    const post = { title, category: 'reactjs', content: '<p>Text</p>' };
    await page.request.post(`${site.url}/api/post/create`, { data: post });
    await page.goto(`/dashboard?tab=posts&q=${word}`);
    await expect(rows(page)).toHaveCount(2);
    await main(page).getByLabel('Category', { exact: true }).selectOption('React.js');
    await expectOrder(page, [title]);
    const all = main(page).getByRole('switch', { name: 'All authors' });
    await all.check();
    // In forced colors, its knob shows whether it's on.
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(all.locator('+ span')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ forcedColors: null });
    await expect(page).toHaveURL(/category=reactjs&authors=all/);
    await rows(page).getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(/\/post\//);
    await page.goBack();
    await expectOrder(page, [title]);
    await expect(main(page).getByRole('switch', { name: 'All authors' })).toBeChecked();
  });

  test('ignores unknown values in the URL', async ({ page, admin }) => {
    await page.goto(`/dashboard?tab=users&q=${admin.email}&role=boss&sortBy=password&sort=up`);
    await expect(rowOf(page, admin.email)).toBeVisible();
    await expect(heading(page, 'Joined')).toHaveAttribute('aria-sort', 'descending');
  });

  test('distinguishes an empty list from one without matches', { tag: '@long' }, async ({
    page,
    admin: _,
  }) => {
    await page.route('**/api/comment/getcomments*', (route) =>
      route.fulfill({ json: { comments: [], totalComments: 0, lastMonthComments: 0 } }),
    );
    await page.goto('/dashboard?tab=comments');
    await expect(main(page).getByText('No comments found', { exact: true })).toBeVisible();
    await expect(main(page).getByText(/^Comments appear here/)).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
    await page.goto('/dashboard?tab=comments&q=nothing');
    await expect(main(page).getByText('No comments match “nothing”.')).toBeVisible();
    await expect(main(page).getByRole('status').last()).toContainText('0 comments found');
  });
});

test("a comment links to its author's account and to its post", { tag: '@long' }, async ({
  page,
  admin,
  records,
  word,
}) => {
  const [post, other] = await records.posts(word, 2, admin._id);
  const [author] = await records.users(word, 1);
  if (!post || !other || !author) throw new Error('No records were created');
  const on = { postId: post.id, userId: author.id };
  const [comment] = await records.comments(word, 1, on);
  await records.comments(`${word} elsewhere`, 1, { ...on, postId: other.id });
  await page.goto(`/dashboard?tab=posts&q=${word}`);
  await rowOf(page, post.name).getByRole('link', { name: '1 comment' }).click();
  await expect(page).toHaveURL(`/dashboard?tab=comments&postId=${post.id}`);
  await expectOrder(page, [`Comment 1 about ${word}`]);
  const row = rows(page).first();
  await expect(row).toContainText(`Post ID:${post.id}`);
  await expect(row).toContainText(`User ID:${author.id}`);
  await expect(row.getByRole('link', { name: post.name })).toHaveAttribute(
    'href',
    `/post/${word}-1#comment-${comment?.id}`,
  );
  await row.getByRole('link', { name: author.name }).click();
  await expect(page).toHaveURL(`/dashboard?tab=users&q=${author.name}`);
  await expectOrder(page, [author.name]);
  await page.goBack();
  await main(page).getByRole('button', { name: 'One post only' }).click();
  await expect(rows(page).nth(1)).toBeVisible();
});

/** Opens the dialog of a user's role, chooses one and saves it. */
async function giveRole(page: Page, name: string, role: string): Promise<void> {
  await rowOf(page, name).getByRole('button', { name: 'Change Role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole('button', { name: 'Change Role' }).click();
}

test.describe('roles', () => {
  test('are changed in a dialog that says what they may do, and can be undone', async ({
    page,
    admin: _,
    records,
    word,
  }) => {
    const [user] = await records.users(word, 1);
    if (!user) throw new Error('No records were created');
    await page.goto(`/dashboard?tab=users&q=${word}`);
    const row = rowOf(page, user.name);
    const dialog = page.getByRole('dialog', { name: `Change the role of ${word}-1` });
    await row.getByRole('button', { name: 'Change Role' }).click();
    await expect(dialog).toContainText('writes, publishes and deletes their own posts');
    await expect(dialog.getByRole('radio', { checked: true })).toHaveValue('reader');
    await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Change Role' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row.getByText('User', { exact: true })).toBeVisible();

    await giveRole(page, user.name, 'Administrator');
    await expect(toasts(page)).toContainText(`${word}-1 is now an administrator.`);
    await expect(dialog).toBeHidden();
    await expect(row.getByText('Admin', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Delete User' })).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Change Role' })).toBeFocused();
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(page)).toContainText(`${word}-1 is now a user.`);
    await expect(row.getByText('User', { exact: true })).toBeVisible();

    // The row leaves the filtered list.
    await giveRole(page, user.name, 'Editor');
    await expect(row.getByText('Editor', { exact: true })).toBeVisible();
    await main(page).getByLabel('Role', { exact: true }).selectOption('Editors');
    await giveRole(page, user.name, 'User');
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeFocused();
  });

  test('explains why the only administrator cannot be demoted', { tag: '@long' }, async ({
    page,
    admin,
  }) => {
    await page.goto('/dashboard?tab=users&role=administrator');
    await rowOf(page, admin.email).getByRole('button', { name: 'Change Role' }).click();
    const dialog = page.getByRole('dialog', { name: "You're the only administrator" });
    await expect(dialog).toContainText('Make another user an administrator first.');
    await expectSound(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, admin.email).getByText('Admin', { exact: true })).toBeVisible();
  });

  test('warns users who demote themselves, and takes them to their profile', {
    tag: '@long',
  }, async ({ page, site, playwright, signedIn, person }) => {
    const owner = await playwright.request.newContext();
    await signIn(owner, site.url, ADMIN);
    const role = (data: object) => owner.put(`${site.url}/api/user/role/${signedIn._id}`, { data });
    expect((await role({ role: 'administrator' })).status()).toBe(200);
    await page.goto(`/dashboard?tab=users&q=${person.username}`);
    await rowOf(page, person.email).getByRole('button', { name: 'Change Role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your own role' });
    await dialog.getByRole('radio', { name: /^User/ }).check();
    await expect(dialog).toContainText('Only another administrator can restore them.');
    await dialog.getByRole('button', { name: 'Change Role' }).click();
    await expect(toasts(page)).toContainText("You're no longer an administrator.");
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard?tab=profile');
    const tabs = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    await expect(tabs).toHaveText(['Profile', 'Notifications']);
    await expect.poll(() => storedUser(page)).toMatchObject({ isAdmin: false, role: 'reader' });
    await owner.dispose();
  });

  test("asks for the password when the session isn't fresh, and repeats the call", {
    tag: '@long',
  }, async ({ page, admin: _, records, word }) => {
    const [user] = await records.users(word, 1);
    if (!user) throw new Error('No records were created');
    let refusals = 1;
    await page.route('**/api/user/role/**', (route) =>
      refusals-- > 0
        ? route.fulfill({
            status: 403,
            json: {
              success: false,
              statusCode: 403,
              code: 'reauthenticate',
              message: "Please confirm that it's you.",
            },
          })
        : route.continue(),
    );
    await page.goto(`/dashboard?tab=users&q=${word}`);
    await giveRole(page, user.name, 'Administrator');
    const proof = page.getByRole('dialog', { name: "Confirm it's you" });
    await proof.getByLabel('Password').fill(ADMIN.password);
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(toasts(page)).toContainText('is now an administrator.');
    await expect(rowOf(page, user.name).getByText('Admin', { exact: true })).toBeVisible();
    await giveRole(page, user.name, 'User');
    await expect(toasts(page)).toContainText('is now a user.');
  });

  test('takes the tabs away when another administrator demotes the user', async ({
    page,
    site,
    playwright,
    signedIn,
    person,
  }) => {
    const owner = await playwright.request.newContext();
    await signIn(owner, site.url, ADMIN);
    const url = `${site.url}/api/user/role/${signedIn._id}`;
    await owner.put(url, { data: { role: 'administrator' } });
    await page.goto('/dashboard?tab=users');
    await expect(rows(page).first()).toBeVisible();
    await owner.put(url, { data: { role: 'reader' } });
    await main(page).getByLabel('Filter users').fill(person.username);
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    await expect.poll(() => storedUser(page)).toMatchObject({ isAdmin: false });
    await owner.dispose();
  });
});

test.describe('suspensions', () => {
  test('are made with a reason, shown in the list, undone and lifted', { tag: '@long' }, async ({
    page,
    site,
    playwright,
    admin: _,
    person,
  }) => {
    await page.goto(`/dashboard?tab=users&q=${person.username}`);
    const row = rowOf(page, person.email);
    await row.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: `Suspend ${person.username}?` });
    await dialog.getByLabel('For how long').selectOption('30 days');
    await dialog.getByLabel('Reason').fill('Spam in the comments');
    await expectSound(page, 'dialog[open]');
    const busy = { status: 503, json: { message: 'The server is busy.' } };
    await page.route('**/api/user/suspend/*', (route) => route.fulfill(busy), { times: 1 });
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The server is busy.');
    await expect(dialog.getByLabel('Reason')).toHaveValue('Spam in the comments');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(toasts(page)).toContainText(`${person.username} is suspended.`);
    await expect(row.getByText('Suspended', { exact: true })).toBeVisible();

    const visitor = await playwright.request.newContext();
    const { email, password } = person;
    const signInUrl = `${site.url}/api/auth/signin`;
    const refused = await visitor.post(signInUrl, { data: { email, password } });
    expect(refused.status()).toBe(403);
    expect((await refused.json()).message).toContain('Reason: Spam in the comments');

    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByText('Suspended', { exact: true })).toHaveCount(0);
    await row.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await row.getByRole('button', { name: 'Lift Suspension' }).click();
    const lift = page.getByRole('dialog', { name: `Lift the suspension of ${person.username}?` });
    await expect(lift).toContainText('Suspended until');
    await lift.getByRole('button', { name: 'Yes, lift it' }).click();
    await expect(row.getByText('Suspended', { exact: true })).toHaveCount(0);
    const admitted = await visitor.post(signInUrl, { data: { email, password } });
    expect(admitted.status()).toBe(200);
    await visitor.dispose();
  });

  test('can’t be given to oneself', async ({ page, admin }) => {
    await page.goto(`/dashboard?tab=users&q=${admin.username}`);
    await expect(rowOf(page, admin.email)).toBeVisible();
    await expect(rowOf(page, admin.email).getByRole('button', { name: 'Suspend' })).toHaveCount(0);
  });
});
