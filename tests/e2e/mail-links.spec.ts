import type { Browser, Page } from '@playwright/test';
import { codeIn, linkIn, type MailServer } from '../support/mail-server.ts';
import { ownMailSite } from './support/mail-site.ts';
import { ADMIN, type RunningServer } from './support/server.ts';
import { expect, signIn, signUp, test } from './support/test.ts';
import { turnOnTwoStep } from './support/two-step.ts';

const OLD = 'an old long pass phrase';
const NEW = 'a new and longer pass phrase';

let mails: MailServer;
let blog: RunningServer;
let made = 0;

ownMailSite((ownMails, ownBlog) => {
  mails = ownMails;
  blog = ownBlog;
});

/** Creates a member. Returns the form's values. */
async function member(page: Page) {
  const username = `member-${++made}-${test.info().workerIndex}`;
  const data = { username, email: `${username}@example.com`, password: OLD };
  await signUp(page.request, blog.url, data);
  return data;
}

/** Opens a link like a mail scanner that runs scripts, and waits until the page has settled. */
async function scan(browser: Browser, path: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(blog.url + path, { waitUntil: 'networkidle' });
  await page.getByRole('button').last().waitFor();
  await context.close();
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto(`${blog.url}/signin`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('an email is on its way')).toBeVisible();
}

test('a forgotten password is reset with the link, although a scanner opened it first', async ({
  page,
  browser,
}) => {
  const { email, username } = await member(page);
  await askForLink(page, email);
  const mail = await mails.wait(email, /^Reset your/);
  const path = linkIn(mail);
  await scan(browser, path);
  await scan(browser, path);

  await page.goto(blog.url + path);
  await expect(page.getByText(`For the account ${username}`)).toBeVisible();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByRole('alert')).toContainText('at least 8 characters');
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByText('Your password was changed. Please sign in.')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
  await fillSignIn(page, email, NEW);
  await expect(page).toHaveURL(`${blog.url}/`);
  await mails.wait(email, /password was changed/);

  await page.goto(blog.url + path);
  await expect(page.getByRole('alert')).toContainText('This link was already used.');
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
});

test('a password reset lists and removes sign-in methods added in another browser', {
  tag: '@long',
}, async ({ page, playwright }) => {
  const { email, password, username } = await member(page);
  const token = new URL(linkIn(await mails.wait(email, /^Confirm/)), blog.url).searchParams;
  const proof = { data: { token: token.get('token') } };
  expect((await page.request.post(`${blog.url}/api/auth/verify-email`, proof)).ok()).toBe(true);
  await signIn(page.request, blog.url, { email, password });
  const thief = await playwright.request.newContext({ baseURL: blog.url });
  await signIn(thief, blog.url, { email, password });
  await turnOnTwoStep(thief);
  await thief.dispose();

  await page.context().clearCookies();
  await askForLink(page, email);
  await page.goto(blog.url + linkIn(await mails.wait(email, /^Reset your/)));
  await expect(page.getByText(`For the account ${username}`)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Remove ways to sign in/ })).toBeChecked();
  await expect(page.getByRole('listitem').getByText('Two-step verification')).toBeVisible();
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByText('Your password was changed. Please sign in.')).toBeVisible();
  await fillSignIn(page, email, NEW);
  await expect(page).toHaveURL(`${blog.url}/`);
});

test('the mail is read on a phone, and its code works where the password was forgotten', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await member(page);
  await askForLink(page, email);
  const code = codeIn(await mails.wait(email, /^Reset your/));
  expect(code).toMatch(/^\d{6}$/);
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong or has expired.');
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByText('Your password was changed. Please sign in.')).toBeVisible();
  await fillSignIn(page, email, NEW);
  await expect(page).toHaveURL(`${blog.url}/`);
});

test('a new member confirms the email, and can have the link sent again', async ({
  page,
  browser,
}) => {
  const data = await member(page);
  await mails.wait(data.email, /^Confirm your email/);
  await signIn(page.request, blog.url, data);
  await page.goto(`${blog.url}/dashboard?tab=profile`);
  const notice = page.getByRole('region', { name: 'Confirmation' });
  await expect(notice).toContainText(data.email);
  const before = mails.received.length;
  await notice.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('A link is on its way.')).toBeVisible();
  await expect.poll(() => mails.received.length).toBeGreaterThan(before);

  const path = linkIn(await mails.wait(data.email, /^Confirm your email/));
  await scan(browser, path);
  await page.goto(blog.url + path);
  await expect(page.getByText(data.username, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  await page.goto(`${blog.url}/dashboard?tab=profile`);
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a new email waits for its proof, and the old one can undo it afterwards', {
  tag: '@long',
}, async ({ page, browser }) => {
  const data = await member(page);
  await signIn(page.request, blog.url, data);
  const newEmail = `new-${data.email}`;
  await page.goto(`${blog.url}/dashboard?tab=profile`);
  const notice = page.getByRole('region', { name: 'Confirmation' });
  const change = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expect(notice).toContainText(email);
  };
  await change(`wrong-${data.email}`);
  await expect(page.getByLabel('Email')).toHaveValue(data.email);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await expect(notice).not.toContainText('wrong-');

  await change(newEmail);
  const proof = linkIn(await mails.wait(newEmail, /^Confirm your new email/));
  const undo = linkIn(await mails.wait(data.email, /is changing/, newEmail));
  await page.goto(blog.url + proof);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  await page.goto(`${blog.url}/dashboard?tab=profile`);
  await expect(page.getByLabel('Email')).toHaveValue(newEmail);

  await scan(browser, undo);
  await page.goto(blog.url + undo);
  await expect(page.getByText(`will use ${data.email} again`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo the Change' }).click();
  await expect(page.getByText('The change was undone.')).toBeVisible();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.getByLabel('Email').fill(data.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  const code = codeIn(await mails.wait(data.email, /^Reset your/));
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await fillSignIn(page, data.email, NEW);
  await expect(page).toHaveURL(`${blog.url}/`);
});

test('each page says what is wrong with a link, and leads on', async ({ page }) => {
  for (const [path, way] of [
    ['/reset-password?token=nothing', 'Get a new link'],
    ['/reset-password', 'Get a new link'],
    ['/verify-email?token=nothing', 'Open your profile'],
    ['/undo-email-change?token=nothing', 'Reset the password'],
  ] as const) {
    await page.goto(blog.url + path);
    await expect(page.getByRole('alert')).toContainText(/isn't valid|incomplete/);
    await expect(page.getByRole('link', { name: way })).toBeVisible();
  }
});

test('the dashboard shows the queue and sends a test message', async ({ page }) => {
  await signIn(page.request, blog.url, ADMIN);
  await page.goto(`${blog.url}/dashboard?tab=settings`);
  await expect(page.getByText('noreply@example.com')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await mails.wait(ADMIN.email, /^Test message/);
  await expect(page.getByText('Test message', { exact: true }).first()).toBeVisible();
});

test('members confirm their email before they comment, if the owner asks for it', {
  tag: '@long',
}, async ({ page, browser }) => {
  const owner = await browser.newPage();
  await signIn(owner.request, blog.url, ADMIN);
  await owner.goto(`${blog.url}/dashboard?tab=settings`);
  const setting = owner.getByLabel('Members confirm their email before they comment');
  await setting.click();
  await expect(owner.getByText('Settings saved.')).toBeVisible();

  const data = await member(page);
  await page.goto(`${blog.url}/signin`);
  await fillSignIn(page, data.email, data.password);
  await expect(page).toHaveURL(`${blog.url}/`);
  const post = { title: 'A post', category: 'javascript', content: '<p>Text</p>' };
  const created = await owner.request.post(`${blog.url}/api/post/create`, { data: post });
  await page.goto(`${blog.url}/post/${(await created.json()).slug}#comments`);
  const text = page.getByLabel('Add a comment');
  const submit = page.getByRole('button', { name: 'Submit' });
  await text.fill('Well said');
  await submit.click();
  await expect(page.getByText('Please confirm your email before you comment.')).toBeVisible();
  await expect(text).toHaveValue('Well said');

  const path = linkIn(await mails.wait(data.email, /^Confirm your email/));
  const phone = await browser.newPage();
  await phone.goto(blog.url + path);
  await phone.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(phone.getByText('Your email is confirmed.')).toBeVisible();
  await submit.click();
  await expect(page.locator('#comments').getByRole('article')).toContainText('Well said');
  await expect(text).toHaveValue('');
  await setting.click();
  await expect(setting).not.toBeChecked();
  await Promise.all([owner.close(), phone.close()]);
});

test('without mail, the page says whom to ask', async ({ page, site }) => {
  await page.goto(`${site.url}/forgot-password`);
  await expect(page.getByRole('link', { name: 'hello@example.com' }).first()).toBeVisible();
  await expect(page.getByText('npm run')).toHaveCount(0);
});

test('an invitation arrives by mail with its message, and survives a scanner', {
  tag: '@long',
}, async ({ page, browser }) => {
  const email = `invited-${++made}-${test.info().workerIndex}@example.com`;
  await signIn(page.request, blog.url, ADMIN);
  await page.goto(`${blog.url}/dashboard?tab=users`);
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Message (optional)').fill('Your essays <b>belong</b> here.');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.locator('#toasts')).toContainText(`We're sending an invitation to ${email}.`);
  await expect(dialog).toBeHidden();
  const mail = await mails.wait(email, /invited you to/);
  expect(mail.text).toContain('“Your essays <b>belong</b> here.”');
  const path = linkIn(mail);
  await scan(browser, path);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(blog.url + path);
  await guest.getByLabel('Password', { exact: true }).fill(NEW);
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expect(guest).toHaveURL(/\/dashboard/);
  await guest.context().close();
});
