import type { BrowserContext, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { STORED_IN_BROWSER } from '../../src/lib/stored-data.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts';
import { expectPublished } from './support/publishing.ts';
import { ADMIN, freePort } from './support/server.ts';
import { test as base, expect, ownServer, signIn } from './support/test.ts';

/** A site with Google and GitHub sign-in and passkeys, which can store everything on the list. */
let provider: OpenIdProvider;
const test = base.extend(
  ownServer(async () => {
    const port = await freePort();
    provider = await startOpenIdProvider(`http://localhost:${port}/api/auth/google/callback`);
    const email = 'gwen@example.com';
    provider.accounts.set('gwen', { sub: 'gwen', name: 'Gwen', email, email_verified: true });
    const github = { GITHUB_CLIENT_ID: 'inkwell', GITHUB_CLIENT_SECRET: 'secret' };
    return { port, hostname: 'localhost', seed: 'demo', env: { ...provider.env, ...github } };
  }),
);
test.afterAll(() => provider?.stop());

/** Records everything that pages and responses store, even briefly. */
async function watch(context: BrowserContext): Promise<Set<string>> {
  const stored = new Set<string>();
  await context.exposeFunction('recordStored', (what: string) => void stored.add(what));
  await context.addInitScript(() => {
    const record = (what: string) =>
      (window as unknown as { recordStored(what: string): void }).recordStored(what);
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      record(`${this === localStorage ? 'Local' : 'Session'} storage: ${key}`);
      set.call(this, key, value);
    };
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name, version) => {
      record(`IndexedDB: ${name}`);
      return open(name, version);
    };
  });
  context.on('response', async (response) => {
    const headers = await response.headersArray().catch(() => []);
    for (const { name, value } of headers) {
      if (name.toLowerCase() === 'set-cookie') stored.add(`Cookie: ${value.split('=')[0]}`);
    }
  });
  return stored;
}

/** Returns what the browser has stored now, to check that nothing went unrecorded. */
async function storedNow(context: BrowserContext, page: Page): Promise<string[]> {
  const cookies = (await context.cookies()).map(({ name }) => `Cookie: ${name}`);
  const others = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((key) => `Local storage: ${key}`),
    ...Object.keys(sessionStorage).map((key) => `Session storage: ${key}`),
    ...(await indexedDB.databases()).map(({ name }) => `IndexedDB: ${name}`),
    ...(await caches.keys()).map((name) => `Cache: ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `Worker: ${scope}`),
  ]);
  return [...cookies, ...others];
}

/** Returns the address of comments on a post. */
async function pathOfComments({ request }: BrowserContext): Promise<string> {
  const { posts } = await (await request.get('/api/post/getposts')).json();
  for (const { _id, slug } of posts) {
    const comments = await (await request.get(`/api/comment/getPostComments/${_id}`)).json();
    if (comments.length > 0) return `/post/${slug}#comments`;
  }
  throw new Error('no post has comments');
}

/** Replaces ids with `…`, as the privacy policy does. */
const withoutIds = (names: Iterable<string>) =>
  [
    ...new Set(
      [...names].map((name) =>
        name.replace(/(comment-draft:|editor-place:|inkwell_(?:passkey|sign_in)_).+/, '$1…'),
      ),
    ),
  ].sort();

test('the privacy policy lists exactly what a visit stores in the browser', async ({
  page,
  context,
  site,
}) => {
  test.slow();
  const stored = await watch(context);
  const person = {
    username: 'prudence',
    email: 'prudence@example.com',
    password: 'nothing to hide',
  };
  const signInHere = async ({ email, password }: { email: string; password: string }) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  };

  await page.goto('/');
  expect(await storedNow(context, page)).toEqual([]);
  await page.getByRole('button', { name: 'Dark theme' }).click();

  // Guests write and like first.
  await page.goto(await pathOfComments(context));
  await page.getByLabel('Add a comment').fill('Before signing in');
  await page.getByRole('button', { name: 'Sign in to send' }).click();
  await page.waitForURL('**/signin');
  await page.goBack();
  await page
    .getByRole('button', { name: /^Like the comment by / })
    .first()
    .click();
  await page.waitForURL('**/signin');

  await page.goto('/signup');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.waitForURL('**/signin');
  await page.goto('/dashboard?tab=profile');
  await page.waitForURL('**/signin');
  await signInHere(person);
  await page.waitForURL((url) => url.pathname !== '/signin');
  await page.goto('/dashboard?tab=profile');

  // The session ends while the profile is being edited.
  await page.getByLabel('Username').fill('prudence-2');
  await context.request.post(`${site.url}/api/user/signout`);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByText('Your session has ended').waitFor();
  await signIn(context.request, site.url, person);

  await page.goto('/');
  await page.locator('a[href^="/post/"]').first().click();
  await page.getByLabel('Add a comment').fill('Not sent yet');
  await page.goto('/search?searchTerm=javascript');
  await page.getByRole('heading', { name: 'Search Results' }).waitFor();

  await page.goto('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('button', { name: 'Yes, delete my account' }).click();
  await page.waitForURL('**/signin');

  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await (await popup).getByRole('button', { name: 'Gwen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await context.request.post(`${site.url}/api/user/signout`);

  await page.goto('/signin');
  await signInHere(ADMIN);
  await page.waitForURL('**/');
  await page.goto('/dashboard?tab=settings');
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Not saved yet');
  await page.goto('/create-post');
  // The page is left before the browser has stored it.
  await page.evaluate(() => {
    addEventListener('input', () => dispatchEvent(new Event('pagehide')), { once: true });
  });
  await page.getByRole('textbox', { name: 'Title' }).fill('A draft');
  await expect.poll(() => stored.has('IndexedDB: inkwell-drafts')).toBe(true);
  await expect.poll(() => stored.has('IndexedDB: inkwell-recordings')).toBe(true);
  // Its place is stored when the page is left, once the draft is on the server.
  await expect(page.locator('.writing-status [data-sync]')).toHaveText('Saved');
  for (const way of ['on', 'off']) {
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await expect(page.getByRole('button', { name: 'Exit focus mode' })).toBeVisible({
      visible: way === 'on',
    });
  }
  await page.getByRole('combobox', { name: 'Category' }).fill('javascript');
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.type('Words');
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expectPublished(page, '/post/a-draft');
  await page.goto('/dashboard?tab=profile');
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();

  // The first step of signing in with GitHub, which isn't reached.
  const github = '/api/auth/provider/github/start?attempt=attempt-1';
  await context.request.get(github, { maxRedirects: 0 });

  // The code of an authenticator app is asked for once it's on.
  const totp = '/api/auth/second-factor/totp';
  const { secret } = await (await context.request.post(`${totp}/begin`)).json();
  const data = { code: new TOTP({ secret }).generate() };
  expect((await context.request.post(totp, { data })).status()).toBe(201);
  expect((await context.request.post('/api/auth/signin', { data: ADMIN })).status()).toBe(401);

  await page.goto('/privacy-policy');
  for (const found of await storedNow(context, page)) stored.add(found);
  // The tests' identity provider runs on the same host, so its cookies appear too.
  const ours = [...stored].filter((name) => !/^Cookie: _(interaction|session)/.test(name));
  const listed = STORED_IN_BROWSER.map(({ place, name }) => `${place}: ${name}`);
  expect(withoutIds(ours)).toEqual(listed.sort());
  const names = STORED_IN_BROWSER.flatMap(({ name, httpsName = name }) => [name, httpsName]);
  for (const name of new Set(names)) {
    await expect(page.getByRole('listitem').getByText(name, { exact: true })).toBeVisible();
  }
});
