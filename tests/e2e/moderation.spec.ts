import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { test as base, expect, main } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import type { Made } from './support/records.ts';
import { ADMIN } from './support/server.ts';
import { type Person, signIn } from './support/test.ts';

type State = 'visible' | 'held' | 'spam' | 'removed';

interface Fixtures {
  /** Signs the test's browser in as the administrator. */
  admin: Person;
  /** A word that is unique to this test's records. */
  word: string;
  post: Made;
  author: Made;
  /** Creates comments of `author` on `post`, all with `word`, and removes them after the test. */
  write: (count: number, state?: State, more?: { parentId?: string }) => Promise<Made[]>;
}

const test = base.extend<Fixtures>({
  admin: async ({ site, context }, use) => use(await signIn(context.request, site.url, ADMIN)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  word: async ({}, use) => use(`w${randomBytes(5).toString('hex')}`),
  post: async ({ records, word }, use) => {
    const [post] = await records.posts(`${word}-post`, 1, 'somebody else');
    if (!post) throw new Error('No post was created');
    await use(post);
  },
  author: async ({ records, word }, use) => {
    const [author] = await records.users(`${word}-author`, 1);
    if (!author) throw new Error('No user was created');
    await use(author);
  },
  write: async ({ records, word, post, author, playwright, site }, use) => {
    await use((count, state = 'held', more = {}) => {
      const reasons = state === 'held' ? ['Contains a link'] : [];
      const thread = more.parentId && { threadId: more.parentId };
      const on = { postId: post.id, userId: author.id, state, reasons, ...more, ...thread };
      return records.comments(word, count, on);
    });
    // Other tests expect that nothing waits.
    const request = await playwright.request.newContext();
    await signIn(request, site.url, ADMIN);
    await request.delete(`${site.url}/api/user/delete/${author.id}`);
    await request.dispose();
  },
});

const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const rowOf = (page: Page, { name }: Made) =>
  rows(page).filter({ has: page.getByText(name, { exact: true }) });
const toasts = (page: Page) => page.locator('#toasts');
const queue = (page: Page) => main(page).getByRole('navigation', { name: 'Comments by state' });

async function openQueue(page: Page, word: string, state: string): Promise<void> {
  await page.goto(`/dashboard?tab=comments&queue=${state}&q=${word}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Comments' })).toBeVisible();
}

async function stateOf(request: APIRequestContext, { id }: Made): Promise<State> {
  return (await (await request.get(`/api/comment/getcomment/${id}`)).json()).state;
}

test.describe('the queue', () => {
  for (const width of [1280, 320]) {
    test(`shows why comments wait and who wrote them, at ${width} px`, {
      tag: width === 320 ? [] : '@long',
    }, async ({ page, admin: _, word, post, author, write }) => {
      await page.setViewportSize({ width, height: 800 });
      const [top] = await write(1, 'visible');
      if (!top) throw new Error('No comment was created');
      const [held] = await write(1, 'held', { parentId: top.id });
      if (!held) throw new Error('No comment was created');
      await openQueue(page, word, 'held');
      await expect(rows(page)).toHaveCount(1);
      const row = rows(page).first();
      await expect(row).toContainText('Held because: Contains a link');
      await expect(row).toContainText('1 visible, 0 removed');
      await expect(row).toContainText('Member since');
      await expect(row.getByText('Waiting', { exact: true })).toBeVisible();
      const link = row.getByRole('link', { name: `In reply to ${author.name}` });
      await expect(link).toHaveAttribute('href', new RegExp(`#comment-${top.id}$`));
      await expect(row.getByRole('link', { name: post.name })).toBeVisible();
      for (const name of ['Approve', 'Approve and trust', 'Spam', 'Remove', 'Add a note']) {
        await expect(row.getByRole('button', { name, exact: true })).toBeVisible();
      }
      await expect(row.getByRole('button', { name: 'Hold', exact: true })).toHaveCount(0);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrolled).toBeLessThanOrEqual(width);
      await expectSound(page);
    });
  }

  test('is chosen above the list, kept after a reload, and counted in the sidebar', async ({
    page,
    admin: _,
    word,
    write,
  }) => {
    const before = await (await page.request.get('/api/comment/countqueue')).json();
    const others = before.held + before.reported;
    const [first, second] = await write(2);
    if (!first || !second) throw new Error('No comments were created');
    await page.goto(`/dashboard?tab=comments&q=${word}`);
    // The list of all has those that wait, too.
    await expect(rows(page)).toHaveCount(2);
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
    await expect(sidebar).toContainText(`${others + 2} waiting for a decision`);
    await queue(page).getByRole('link', { name: 'Waiting' }).click();
    await expect(page).toHaveURL(/tab=comments&queue=held/);
    await page.reload();
    const current = queue(page).getByRole('link', { name: 'Waiting' });
    await expect(current).toHaveAttribute('aria-current', 'page');
    await rowOf(page, first).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(sidebar).toContainText(`${others + 1} waiting for a decision`);
    await rowOf(page, second).getByRole('button', { name: 'Spam', exact: true }).click();
    const left = sidebar.getByText('waiting for a decision');
    await expect(left).toHaveCount(others === 0 ? 0 : 1);
    await queue(page).getByRole('link', { name: 'Spam' }).click();
    await expect(rowOf(page, second)).toBeVisible();
    await rowOf(page, second).getByRole('button', { name: 'Restore' }).click();
    await expect(toasts(page)).toContainText('Comment restored.');
    // It waits again.
    expect(await stateOf(page.request, second)).toBe('held');
  });

  test('says that nothing is waiting, and offers to try again after an error', {
    tag: '@long',
  }, async ({ page, admin: _ }) => {
    await page.route('**/api/comment/getqueue*', (route) => route.abort());
    await page.goto('/dashboard?tab=comments&queue=held');
    await expect(main(page).getByRole('alert')).toContainText("The comments couldn't be loaded");
    await page.unroute('**/api/comment/getqueue*');
    await page.route('**/api/comment/getqueue*', (route) =>
      route.fulfill({ json: { comments: [], total: 0 } }),
    );
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await expect(main(page).getByText('No comments waiting')).toBeVisible();
    await expectSound(page);
  });
});

test.describe('keys', () => {
  test('decide about the comment that has the focus, move, and undo', async ({
    page,
    admin: _,
    word,
    write,
  }) => {
    // The oldest comes first.
    const [third, second, first] = await write(3);
    if (!first || !second || !third) throw new Error('No comments were created');
    await openQueue(page, word, 'held');
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('j');
    await expect(rowOf(page, first)).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(rowOf(page, first)).toBeFocused();
    await page.keyboard.press('a');
    await expect(rowOf(page, second)).toBeFocused();
    await expect(toasts(page)).toContainText('Comment approved.');
    await expect(rows(page)).toHaveCount(2);
    expect(await stateOf(page.request, first)).toBe('visible');
    await page.keyboard.press('s');
    await expect(rowOf(page, third)).toBeFocused();
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('d');
    await expect(rows(page)).toHaveCount(0);
    expect(await stateOf(page.request, third)).toBe('removed');
    // One after another, in the opposite order.
    for (const [index, comment] of [third, second, first].entries()) {
      await page.keyboard.press('u');
      await expect(rows(page)).toHaveCount(index + 1);
      await expect(rowOf(page, comment)).toBeFocused();
    }
    await expect(rowOf(page, first)).toContainText('Held because: Contains a link');
  });

  test('type while a field has the focus, and can be turned off', { tag: '@long' }, async ({
    page,
    admin: _,
    word,
    write,
  }) => {
    const [comment] = await write(1);
    if (!comment) throw new Error('No comment was created');
    await openQueue(page, word, 'held');
    await rowOf(page, comment).getByRole('button', { name: 'Add a note' }).click();
    const note = rowOf(page, comment).getByLabel('Note to');
    await expect(note).toBeFocused();
    await page.keyboard.type('ahsduj');
    await expect(note).toHaveValue('ahsduj');
    await page.goto('/dashboard?tab=profile');
    await main(page).getByLabel('Single-key shortcuts').uncheck();
    await openQueue(page, word, 'held');
    await expect(rows(page)).toHaveCount(1);
    await rowOf(page, comment).focus();
    await page.keyboard.press('a');
    await page.keyboard.press('Tab');
    await expect(rowOf(page, comment).getByRole('checkbox')).toBeFocused();
    expect(await stateOf(page.request, comment)).toBe('held');
  });
});

test.describe('decisions', () => {
  for (const width of [1280, 320]) {
    test(`about several at once can be undone, at ${width} px`, {
      tag: width === 320 ? [] : '@long',
    }, async ({ page, admin: _, word, write }) => {
      await page.setViewportSize({ width, height: 800 });
      const made = await write(3);
      const [first] = made;
      if (!first) throw new Error('No comments were created');
      await openQueue(page, word, 'held');
      await expect(rows(page)).toHaveCount(3);
      await rowOf(page, first).getByRole('checkbox', { name: 'Select' }).check();
      const bar = main(page).getByRole('region', { name: 'Selected comments' });
      await expect(bar).toContainText('1 comment selected');
      await bar.getByRole('button', { name: 'Select all shown' }).click();
      await expect(bar).toContainText('3 comments selected');
      await expectSound(page);
      await bar.getByRole('button', { name: 'Remove' }).click();
      await expect(toasts(page)).toContainText('3 comments removed.');
      await expect(bar).toHaveCount(0);
      await expect(rows(page)).toHaveCount(0);
      for (const one of made) expect(await stateOf(page.request, one)).toBe('removed');
      await toasts(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toasts(page)).toContainText('Undone.');
      await expect(rows(page)).toHaveCount(3);
      for (const one of made) expect(await stateOf(page.request, one)).toBe('held');
    });
  }

  test('carry a note to the author, and trust the author', { tag: '@long' }, async ({
    page,
    admin: _,
    word,
    author,
    write,
  }) => {
    const [comment, other] = await write(2);
    if (!comment || !other) throw new Error('No comments were created');
    await openQueue(page, word, 'held');
    await rowOf(page, comment).getByRole('button', { name: 'Add a note' }).click();
    await page.keyboard.type('Welcome! Next time without links, please.');
    const sent = page.waitForRequest('**/api/comment/moderate/*');
    await rowOf(page, comment).getByRole('button', { name: 'Approve and trust' }).click();
    expect((await sent).postDataJSON()).toEqual({
      action: 'approve',
      trust: true,
      note: 'Welcome! Next time without links, please.',
    });
    await expect(toasts(page)).toContainText(`Comment approved. ${author.name} is now trusted.`);
    await page.reload();
    await rowOf(page, other).getByRole('button', { name: 'Stop trusting' }).click();
    await expect(toasts(page)).toContainText(`${author.name} is no longer trusted.`);
    await expect(rowOf(page, other).getByText('Trusted', { exact: true })).toHaveCount(0);
  });

  test('that fail leave the comment where it is', { tag: '@long' }, async ({
    page,
    admin: _,
    word,
    write,
  }) => {
    const [comment] = await write(1);
    if (!comment) throw new Error('No comment was created');
    await openQueue(page, word, 'held');
    const busy = { status: 503, json: { message: 'The server is busy.' } };
    await page.route('**/api/comment/moderate/*', (route) => route.fulfill(busy), { times: 1 });
    const approve = rowOf(page, comment).getByRole('button', { name: 'Approve', exact: true });
    await approve.click();
    await expect(toasts(page)).toContainText('The server is busy.');
    await expect(rowOf(page, comment)).toBeVisible();
    await approve.click();
    await expect(toasts(page)).toContainText('Comment approved.');
  });

  test('include deleting with the dialog, which moderators can undo', { tag: '@long' }, async ({
    page,
    admin: _,
    word,
    write,
  }) => {
    const [comment] = await write(1, 'visible');
    if (!comment) throw new Error('No comment was created');
    await page.goto(`/dashboard?tab=comments&q=${word}`);
    await rowOf(page, comment).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', {
      name: 'Are you sure you want to delete this comment?',
    });
    await expect(dialog).toContainText('You can restore it under Removed for 30 days.');
    await dialog.getByRole('button', { name: "Yes, I'm sure" }).click();
    await expect(rows(page)).toHaveCount(0);
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, comment)).toBeVisible();
  });
});

test('reports are listed with their reasons and the members who made them', async ({
  page,
  admin,
  word,
  write,
}) => {
  const [comment] = await write(1, 'visible');
  if (!comment) throw new Error('No comment was created');
  const data = { reason: 'abuse', note: 'Please look at this' };
  await page.request.post(`/api/comment/report/${comment.id}`, { data });
  await openQueue(page, word, 'reported');
  await rowOf(page, comment).getByRole('button', { name: '1 report: 1 abuse' }).click();
  await expect(rowOf(page, comment)).toContainText(`${admin.username}: abuse`);
  await expect(rowOf(page, comment)).toContainText('Please look at this');
  await expectSound(page);
  await rowOf(page, comment).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(rows(page)).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, comment)).toBeVisible();
});

test('a link in a mail leads through sign-in to one comment, and only buttons decide', {
  tag: '@long',
}, async ({ page, word, author, write, playwright, site }) => {
  const [top] = await write(1, 'visible');
  if (!top) throw new Error('No comment was created');
  const [comment] = await write(1, 'held', { parentId: top.id });
  if (!comment) throw new Error('No comment was created');
  const moderator = await playwright.request.newContext({ baseURL: site.url });
  await signIn(moderator, site.url, ADMIN);
  await page.goto(`/dashboard?tab=comments&comment=${comment.id}`);
  await expect(page).toHaveURL('/signin');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard?tab=comments&comment=${comment.id}`);
  const article = main(page).getByRole('article');
  await expect(article).toContainText(`about ${word}`);
  await expect(main(page).getByRole('blockquote')).toContainText(author.name);
  expect(await stateOf(moderator, comment)).toBe('held');
  await expectSound(page);
  await main(page).getByRole('button', { name: 'Approve and reply' }).click();
  await main(page).getByLabel(`Your reply to ${author.name}`).fill(`Thank you, ${word}`);
  await main(page).getByRole('button', { name: 'Approve and reply' }).click();
  await expect(toasts(page)).toContainText('Your reply was posted.');
  await expect(main(page).getByText(`Approved by ${ADMIN.username}`)).toBeVisible();
  await article.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(main(page).getByText(`Removed by ${ADMIN.username}`)).toBeVisible();
  await moderator.dispose();
});

for (const width of [1280, 320]) {
  test(`everything of a member is removed, with a suspension, at ${width} px`, {
    tag: width === 320 ? [] : '@long',
  }, async ({ page, admin: _, word, author, write }) => {
    await page.setViewportSize({ width, height: 800 });
    const made = await write(3, 'visible');
    const [first] = made;
    if (!first) throw new Error('No comments were created');
    await page.goto(`/dashboard?tab=comments&q=${word}`);
    await rowOf(page, first).getByRole('button', { name: 'Remove all...' }).click();
    const dialog = page.getByRole('dialog', { name: `Remove comments by ${author.name}` });
    await dialog.getByLabel('All comments').check();
    await dialog.getByLabel(`Also suspend ${author.name}`).check();
    await dialog.getByLabel('Reason').fill('Spam');
    await expectSound(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Remove and suspend' }).click();
    await expect(toasts(page)).toContainText(
      `3 comments removed. ${author.name} is now suspended.`,
    );
    await expect(rows(page)).toHaveCount(0);
    for (const one of made) expect(await stateOf(page.request, one)).toBe('removed');
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(page)).toContainText('3 comments restored.');
    await expect(rows(page)).toHaveCount(3);
  });
}

test('settings of comments are checked, saved, and kept while they are unsaved', {
  tag: '@long',
}, async ({ page, admin: _ }) => {
  await page.goto('/dashboard?tab=settings');
  const panel = main(page).getByRole('region', { name: 'Comments' });
  const save = panel.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  const length = panel.getByLabel('Maximum comment length');
  await length.fill('10');
  await save.click();
  await expect(length).toBeFocused();
  await expect(panel.getByRole('alert')).toHaveText('Enter a whole number from 50 to 10,000.');
  await length.fill('500');
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await panel.getByLabel('Blocked words and sites').fill('casino\n\nexample.com\ncasino');
  await panel.getByLabel('Days until comments close').fill('30');
  await page.getByRole('link', { name: 'Media' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(panel.getByText('You have unsaved changes.')).toBeVisible();
  await expect(length).toHaveValue('500');
  await expectSound(page);
  await save.click();
  await expect(toasts(page)).toContainText('Settings saved.');
  await expect(panel.getByText('You have unsaved changes.')).toHaveCount(0);
  const stored = await (await page.request.get('/api/settings')).json();
  expect(stored).toMatchObject({
    commentLength: 500,
    commentBlockList: ['casino', 'example.com'],
    commentsCloseAfterDays: 30,
    commentHold: 'none',
  });
  const data = { commentLength: 200, commentBlockList: [], commentsCloseAfterDays: null };
  await page.request.put('/api/settings', { data });
});

test('the comments of posts are closed and opened in the list of posts', async ({
  page,
  admin,
  records,
  word,
}) => {
  const [post] = await records.posts(word, 1, admin._id);
  if (!post) throw new Error('No post was created');
  await page.goto(`/dashboard?tab=posts&q=${word}`);
  const row = rowOf(page, post);
  const bar = main(page).getByRole('region', { name: 'Selected posts' });
  await row.getByRole('checkbox', { name: 'Select' }).check();
  await expect(bar.getByRole('button', { name: 'Open comments' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Close comments' }).click();
  await expect(toasts(page)).toContainText('1 post closed for comments.');
  await expect(row).toContainText('Comments closed');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('Comments closed');
});
