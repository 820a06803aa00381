import { randomBytes } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { test as base, expect, main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import type { Made } from './support/records.ts';
import { ADMIN } from './support/server.ts';
import { openOverview, type Person, signIn } from './support/test.ts';

type ListTab = 'posts' | 'users' | 'comments';

interface Fixtures {
  /** Signs the test's browser in as the administrator. */
  admin: Person;
  /** A word that is unique to this test's records. */
  word: string;
  /** Creates `count` records for a tab, all with `word`. */
  fill: (tab: ListTab, count: number) => Promise<Made[]>;
}

const test = base.extend<Fixtures>({
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  word: async ({}, use) => use(`w${randomBytes(5).toString('hex')}`),
  fill: ({ records, admin, word }, use) =>
    use(async (tab, count) => {
      if (tab === 'users') return records.users(word, count);
      if (tab === 'posts') return records.posts(word, count, admin._id);
      const [post] = await records.posts(`${word}-thread`, 1, 'somebody else');
      const [user] = await records.users(`${word}-author`, 1);
      return records.comments(word, count, {
        postId: post?.id ?? '',
        userId: user?.id ?? '',
      });
    }),
});

const TABS = {
  posts: {
    heading: 'Manage Posts',
    call: '/api/document/getdocuments',
    more: 'Load More Posts',
    none: 'No posts found',
    filter: 'Filter posts',
    deletion: '/api/post/deletepost/',
    button: 'Delete',
    question: 'Are you sure you want to delete this post?',
    yes: 'Yes, delete it',
    no: 'Cancel',
  },
  users: {
    heading: 'Manage Users',
    call: '/api/user/getusers',
    more: 'Load More Users',
    none: 'No users found',
    filter: 'Filter users',
    deletion: '/api/user/delete/',
    button: 'Delete User',
    question: 'Are you sure you want to delete this user?',
    yes: "Yes, I'm sure",
    no: 'No, cancel',
  },
  comments: {
    heading: 'Manage Comments',
    call: '/api/comment/getcomments',
    more: 'Load More Comments',
    none: 'No comments found',
    filter: 'Filter comments',
    deletion: '/api/comment/deleteComment/',
    button: 'Delete',
    question: 'Are you sure you want to delete this comment?',
    yes: "Yes, I'm sure",
    no: 'No, cancel',
  },
} as const;
const LIST_TABS = Object.keys(TABS) as ListTab[];

/** The rows of a list, without the column headings. */
const items = (page: Page) => main(page).locator('tbody').getByRole('row');
const itemOf = (page: Page, { name }: Made) =>
  items(page).filter({ has: page.getByText(name, { exact: true }) });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const toasts = (page: Page) => page.locator('#toasts');

async function openTab(page: Page, tab: ListTab, term = ''): Promise<void> {
  await page.goto(`/dashboard?tab=${tab}${term && `&q=${term}`}`);
  await expect(page.getByRole('heading', { level: 1, name: TABS[tab].heading })).toBeVisible();
}

/** Records the page's requests to paths that start with `path`. */
function calls(page: Page, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(path)) seen.push(request);
  });
  return seen;
}

const startOf = (request: Request) => new URL(request.url()).searchParams.get('startIndex');

test.describe('the overview', () => {
  test("shows totals, last month's numbers, and the five newest items of each kind", async ({
    page,
    fill,
    admin: _,
    context,
    site,
  }) => {
    await fill('comments', 7);
    await fill('users', 6);
    await fill('posts', 6);
    const asked = calls(page, '/api/');
    await page.goto('/dashboard?tab=dash');
    const answer = await context.request.get(`${site.url}/api/user/getusers?limit=5`);
    const { totalUsers, lastMonthUsers, users } = await answer.json();
    const card = main(page)
      .getByRole('region', { name: 'Totals' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Total Users' }) });
    await expect(card).toContainText(String(totalUsers));
    await expect(card).toContainText('Last month');
    await expect(card).toContainText(String(lastMonthUsers));
    for (const name of ['Total Comments', 'Total Posts']) {
      await expect(main(page).getByRole('heading', { name })).toBeVisible();
    }
    for (const name of ['Recent Users', 'Recent Comments', 'Recent Posts']) {
      await expect(
        main(page).getByRole('region', { name }).getByRole('listitem'),
        name,
      ).toHaveCount(5);
    }
    await expect(main(page).getByRole('region', { name: 'Recent Users' })).toContainText(
      users[0].username,
    );
    // One request per kind, shared by the stat card and the list.
    await page.waitForLoadState('networkidle');
    const paths = asked.map((request) => new URL(request.url()).pathname);
    for (const call of ['/api/post/getposts', TABS.users.call, TABS.comments.call]) {
      expect(paths.filter((path) => path === call)).toHaveLength(1);
    }
    for (const request of asked.filter((one) => one.url().includes('/get'))) {
      expect(new URL(request.url()).searchParams.get('limit')).toBe('5');
    }
  });

  test('opens the lists without loading the page, and Back returns', async ({ page, admin: _ }) => {
    await openOverview(page);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const names = { users: 'Recent Users', comments: 'Recent Comments', posts: 'Recent Posts' };
    for (const tab of LIST_TABS) {
      const link = main(page)
        .getByRole('region', { name: names[tab] })
        .getByRole('link', { name: 'View All', exact: true });
      await expect(link).toHaveAttribute('href', `/dashboard?tab=${tab}`);
      await link.click();
      await expect(page).toHaveURL(`/dashboard?tab=${tab}`);
      await expect(page.getByRole('heading', { name: TABS[tab].heading })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    }
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  });

  test("draws the last twelve months in the theme's colors, with a table", {
    tag: '@long',
  }, async ({ page, fill }) => {
    await fill('posts', 3);
    await page.goto('/dashboard?tab=dash');
    const chart = main(page).getByRole('img', {
      name: /^Chart of the last twelve months: \d+ posts/,
    });
    await expect(chart).toBeVisible();
    const drawn = () =>
      chart
        .locator('svg path')
        .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
    const light = await drawn();
    expect(new Set(light).size).toBe(3);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(drawn).not.toEqual(light);
    // Screen readers can always read it.
    const panel = main(page).getByRole('region', { name: 'The last 12 months' });
    const table = panel.getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(13);
    const width = async () => (await table.locator('..').boundingBox())?.width;
    expect(await width()).toBeLessThan(2);
    await panel.getByRole('button', { name: 'Show as a table' }).click();
    await expect.poll(width).toBeGreaterThan(200);
    await expect(table.getByRole('columnheader')).toHaveText([
      'Month',
      'Posts',
      'Comments',
      'Sign-ups',
    ]);
    const month = new Intl.DateTimeFormat('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    await expect(table.getByRole('row').last()).toContainText(month.format(new Date()));
  });

  test('shows what failed to publish and why, and retries without reloading the page', async ({
    page,
    admin: _,
  }) => {
    const idle = {
      queued: [],
      rendering: [],
      failed: [],
      live: [],
      nodes: [],
      site: { wanted: 0, live: 0, error: null },
      siteTarget: null,
      release: { id: 'abc', pages: 12, rendered: 12, total: 12, state: 'live' },
      index: {
        state: 'current',
        posts: 3,
        shards: 1,
        waiting: 0,
        lastMs: 1,
        lastLagMs: 1,
        indexedAt: new Date().toISOString(),
        error: null,
      },
    };
    const broken = {
      postId: 'p1',
      slug: 'a-broken-post',
      title: 'A broken post',
      action: 'publish',
      state: 'failed',
      attempts: 2,
      error: 'The disk is full',
      queuedAt: '2025-01-01T00:00:00.000Z',
      nextAttemptAt: '2025-01-01T00:00:00.000Z',
    };
    await page.clock.install();
    let status: unknown = { ...idle, failed: [broken] };
    await page.route('**/api/publish/status', (route) => route.fulfill({ json: status }));
    await page.route('**/api/publish/retry/p1', (route) => {
      status = idle;
      return route.fulfill({ json: { success: true, state: 'live' } });
    });
    await openOverview(page);
    const panel = main(page).getByRole('region', { name: 'Publishing' });
    await expect(panel.getByRole('status')).toHaveText("1 post isn't live");
    await expect(panel).toContainText('The disk is full');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(toasts(page)).toContainText('Published.');
    await expect(panel.getByRole('status')).toHaveText('Everything is live');
    await expect(panel).not.toContainText('The disk is full');
    // Only the time passes.
    await panel.getByText('Details', { exact: true }).click();
    await expect(panel).toContainText('Search index: 3 entries, just now');
    await page.clock.runFor('02:30');
    await expect(panel).toContainText('Search index: 3 entries, 2 minutes ago');
  });

  test('updates while a new post is published', { tag: '@long' }, async ({
    page,
    admin: _,
    site,
    word,
  }) => {
    await page.clock.install();
    await page.goto('/dashboard?tab=dash');
    const panel = main(page).getByRole('region', { name: 'Publishing' });
    await expect(panel.getByRole('status')).toHaveText('Everything is live');
    const title = `Fresh ${word}`;
    const post = { title, category: 'reactjs', content: '<p>Text</p>', image: '' };
    const answer = await page.request.post(`${site.url}/api/post/create`, { data: post });
    expect(answer.status()).toBe(201);
    // The panel polls.
    await page.clock.runFor('00:15');
    await expect(panel.getByRole('link', { name: title })).toBeVisible();
  });

  test('offers to reload a panel that failed to load', { tag: '@long' }, async ({
    page,
    admin: _,
  }) => {
    await page.route('**/api/user/getusers*', (route) => route.fulfill({ status: 500, json: {} }));
    await openOverview(page);
    const list = main(page).getByRole('region', { name: 'Recent Users' });
    await expect(list.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/user/getusers*');
    await list.getByRole('button', { name: 'Try again' }).click();
    await expect(list.getByRole('alert')).toHaveCount(0);
    await expect(list.getByText('@example.com').first()).toBeVisible();
  });
});

for (const tab of LIST_TABS) {
  const texts = TABS[tab];
  // The lists share their code.
  const tag = tab === 'posts' ? [] : '@long';

  test.describe(texts.heading, () => {
    test('loads nine items at a time until a page has fewer', {
      tag,
    }, async ({ page, fill, word }) => {
      const made = await fill(tab, 21);
      const asked = calls(page, texts.call);
      await openTab(page, tab, word);
      await expect(items(page)).toHaveCount(9);
      await button(page, texts.more).click();
      await expect(items(page)).toHaveCount(18);
      await expect(items(page).nth(9)).toBeFocused();
      await button(page, texts.more).click();
      await expect(items(page)).toHaveCount(21);
      await expect(button(page, texts.more)).toHaveCount(0);
      expect(asked.map(startOf)).toEqual(['0', '9', '18']);
      for (const [index, one] of made.entries()) {
        await expect(items(page).nth(index).getByText(one.name, { exact: true })).toBeVisible();
      }
    });

    test('asks before deleting, keeps what the server refuses to delete, and skips nothing', {
      tag,
    }, async ({ page, fill, word }) => {
      const made = await fill(tab, 12);
      const [first, second, third] = made;
      if (!first || !second || !third) throw new Error('No records were created');
      await openTab(page, tab, word);
      const deleted = calls(page, texts.deletion);
      const dialog = page.getByRole('dialog', { name: texts.question });

      await itemOf(page, first).getByRole('button', { name: texts.button, exact: true }).click();
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: texts.no, exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(items(page)).toHaveCount(9);
      expect(deleted).toEqual([]);

      const refusals = [
        [500, 'Not today.'],
        [404, 'It is not there.'],
        [0, "couldn't be reached"],
      ] as const;
      for (const [status, said] of refusals) {
        await page.route(`**${texts.deletion}**`, (route) =>
          status === 0
            ? route.abort()
            : route.fulfill({ status, json: { success: false, message: said } }),
        );
        // After a 404, the list is reloaded.
        const listed = status === 404 ? page.waitForResponse(`**${texts.call}*`) : undefined;
        await itemOf(page, second).getByRole('button', { name: texts.button, exact: true }).click();
        await dialog.getByRole('button', { name: texts.yes }).click();
        await expect(dialog).toBeHidden();
        await expect(toasts(page)).toContainText(said);
        await listed;
        await expect(itemOf(page, second)).toBeVisible();
        await page.unroute(`**${texts.deletion}**`);
      }

      deleted.length = 0;
      for (const one of [first, third]) {
        await itemOf(page, one).getByRole('button', { name: texts.button, exact: true }).click();
        await dialog.getByRole('button', { name: texts.yes, exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect(itemOf(page, one)).toHaveCount(0);
      }
      await expect(items(page)).toHaveCount(7);
      await expect(items(page).nth(1)).toBeFocused();
      expect(deleted.map((request) => request.method())).toEqual(['DELETE', 'DELETE']);

      const asked = calls(page, texts.call);
      await button(page, texts.more).click();
      await expect(items(page)).toHaveCount(10);
      expect(asked.map(startOf)).toEqual(['7']);
      await page.reload();
      await expect(itemOf(page, second)).toBeVisible();
      await expect(itemOf(page, first)).toHaveCount(0);
    });

    test('filters on the server while typing, and says when nothing matches', {
      tag,
    }, async ({ page, fill, word }) => {
      await fill(tab, 3);
      await page.clock.install();
      await openTab(page, tab);
      // Other tests write on this site too: the newest records aren't always this test's.
      await expect(items(page).first()).toBeVisible();
      const unfiltered = await items(page).count();
      // Stops the clock, so that no timer runs between two letters.
      await page.clock.pauseAt(Date.now() + 60_000);
      const asked = calls(page, texts.call);
      const filter = page.getByLabel(texts.filter);
      await filter.pressSequentially(word);
      expect(asked).toEqual([]);
      await page.clock.resume();
      await expect(items(page)).toHaveCount(3);
      await expect(page).toHaveURL(new RegExp(`[?&]q=${word}`));
      expect(asked).toHaveLength(1);
      expect(new URL(asked.at(-1)?.url() ?? '').searchParams.get('searchTerm')).toBe(word);

      await filter.fill(`${word}%nothing`);
      await expect(main(page).getByText(texts.none, { exact: true })).toBeVisible();
      await button(page, 'Clear filters').click();
      await expect(filter).toHaveValue('');
      await expect(page).not.toHaveURL(/[?&]q=/);
      await expect(items(page)).toHaveCount(unfiltered);
    });

    test('is accessible in both themes and at 320 px, with and without the dialog', {
      tag,
    }, async ({ page, fill, word }) => {
      const [one] = await fill(tab, 3);
      if (!one) throw new Error('No records were created');
      await openTab(page, tab, word);
      await expect(items(page)).toHaveCount(3);
      await expectSound(page);
      await itemOf(page, one).getByRole('button', { name: texts.button, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      // Everything else is inert.
      await expectSound(page, 'dialog[open]');
    });
  });
}

/** Behavior of all lists (ManagedList.tsx), tested on one of them. */
test.describe('a list', () => {
  test('hides the button after an empty page if all earlier pages were full', {
    tag: '@long',
  }, async ({ page, fill, word }) => {
    await fill('posts', 9);
    await openTab(page, 'posts', word);
    await expect(items(page)).toHaveCount(9);
    await button(page, TABS.posts.more).click();
    await expect(button(page, TABS.posts.more)).toHaveCount(0);
    await expect(items(page)).toHaveCount(9);
  });

  test('shows that it’s empty, and recovers from errors by a button or a new connection', async ({
    page,
    context,
    fill,
    word,
  }) => {
    await fill('posts', 12);
    await page.route(`**${TABS.posts.call}*`, (route) =>
      route.fulfill({ json: { documents: [], totalDocuments: 0 } }),
    );
    await openTab(page, 'posts');
    await expect(main(page).getByText(TABS.posts.none, { exact: true })).toBeVisible();
    await expect(button(page, TABS.posts.more)).toHaveCount(0);
    await page.unroute(`**${TABS.posts.call}*`);

    const fail = () =>
      page.route(`**${TABS.posts.call}*`, (route) => route.fulfill({ status: 500, json: {} }));
    await fail();
    await openTab(page, 'posts', word);
    await expect(main(page).getByText("The posts couldn't be loaded")).toBeVisible();
    await page.unroute(`**${TABS.posts.call}*`);
    await button(page, 'Try again').click();
    await expect(items(page)).toHaveCount(9);

    await fail();
    await button(page, TABS.posts.more).click();
    await expect(main(page).getByRole('alert')).toContainText("couldn't be loaded");
    await expect(items(page)).toHaveCount(9);
    await page.unroute(`**${TABS.posts.call}*`);
    await button(page, TABS.posts.more).click();
    await expect(items(page)).toHaveCount(12);

    await context.setOffline(true);
    await page.getByLabel(TABS.posts.filter).fill(`${word}-`);
    await expect(main(page).getByText("The posts couldn't be loaded")).toBeVisible();
    await context.setOffline(false);
    await expect(main(page).getByText("The posts couldn't be loaded")).toBeHidden();
  });

  test('works with only the keyboard', { tag: '@long' }, async ({ page, fill, word }) => {
    const [one, two] = await fill('posts', 2);
    if (!one || !two) throw new Error('No records were created');
    await openTab(page, 'posts', word);
    const trigger = itemOf(page, one).getByRole('button', { name: TABS.posts.button, exact: true });
    await expect(trigger).toBeVisible();
    await page.getByLabel(TABS.posts.filter).focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return await trigger.evaluate((element) => element === document.activeElement);
      })
      .toBe(true);
    const dialog = page.getByRole('dialog', { name: TABS.posts.question });
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: TABS.posts.no })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(trigger).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: TABS.posts.yes })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(itemOf(page, one)).toHaveCount(0);
    await expect(items(page)).toHaveCount(1);
    await expect(items(page).first()).toBeFocused();
    await expect(itemOf(page, two)).toBeVisible();
  });
});

test('the overview is accessible in both themes and at 320 px', async ({ page, fill }) => {
  await fill('comments', 5);
  await openOverview(page);
  await expect(main(page).getByRole('img', { name: /^Chart/ })).toHaveCount(2);
  const tables = main(page).getByText('Show as a table');
  await tables.first().click();
  await tables.first().click();
  await expect(tables).toHaveCount(0);
  await expectSound(page);
});

test('the row of a post links to the post and to the editor', async ({ page, fill, word }) => {
  const [post] = await fill('posts', 1);
  if (!post) throw new Error('No records were created');
  await openTab(page, 'posts', word);
  const row = itemOf(page, post);
  await expect(row.getByText('Uncategorized')).toBeVisible();
  await expect(row.getByText(/^Updated \w{3} \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(row.getByRole('link', { name: post.name })).toHaveAttribute(
    'href',
    `/post/${word}-1`,
  );
  await expect(row.getByRole('link', { name: 'Edit', exact: true })).toHaveAttribute(
    'href',
    `/update-post/${post.id}`,
  );
});

test("the list has only the user's own posts unless the switch is on", { tag: '@long' }, async ({
  page,
  admin,
  records,
  word,
}) => {
  const [own] = await records.posts(word, 1, admin._id);
  const [other] = await records.posts(`${word}-of-another`, 1, 'somebody-else');
  if (!own || !other) throw new Error('No records were created');
  const asked = calls(page, TABS.posts.call);
  await openTab(page, 'posts', word);
  await expect(items(page)).toHaveCount(1);
  await expect(itemOf(page, own)).toBeVisible();
  expect(new URL(asked[0]?.url() ?? '').searchParams.get('userId')).toBe(admin._id);
  await page.getByRole('switch', { name: 'All authors' }).check();
  await expect(itemOf(page, other)).toBeVisible();
  // Any administrator may delete any post, with their own id in the path.
  const deleted = calls(page, TABS.posts.deletion);
  await itemOf(page, other).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(itemOf(page, other)).toHaveCount(0);
  expect(new URL(deleted[0]?.url() ?? '').pathname).toBe(
    `${TABS.posts.deletion}${other.id}/${admin._id}`,
  );
});

test("the row of a user shows the role and the join date; administrators can't be deleted", async ({
  page,
  admin,
  fill,
  word,
}) => {
  const [user] = await fill('users', 1);
  if (!user) throw new Error('No records were created');
  await openTab(page, 'users', word);
  const row = itemOf(page, user);
  await expect(row.getByText('User', { exact: true })).toBeVisible();
  await expect(row.getByText(`${user.name}@example.com`)).toBeVisible();
  await expect(row.getByText(/^Joined \w{3} \d{1,2}, \d{4}$/)).toBeVisible();
  await openTab(page, 'users', admin.email);
  await expect(items(page)).toHaveCount(1);
  await expect(items(page).getByText('Admin', { exact: true })).toBeVisible();
  await expect(button(page, 'Delete User')).toHaveCount(0);
});

test('the row of a comment links to the comment on its post', async ({ page, fill, word }) => {
  const [comment] = await fill('comments', 1);
  if (!comment) throw new Error('No records were created');
  await openTab(page, 'comments', word);
  const row = itemOf(page, comment);
  await expect(row.getByText('0 likes')).toBeVisible();
  await expect(row.getByText('Post ID')).toBeVisible();
  await expect(row.getByText('User ID')).toBeVisible();
  await expect(row.locator('time')).toHaveText(/^\w{3} \d{1,2}, \d{4}$/);
  await row.getByRole('link', { name: `Post 1 about ${word}-thread` }).click();
  await expect(page).toHaveURL(`/post/${word}-thread-1#comment-${comment.id}`);
});

test('a deletion while the filter is loading does not stop the filter', { tag: '@long' }, async ({
  page,
  fill,
  word,
}) => {
  const [one] = await fill('posts', 2);
  if (!one) throw new Error('No records were created');
  await openTab(page, 'posts', word);
  // The rows stay while the filter loads, if they have been loaded.
  await expect(itemOf(page, one)).toBeVisible();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route(/getdocuments.*searchTerm=nothing/, async (route) => {
    await held;
    // The request may have been canceled.
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest(/getdocuments.*searchTerm=nothing/);
  await page.getByLabel('Filter posts').fill('nothing like it');
  await asked;
  await itemOf(page, one).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(toasts(page)).toContainText('The post is in the trash.');
  go();
  await expect(main(page).getByText('No posts match “nothing like it”.')).toBeVisible();
});

test('a filter is kept when the user returns from a post', { tag: '@long' }, async ({
  page,
  fill,
  word,
}) => {
  const [post] = await fill('posts', 2);
  if (!post) throw new Error('No records were created');
  await openTab(page, 'posts');
  await page.getByLabel('Filter posts').fill(word);
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === word);
  await expect(items(page)).toHaveCount(2);
  await itemOf(page, post).getByRole('link', { name: post.name }).click();
  await expect(page).toHaveURL(/\/post\//);
  await page.goBack();
  await expect(page.getByLabel('Filter posts')).toHaveValue(word);
  await expect(items(page)).toHaveCount(2);
});

test('other users get neither the tabs, nor their code, nor their data', async ({
  page,
  signedIn,
}) => {
  const asked = calls(page, '/');
  for (const query of ['', '?tab=profile', '?tab=__proto__', '?tab=dash', '?tab=comments']) {
    await page.goto(`/dashboard${query}`);
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  }
  const tabs = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect(tabs).toHaveText(['Profile', 'Notifications']);
  const sidebar = page.getByRole('complementary');
  await expect(sidebar.getByText(signedIn.username)).toBeVisible();
  await expect(sidebar.getByText('User', { exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const paths = asked.map((request) => new URL(request.url()).pathname);
  expect(
    paths.filter((path) =>
      /(Overview|Posts|Users|Comments)Tab|ManagedList|MonthsChart/i.test(path),
    ),
  ).toEqual([]);
  expect(
    paths.filter((path) => /^\/api\/(stats|publish|demo|post|comment|user\/get)/.test(path)),
  ).toEqual([]);
  expect(signedIn.isAdmin).toBe(false);
});

test('an ended session leads to the sign-in page', async ({ page, admin: _, site, playwright }) => {
  await openTab(page, 'users');
  await expect(items(page).first()).toBeVisible();
  const cookies = await page.context().cookies();
  const request = await playwright.request.newContext({
    extraHTTPHeaders: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  await request.post(`${site.url}/api/user/signout`);
  await request.dispose();
  await page.getByLabel('Filter users').fill('anybody');
  await expect(page).toHaveURL(/\/signin$/);
});
