import type { Browser, Page } from '@playwright/test';
import { linkIn, type MailServer } from '../support/mail-server.ts';
import { expectSound } from './support/axe.ts';
import { ownMailSite } from './support/mail-site.ts';
import { ADMIN, type RunningServer } from './support/server.ts';
import { expect, signIn, signUp, test } from './support/test.ts';
import { turnOnTwoStep } from './support/two-step.ts';

const PASSWORD = 'a quite long pass phrase';

let mails: MailServer;
let blog: RunningServer;
let made = 0;

ownMailSite((ownMails, ownBlog) => {
  mails = ownMails;
  blog = ownBlog;
});

const newName = () => `linked-${++made}-${test.info().workerIndex}`;
const linkTo = async (email: string) => linkIn(await mails.wait(email, /^Continue to/));

/** Creates a member. `proven`: with a confirmed email. */
async function member(page: Page, { proven = false } = {}) {
  const username = newName();
  const data = { username, email: `${username}@example.com`, password: PASSWORD };
  await signUp(page.request, blog.url, data);
  if (proven) {
    const link = new URL(linkIn(await mails.wait(data.email, /^Confirm/)), blog.url);
    const proof = { data: { token: link.searchParams.get('token') } };
    expect((await page.request.post(`${blog.url}/api/auth/verify-email`, proof)).ok()).toBe(true);
  }
  return data;
}

/** Asks for a link on the sign-in page. */
async function askForLink(page: Page, email: string, path = '/signin'): Promise<void> {
  await page.goto(blog.url + path);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByLabel('Email').filter({ visible: true })).toHaveValue(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Check your email')).toBeFocused();
}

/** Opens a link like a mail scanner that runs scripts. */
async function scan(browser: Browser, path: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(blog.url + path);
  await page.getByRole('main').getByRole('button').waitFor();
  await context.close();
}

const whoAmI = async (page: Page) =>
  (await (await page.request.get(`${blog.url}/api/auth/session`)).json()).user?.username;

for (const width of [320, 1280]) {
  test(`a visitor creates an account with a link, at ${width} px`, {
    tag: width === 320 ? [] : '@long',
  }, async ({ page, browser }) => {
    await page.setViewportSize({ width, height: 800 });
    const email = `${newName()}@example.com`;
    await page.goto(`${blog.url}/signup?returnTo=/about`);
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(page.getByLabel('Email').filter({ visible: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Please enter your email.');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Check your email')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
    await expectSound(page);

    const path = await linkTo(email);
    await scan(browser, path);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(blog.url + path);
    const name = page.getByLabel('Username');
    await expect(name).toHaveValue(email.replace(/@.*/, ''));
    await expectSound(page);
    await name.fill('admin');
    await name.press('Enter');
    await expect(page.getByRole('alert')).toContainText('reserved');
    await expect(name).toBeFocused();
    const username = newName();
    await name.fill(username);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(`${blog.url}/about`);
    expect(await whoAmI(page)).toBe(username);
  });
}

test('a member signs in on another device, and the tab that asked stays as it is', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { email, username } = await member(page, { proven: true });
  await askForLink(page, email, '/signin?returnTo=/about');
  const path = await linkTo(email);
  const phone = await browser.newPage();
  await phone.goto(blog.url + path);
  await expect(phone.getByText(email)).toBeVisible();
  await phone.getByRole('button', { name: `Sign in as ${username}` }).click();
  await expect(phone).toHaveURL(`${blog.url}/about`);
  expect(await whoAmI(phone)).toBe(username);
  await expect(page.getByText('Check your email')).toBeVisible();

  await phone.goto(blog.url + path);
  await expect(phone.getByRole('alert')).toHaveText('This link was already used.');
  await phone.getByLabel('Email').fill(email);
  await phone.getByRole('button', { name: 'Send Link' }).click();
  await expect(phone.getByText('Check your email')).toBeFocused();
  await phone.close();
});

test('in the same browser, the tab that asked goes on, too', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { email, username } = await member(page, { proven: true });
  await askForLink(page, email, '/signin?returnTo=/about');
  const tab = await context.newPage();
  await tab.goto(blog.url + (await linkTo(email)));
  await tab.getByRole('button', { name: `Sign in as ${username}` }).click();
  await expect(tab).toHaveURL(`${blog.url}/about`);
  await expect(page).toHaveURL(`${blog.url}/about`);
});

test('a link to an unconfirmed account says that it removes the password', {
  tag: '@long',
}, async ({ page }) => {
  const { email, username } = await member(page);
  await askForLink(page, email);
  await page.goto(blog.url + (await linkTo(email)));
  await expect(page.getByText('removes the password')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: `Sign in as ${username}` }).click();
  await expect(page).toHaveURL(`${blog.url}/`);
  expect(await whoAmI(page)).toBe(username);
});

test('two-step verification asks for its code', { tag: '@long' }, async ({ page, playwright }) => {
  const { email, password, username } = await member(page, { proven: true });
  const owner = await playwright.request.newContext({ baseURL: blog.url });
  await signIn(owner, blog.url, { email, password });
  const { recoveryCodes } = await turnOnTwoStep(owner);
  await owner.dispose();
  await askForLink(page, email, '/signin?returnTo=/about');
  await page.goto(blog.url + (await linkTo(email)));
  await page.getByRole('button', { name: `Sign in as ${username}` }).click();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(`${blog.url}/about`);
  expect(await whoAmI(page)).toBe(username);
});

test('Back keeps what was typed, and a link is sent again after a minute', {
  tag: '@long',
}, async ({ page }) => {
  const email = `${newName()}@example.com`;
  await page.clock.install();
  await page.goto(`${blog.url}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);

  await page.getByRole('button', { name: 'Continue with email' }).click();
  await page.getByRole('button', { name: 'Send Link' }).click();
  const again = page.getByRole('button', { name: 'Send again' });
  await expect(again).toBeDisabled();
  const first = await linkTo(email);
  await page.clock.runFor(61_000);
  await again.click();
  await expect(page.getByText('We sent another link to')).toBeVisible();
  await expect(again).toBeDisabled();
  await expect.poll(() => linkTo(email)).not.toBe(first);
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await expect(page.getByLabel('Email').filter({ visible: true })).toHaveValue(email);

  await page.goto(blog.url + first);
  await expect(page.getByRole('alert')).toContainText('a newer one replaced it');
});

test('without mail, the pages don’t offer links', async ({ page, site }) => {
  for (const path of ['/signin', '/signup']) {
    await page.goto(site.url + path);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with email' })).toHaveCount(0);
  }
});

for (const width of [320, 1280]) {
  test(`two screens lead from an empty comment field to the sent comment, at ${width} px`, {
    tag: '@long',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 800 });
    const admin = await context.browser()?.newContext({ baseURL: blog.url });
    if (!admin) throw new Error('no browser');
    await signIn(admin.request, blog.url, ADMIN);
    const created = await admin.request.post('/api/post/create', {
      data: { title: `Mailed talk ${newName()}`, category: 'javascript', content: '<p>Hello</p>' },
    });
    const { slug } = (await created.json()) as { slug: string };
    await admin.close();

    await page.goto(`${blog.url}/post/${slug}`);
    const section = page.locator('#comments');
    const field = page.getByLabel('Add a comment');
    await field.click();
    await section.getByRole('button', { name: 'Continue with email' }).click();
    await expect(section.getByRole('alert')).toHaveText('Please write a comment.');
    await field.fill('Worth a mail');
    await section.getByRole('button', { name: 'Continue with email' }).click();
    const email = `${newName()}@example.com`;
    await expect(section.getByLabel('Email')).toBeFocused();
    await section.getByLabel('Email').fill(email);
    await field.fill('Worth a mail, or two');
    await section.getByRole('button', { name: 'Send Link' }).click();
    await expect(section.getByText('Check your email')).toBeFocused();
    await expectSound(page, '#comments');

    // Mail programs open links in another tab.
    const tab = await context.newPage();
    await tab.goto(blog.url + (await linkTo(email)));
    await tab.getByRole('button', { name: 'Create Account' }).click();
    await expect(tab).toHaveURL(`${blog.url}/post/${slug}#comments`);
    const mine = tab.getByLabel('Add a comment');
    await expect(mine).toHaveValue('Worth a mail, or two');
    await expect(mine).toBeFocused();
    await tab.getByRole('button', { name: 'Submit' }).click();
    const item = tab.getByRole('article').filter({ hasText: 'Worth a mail, or two' });
    await expect(item.getByText('just now')).toBeVisible();
    // The first tab knows that its visitor has signed in.
    await expect(section.getByRole('button', { name: 'Submit' })).toBeVisible();
  });
}
