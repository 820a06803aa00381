import type { Page } from '@playwright/test';
import { fillSignIn } from './support/accounts.ts';
import {
  act,
  comment,
  field,
  likes,
  newPost,
  newReader,
  open,
  openComment,
  section,
  submit,
  toasts,
  visitor,
  write,
} from './support/commenting.ts';
import { test as base, expect, signUp } from './support/test.ts';

const test = base.extend({ site: ({ writingSite }, use) => use(writingSite) });

const send = (page: Page) => section(page).getByRole('button', { name: 'Sign in to send' });
const unsent = (page: Page) => page.evaluate(() => localStorage.getItem('unsent-comment'));

for (const width of [320, 1280]) {
  test(`a guest writes first, signs in, and sends with one click, at ${width} px`, {
    tag: width === 320 ? [] : '@long',
  }, async ({ browser, site }) => {
    const post = await newPost(browser, site);
    const reader = newReader();
    const { page, context } = await visitor(browser, site, 'guest', { width });
    await signUp(context.request, site.url, reader);
    await open(page, post.path);
    await expect(section(page).getByText('You must be signed in to comment.')).toBeVisible();
    await field(page).click();
    await send(page).click();
    await expect(section(page).getByRole('alert')).toHaveText('Please write a comment.');
    await field(page).fill('Written as a guest\n  with *care*');
    await send(page).click();
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText('Sign in to send your comment')).toBeVisible();
    await fillSignIn(page, reader);
    await expect(page).toHaveURL(`${post.path}#comments`);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('Written as a guest\n  with *care*');
    await submit(page).click();
    await expect(comment(page, 'Written as a guest').getByText('just now')).toBeVisible();
    await expect(comment(page, 'Written as a guest').locator('em')).toHaveText('care');
    expect(await unsent(page)).toBeNull();
    await page.reload();
    await expect(field(page)).toHaveValue('');
  });
}

test('the text survives a sign-up, and is there in another tab of the browser', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const { page, context } = await visitor(browser, site, 'guest');
  await open(page, post.path);
  await field(page).fill('Worth an account');
  await send(page).click();
  // The reason appears above the link and moves it.
  await expect(page.getByText('Sign in to send your comment')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByText('Sign up to send your comment')).toBeVisible();
  const account = newReader();
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Sign in to send your comment')).toBeVisible();
  await fillSignIn(page, account);
  await expect(field(page)).toHaveValue('Worth an account');

  const other = await context.newPage();
  await open(other, post.path);
  await expect(field(other)).toHaveValue('Worth an account');
  await submit(other).click();
  await expect(comment(other, 'Worth an account').getByText('just now')).toBeVisible();
  // The storage of this tab follows a moment later.
  await expect.poll(() => unsent(page)).toBeNull();
});

test('a guest’s reply comes back below the comment that it answers', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, 'Any questions?');
  const account = newReader();
  const { page, context } = await visitor(browser, site, 'guest');
  await signUp(context.request, site.url, account);
  await openComment(page, post.path, id);
  await act(comment(page, 'Any questions?'), 'Reply').click();
  const reply = page.getByLabel(`Reply to ${reader.person?.username}`);
  await reply.fill('Yes, one');
  await send(page).last().click();
  await fillSignIn(page, account);
  await expect(page).toHaveURL(`${post.path}#comment-${id}`);
  await expect(reply).toBeFocused();
  await expect(reply).toHaveValue('Yes, one');
  await page.keyboard.press('Control+Enter');
  await expect(comment(page, 'Yes, one')).toBeFocused();
  expect(await unsent(page)).toBeNull();
});

test('a reply survives the comment that it answers', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, 'Soon gone');
  const account = newReader();
  const { page, context } = await visitor(browser, site, 'guest');
  await signUp(context.request, site.url, account);
  await page.clock.install();
  await openComment(page, post.path, id);
  await act(comment(page, 'Soon gone'), 'Reply').click();
  const reply = page.getByLabel(`Reply to ${reader.person?.username}`);
  await reply.fill('Hours of work');
  await reader.context.request.delete(`/api/comment/deleteComment/${id}`);
  await page.clock.runFor(31_000);
  await expect(section(page).getByRole('heading', { name: 'Comments (0)' })).toBeVisible();
  await expect(reply).toHaveValue('Hours of work');
  await send(page).last().click();
  await fillSignIn(page, account);
  await expect(section(page).getByText('no longer exists')).toBeVisible();
  await expect(field(page)).toHaveValue('Hours of work');
  await submit(page).click();
  await expect(comment(page, 'Hours of work').getByText('just now')).toBeVisible();
  expect(await unsent(page)).toBeNull();
});

test('the link to the sign-in page keeps the text, too, and signing out deletes it', {
  tag: '@long',
}, async ({ browser, site }) => {
  const post = await newPost(browser, site);
  const account = newReader();
  const { page, context } = await visitor(browser, site, 'guest');
  await signUp(context.request, site.url, account);
  await open(page, post.path);
  await field(page).fill('Not for others');
  await section(page).getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, account);
  await expect(field(page)).toHaveValue('Not for others');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: "Yes, I'm sure" }).click();
  await expect(section(page).getByText('You must be signed in to comment.')).toBeVisible();
  expect(await unsent(page)).toBeNull();
  await page.reload();
  await field(page).focus();
  await expect(send(page)).toBeVisible();
  await expect(field(page)).toHaveValue('');
});

test('a guest’s like is applied once, after signing in', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, 'Please like');
  const account = newReader();
  const { page, context } = await visitor(browser, site, 'guest');
  await signUp(context.request, site.url, account);
  await openComment(page, post.path, id);
  await likes(comment(page, 'Please like')).click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Sign in to like this comment')).toBeVisible();
  await fillSignIn(page, account);
  await expect(page).toHaveURL(`${post.path}#comment-${id}`);
  await expect(toasts(page)).toContainText('You liked this comment.');
  await expect(likes(comment(page, 'Please like'))).toHaveText('1 like');
  await page.reload();
  await expect(likes(comment(page, 'Please like'))).toHaveText('1 like');
  await expect(likes(comment(page, 'Please like'))).toHaveAttribute('aria-pressed', 'true');

  // Liked already: it stays.
  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem('root'));
  await page.reload();
  await likes(comment(page, 'Please like')).click();
  await fillSignIn(page, account);
  await expect(toasts(page)).toContainText('You already like this comment.');
  await expect(likes(comment(page, 'Please like'))).toHaveText('1 like');
});

test('a guest who comes back without signing in likes nothing later', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const reader = await visitor(browser, site, 'reader');
  const id = await write(reader, post.id, 'No like here');
  const { page } = await visitor(browser, site, 'guest');
  await openComment(page, post.path, id);
  await likes(comment(page, 'No like here')).click();
  await expect(page.getByText('Sign in to like this comment')).toBeVisible();
  await open(page, post.path);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('like-later'))).toBeNull();
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByText('Sign in to like this comment')).toHaveCount(0);
});

test('what someone puts into the address or the storage does nothing', async ({
  browser,
  site,
}) => {
  const post = await newPost(browser, site);
  const account = newReader();
  const { page, context } = await visitor(browser, site, 'guest');
  await signUp(context.request, site.url, account);
  await page.goto('/signin?reason=Send+us+your+password&for=like');
  await expect(page.getByLabel('Email')).toBeEnabled();
  await expect(page.getByText(/send us your password|to like this/i)).toHaveCount(0);
  const html = '<img src=x onerror="document.title=1">'.repeat(1_500);
  await page.evaluate(
    ([postId, text]) => {
      const path = 'https://evil.example/post/x';
      const comment = { postId, place: '', text, path, at: Date.now() };
      localStorage.setItem('unsent-comment', JSON.stringify(comment));
      const like = { commentId: '../../user/signout', path, at: Date.now() };
      sessionStorage.setItem('like-later', JSON.stringify(like));
    },
    [post.id, html],
  );
  await page.reload();
  await fillSignIn(page, account);
  await expect(page).toHaveURL('/');
  await open(page, post.path);
  await expect(field(page)).toHaveValue(html);
  await expect(section(page).locator('img[src="x"]')).toHaveCount(0);
  await expect(toasts(page)).toBeEmpty();
  await submit(page).click();
  await expect(section(page).getByRole('article')).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('unsent-comment', '{"at":'));
  await page.reload();
  await expect(field(page)).toHaveValue(html);
});
