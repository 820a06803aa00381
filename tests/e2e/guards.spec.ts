import type { Page } from '@playwright/test';
import {
  type Account,
  expect,
  fillSignIn,
  main,
  newAccount,
  storedUser,
  test,
} from './support/accounts.ts';
import { ADMIN, type RunningServer } from './support/server.ts';
import { signIn } from './support/test.ts';

const GUARDED = ['/dashboard', '/dashboard?tab=users', '/create-post', '/update-post/some-id'];
const profile = (page: Page) => page.getByRole('heading', { name: 'Profile Settings' });

/**
 * Serves the guarded pages like a static host, which doesn't check sessions. The API works. The
 * returned function tells whether the content ever appeared.
 */
async function staticHost(page: Page, site: RunningServer): Promise<() => Promise<boolean>> {
  const admin = await page.context().browser()?.newContext();
  if (!admin) throw new Error('No browser');
  await signIn(admin.request, site.url, ADMIN);
  for (const path of ['/dashboard', '/create-post']) {
    const answer = await admin.request.get(`${site.url}${path}`);
    expect(answer.status()).toBe(200);
    const body = await answer.text();
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
    );
  }
  await admin.close();
  await page.addInitScript(() => {
    const look = () => {
      if (/Profile Settings|Publish Post/.test(document.body?.textContent ?? '')) {
        sessionStorage.setItem('seen', 'yes');
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => sessionStorage.getItem('seen') === 'yes');
}

test('the server redirects guests from every guarded page to /signin', async ({
  request,
  site,
}) => {
  for (const path of GUARDED) {
    const answer = await request.get(`${site.url}${path}`, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 302, '/signin']);
  }
});

test('the server serves the dashboard to users, and the editors only to administrators', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  const status = async (path: string) =>
    (await page.request.get(path, { maxRedirects: 0 })).status();
  expect(await status('/dashboard?tab=profile')).toBe(200);
  expect(await status('/create-post')).toBe(302);
  expect(await status('/update-post/some-id')).toBe(302);
});

test('signing in returns to the guarded page', async ({ page, person }) => {
  await page.goto('/dashboard?tab=profile');
  await expect(page).toHaveURL(/\/signin$/);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/dashboard\?tab=profile$/);
  await expect(profile(page)).toBeVisible();
});

test('on a static host, the page itself redirects guests without flashing its content', async ({
  page,
  person,
  site,
}) => {
  const contentSeen = await staticHost(page, site);
  for (const path of ['/dashboard?tab=profile', '/create-post']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signin$/);
  }
  await page.goto('/dashboard?tab=profile');
  await expect(page).toHaveURL(/\/signin$/);
  expect(await contentSeen()).toBe(false);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/dashboard\?tab=profile$/);
  await expect(profile(page)).toBeVisible();
  // Not an administrator, so the editor doesn't open.
  await page.goto('/create-post');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator('#toasts')).toContainText('Only authors, editors and administrators');
});

test('a user in localStorage without a session gives no access', async ({ page, site }) => {
  const contentSeen = await staticHost(page, site);
  await page.goto('/about');
  await page.evaluate(() => {
    const user = { _id: 'x', username: 'x', email: 'x', profilePicture: '', isAdmin: true };
    localStorage.setItem(
      'root',
      JSON.stringify({ version: 1, theme: 'light', currentUser: { user } }),
    );
  });
  await page.goto('/dashboard?tab=profile');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(main(page).getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await contentSeen()).toBe(false);
  expect(await storedUser(page)).toBeUndefined();
});

test('a skeleton without content is shown until the server responds', async ({
  page,
  signedIn,
}) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('/api/auth/session', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(main(page).getByRole('status')).toHaveText('Loading...');
  await expect(profile(page)).toBeHidden();
  answer();
  await expect(profile(page)).toBeVisible();
  await expect(page.getByRole('complementary').getByText(signedIn.username)).toBeVisible();
});

test('after 5 seconds without a response, the page shows an error and a retry button', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.isAdmin).toBe(false);
  await page.route('/api/auth/session', () => undefined);
  await page.goto('/dashboard');
  await expect(main(page).getByRole('alert')).toContainText("The server can't be reached");
  await expect(profile(page)).toBeHidden();
  await page.unroute('/api/auth/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(profile(page)).toBeVisible();
});

test('signing out in the sidebar leads to the sign-in page, and Back shows no content', async ({
  page,
  person,
}) => {
  await page.goto('/dashboard');
  await fillSignIn(page, person);
  await expect(profile(page)).toBeVisible();
  await page.getByRole('complementary').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.goBack();
  await expect(profile(page)).toBeHidden();
  await page.goto('/signin');
  const somebody: Account = { ...newAccount(), email: person.email, password: person.password };
  await fillSignIn(page, somebody);
  await expect(page).toHaveURL(/\/$/);
});

test('every page opens at the top', async ({ page, login }) => {
  await login('admin');
  await page.setViewportSize({ width: 800, height: 300 });
  await page.goto('/about');
  await page.evaluate(() => window.scrollTo(0, 500));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('tabs are links, and Back and Forward switch them without reloading the page', async ({
  page,
  login,
}) => {
  await login('admin');
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary');
  const current = sidebar.locator('[aria-current="page"]');
  await expect(sidebar.getByText('Administrator', { exact: true })).toBeVisible();
  await expect(sidebar.getByRole('link')).toHaveText([
    'Overview',
    'Profile',
    'Notifications',
    'Posts',
    'Pages',
    'Media',
    'Users',
    'Comments',
    'Redirects',
    'Import',
    'Audit Log',
    'Settings',
  ]);
  await expect(current).toHaveText('Overview');
  await page.evaluate(() => {
    document.body.dataset.loaded = 'once';
  });
  const link = sidebar.getByRole('link', { name: 'Profile' });
  await expect(link).toHaveAttribute('href', '/dashboard?tab=profile');
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?tab=profile$/);
  await expect(page).toHaveTitle(/^Profile – Dashboard – /);
  await expect(profile(page)).toBeVisible();
  await sidebar.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Users' })).toBeVisible();
  await page.goBack();
  await expect(profile(page)).toBeVisible();
  await expect(current).toHaveText('Profile');
  await page.goBack();
  await expect(current).toHaveText('Overview');
  await page.goForward();
  await expect(profile(page)).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once');
});
