import type { Page } from '@playwright/test';
import { alert, expect, fillSignIn, main, test } from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { signIn } from './support/test.ts';

const ONLY_ADMINS = 'Only authors, editors and administrators can write and edit posts.';
const toasts = (page: Page) => page.locator('#toasts');
const submit = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** How web servers that only have files answer API calls. */
const STATIC_HOSTS = [
  { host: 'one that finds no file', status: 404, contentType: 'text/html' },
  { host: 'one that only allows GET', status: 405, contentType: 'text/html' },
  { host: "Python's http.server", status: 501, contentType: 'text/html' },
  { host: 'one that serves a page for every path', status: 200, contentType: 'text/html' },
];

/** Serves the site's files without its API. */
async function withoutServer(page: Page, { status, contentType } = STATIC_HOSTS[0] as Answer) {
  const body = '<!doctype html><title>A page</title>';
  await page.route('**/api/**', (route) => route.fulfill({ status, contentType, body }));
}
type Answer = (typeof STATIC_HOSTS)[number];

test("on a static host, the forms say that accounts aren't available", async ({ page }) => {
  for (const answer of STATIC_HOSTS) {
    await withoutServer(page, answer);
    await page.goto('/signin');
    await expect(alert(page), answer.host).toHaveText(
      "Sign-in isn't available on this copy of the site.",
    );
    await expect(submit(page, 'Sign In')).toBeDisabled();
    await expect(page.locator('body')).not.toContainText('Request failed');
  }
  await page.goto('/signup');
  await expect(alert(page)).toHaveText("Sign-up isn't available on this copy of the site.");
  await expect(submit(page, 'Sign Up')).toBeDisabled();
});

test('without a server, the dashboard says so instead of asking to try again', async ({
  page,
  site,
  context,
}) => {
  await signIn(context.request, site.url, ADMIN);
  await withoutServer(page);
  await page.goto('/dashboard');
  await expect(main(page).getByRole('alert')).toContainText(
    "Sign-in isn't available on this copy of the site",
  );
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('without a server, a post says that commenting isn’t available', { tag: '@long' }, async ({
  page,
  site,
}) => {
  const admin = await page.context().browser()?.newContext();
  if (!admin) throw new Error('No browser');
  await signIn(admin.request, site.url, ADMIN);
  const data = { title: 'A post to copy', category: 'reactjs', content: '<p>Text</p>', image: '' };
  const { slug } = await (await admin.request.post(`${site.url}/api/post/create`, { data })).json();
  await admin.close();
  for (const answer of STATIC_HOSTS) {
    await withoutServer(page, answer);
    await page.goto(`/post/${slug}`);
    await main(page).getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
    const notice = "Commenting isn't available on this copy of the site.";
    await expect(main(page).getByText(notice), answer.host).toBeVisible();
    await expect(main(page).getByLabel('Add a comment')).toBeHidden();
    await expect(main(page).getByRole('alert')).toHaveCount(0);
  }
});

test('a server that is down is not taken for a static copy', async ({ page }) => {
  await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.goto('/signin');
  await expect(submit(page, 'Sign In')).toBeEnabled();
  await expect(alert(page)).toHaveCount(0);
});

test('a member who opens an editor sees why the home page opens', { tag: '@long' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  for (const path of ['/create-post', '/update-post/some-id']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect(toasts(page)).toContainText(ONLY_ADMINS);
  }
  // Once, and for no other page.
  await page.goto('/about');
  await expect(toasts(page)).toBeEmpty();
  await page.goto('/signin');
  await expect(page).toHaveURL(/\/$/);
  await expect(toasts(page)).toBeEmpty();
});

test('a guest who signs in as a member for an editor sees why it does not open', {
  tag: '@long',
}, async ({ page, person }) => {
  await page.goto('/create-post');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(toasts(page)).toBeEmpty();
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
  await expect(toasts(page)).toContainText(ONLY_ADMINS);
});

test('signing out says so on a reading page', { tag: '@long' }, async ({ page, person }) => {
  await page.goto('/signin');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(toasts(page)).toContainText("You're signed out.");
  // Not again on the next page.
  await page.goto('/about');
  await expect(toasts(page)).toBeEmpty();
});

test('signing out on the dashboard says so on the page that follows, in every tab', async ({
  page,
  context,
  signedIn,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/dashboard');
    await expect(tab.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  }
  await page.getByRole('complementary').getByRole('button', { name: 'Sign Out' }).click();
  // At once: the messages disappear after six seconds.
  await Promise.all(
    [page, other].map(async (tab) => {
      await expect(tab).toHaveURL(/\/signin$/);
      await expect(toasts(tab)).toContainText("You're signed out.");
    }),
  );
  expect(signedIn.isAdmin).toBe(false);
});

test('a failed sign-out shows no success message', { tag: '@long' }, async ({ page, signedIn }) => {
  await page.goto('/dashboard');
  await page.route('**/api/user/signout', (route) => route.fulfill({ status: 500, json: {} }));
  const button = page.getByRole('complementary').getByRole('button', { name: 'Sign Out' });
  await button.click();
  await expect(button).toBeEnabled();
  await expect(toasts(page)).toBeEmpty();
  await expect(page).toHaveURL(/\/dashboard/);
  expect(signedIn.isAdmin).toBe(false);
});

test('on a phone, the forms work with only the keyboard', { tag: '@long' }, async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/signin');
  await expect(submit(page, 'Sign In')).toBeEnabled();
  await page.getByLabel('Email').focus();
  const order = ['Password', 'Show what was typed', 'Sign In', 'Use a passkey', 'Sign Up'];
  for (const name of order) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await expect(focused).toHaveAccessibleName(name);
    await expect(focused).toBeInViewport();
    const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline, name).toBe('solid');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signup$/);
  await page.goBack();
  // Until then, Enter doesn't submit.
  await expect(submit(page, 'Sign In')).toBeEnabled();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(alert(page)).toBeVisible();
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
});

test('the notice of a static copy has no axe findings in both themes', { tag: '@long' }, async ({
  page,
}) => {
  await withoutServer(page);
  await page.goto('/signin');
  await expect(alert(page)).toBeVisible();
  await expectSound(page);
});
