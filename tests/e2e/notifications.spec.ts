import type { APIRequestContext, Page } from '@playwright/test';
import { linkIn, type MailServer } from '../support/mail-server.ts';
import { expectAccessible, expectSound } from './support/axe.ts';
import { ownMailSite } from './support/mail-site.ts';
import { ADMIN, type RunningServer } from './support/server.ts';
import { expect, type Person, signIn, signUp, test } from './support/test.ts';

let mails: MailServer;
let blog: RunningServer;
let admin: APIRequestContext;
let made = 0;

ownMailSite(
  (ownMails, ownBlog) => {
    mails = ownMails;
    blog = ownBlog;
  },
  { RATE_LIMITS: 'signUp=1000/60,comment=1000/60,mailAddress=1000/60' },
);
test.beforeAll(async ({ playwright }) => {
  admin = await playwright.request.newContext();
  await signIn(admin, blog.url, ADMIN);
});
test.afterAll(() => admin?.dispose());

interface Member {
  person: Person;
  email: string;
  request: APIRequestContext;
}

/** Creates a member who has confirmed the email, signed in with `request`. */
async function member(request: APIRequestContext): Promise<Member> {
  const username = `talker-${++made}-${test.info().workerIndex}`;
  const data = { username, email: `${username}@example.com`, password: 'a long pass phrase' };
  await signUp(request, blog.url, data);
  const link = linkIn(await mails.wait(data.email, /^Confirm your email/));
  const token = new URL(link, blog.url).searchParams.get('token');
  await send(request, 'post', '/api/auth/verify-email', { token });
  return { person: await signIn(request, blog.url, data), email: data.email, request };
}

async function send(
  request: APIRequestContext,
  method: 'post' | 'put',
  path: string,
  data: object,
) {
  const response = await request[method](blog.url + path, { data });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return await response.json();
}

/** Publishes a post of the administrator. Returns its id and slug. */
async function post(title: string): Promise<{ _id: string; slug: string }> {
  const data = { title, category: 'javascript', content: `<p>About ${title}</p>` };
  return await send(admin, 'post', '/api/post/create', data);
}

async function comment({ request, person }: Member, postId: string, content: string, more = {}) {
  const data = { postId, userId: person._id, content, ...more };
  return await send(request, 'post', '/api/comment/create', data);
}

/** Two members, of whom the first has a comment that the second has answered. */
async function talk(page: Page, playwright: Playwright, title: string) {
  const [ana, ben] = [
    await member(page.request),
    await member(await playwright.request.newContext()),
  ];
  const { _id, slug } = await post(title);
  const first = await comment(ana, _id, `First about ${title}`);
  const reply = await comment(ben, _id, `Reply about ${title}`, { parentId: first._id });
  return { ana, ben, postId: _id, slug, first, reply };
}
type Playwright = { request: { newContext(): Promise<APIRequestContext> } };

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).first();

for (const width of [320, 1280]) {
  test(`the bell leads to what is new, and to the comment, at ${width} px`, {
    tag: width === 320 ? [] : '@long',
  }, async ({ page, playwright }) => {
    await page.setViewportSize({ width, height: 800 });
    const title = `Bells at ${width}`;
    const { ben, postId, slug, reply, first } = await talk(page, playwright, title);
    // Stores the user in the browser, as signing in with the form does.
    await page.goto(`${blog.url}/dashboard?tab=profile`);
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    await page.goto(`${blog.url}/about`);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    await expect(bell(page)).toHaveText('1');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    await bell(page).click();
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
    const item = page.getByRole('link', { name: `replied to your comment on “${title}”` });
    await expect(item).toContainText(`Unread: ${ben.person.username}`);
    await item.click();
    await expect(page).toHaveURL(`${blog.url}/post/${slug}#comment-${reply._id}`);
    await expect(bell(page)).toHaveAccessibleName('Notifications');

    for (const n of [1, 2]) await comment(ben, postId, `Again ${n}`, { parentId: first._id });
    await page.goto(`${blog.url}/dashboard?tab=notifications`);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByText('Unread:')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeFocused();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await expectSound(page);
  });
}

test('the list starts empty, and loads more', { tag: '@long' }, async ({ page, playwright }) => {
  const ana = await member(page.request);
  await page.goto(`${blog.url}/dashboard?tab=notifications`);
  await expect(page.getByText('No notifications yet')).toBeVisible();
  const ben = await member(await playwright.request.newContext());
  const { _id } = await post('Long lists');
  const first = await comment(ana, _id, 'First of a long list');
  for (let n = 1; n <= 11; n++) {
    await comment(ben, _id, `Item ${n} of a long list`, { parentId: first._id });
  }
  await page.reload();
  const items = page.getByRole('link', { name: 'replied to your comment' });
  await expect(items).toHaveCount(9);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(items).toHaveCount(11);
});

test('a mail shows the reply, and its link ends mail of this kind until it’s turned on again', async ({
  page,
  playwright,
  browser,
}) => {
  const { ana, slug, reply } = await talk(page, playwright, 'Letters');
  const mail = await mails.wait(ana.email, /replied to your comment on “Letters”/);
  expect(mail.text).toContain('> Reply about Letters');
  expect(mail.text).toContain(`${blog.url}/post/${slug}#comment-${reply._id}`);
  expect(mail.html).toContain('Reply about Letters');
  expect(mail.headers.get('list')).toMatchObject({ unsubscribe: { url: /unsubscribe\?token=/ } });

  // No session is needed: the link in the mail is enough.
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.setViewportSize({ width: 320, height: 800 });
  await guest.goto(blog.url + linkIn(mail));
  await expect(guest.getByText(`${ana.person.username} gets emails about replies`)).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(guest.getByText('These emails have stopped.')).toBeVisible();

  await page.goto(`${blog.url}/dashboard?tab=profile&view=notifications`);
  await expect(page.getByLabel('Replies to your comments')).toHaveValue('never');
  await guest.getByRole('button', { name: 'Turn back on' }).click();
  await expect(guest.getByText('These emails are back on.')).toBeVisible();
  await guest.goto(`${blog.url}/unsubscribe?token=nothing`);
  await expect(guest.getByRole('alert')).toContainText("isn't valid");
  await context.close();
});

test('members choose their mail, and choices are saved at once', { tag: '@long' }, async ({
  page,
}) => {
  await member(page.request);
  await page.goto(`${blog.url}/dashboard?tab=profile`);
  const views = page.getByRole('navigation', { name: 'Profile' });
  await views.getByRole('link', { name: 'Notifications' }).click();
  const replies = page.getByLabel('Replies to your comments');
  await expect(replies).toHaveValue('now');
  await expect(page.getByLabel(/wait for your approval/)).toHaveCount(0);
  await replies.selectOption('Once a day');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(replies).toHaveValue('daily');
  await expectSound(page);
});

for (const width of [320, 1280]) {
  test(`a conversation is followed and muted below its post, at ${width} px`, {
    tag: width === 320 ? [] : '@long',
  }, async ({ page, playwright }) => {
    await page.setViewportSize({ width, height: 800 });
    const [ana, ben] = [
      await member(page.request),
      await member(await playwright.request.newContext()),
    ];
    const { _id, slug } = await post(`Followed at ${width}`);
    await page.goto(`${blog.url}/dashboard?tab=profile`);
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    await page.goto(`${blog.url}/post/${slug}`);
    await page.locator('#comments').scrollIntoViewIfNeeded();
    const follow = page.getByRole('button', { name: 'Follow this conversation' });
    await follow.click();
    await expect(page.getByText("You're following this conversation.")).toBeVisible();
    const { _id: heard } = await comment(ben, _id, `Heard at ${width}`);
    await page.getByRole('button', { name: 'Mute' }).click();
    await expect(page.getByText('You muted this conversation.')).toBeVisible();
    await expect(follow).toBeFocused();
    await comment(ben, _id, `Not heard at ${width}`);
    const list = await ana.request.get(`${blog.url}/api/notifications`);
    const { notifications } = await list.json();
    expect(notifications).toMatchObject([{ kind: 'comment', commentId: heard }]);
  });
}
