/**
 * `node bench/acts.ts [FOLDER]`: performs ten common acts on the working copy in FOLDER (default:
 * this one) and counts clicks and pressed keys. Run it on two versions to compare them:
 *
 *     git worktree add ../before 617266a && (cd ../before && npm ci)
 *     node bench/acts.ts ../before
 *     node bench/acts.ts
 *
 * Each act starts on the page named in it. Characters of texts and names aren't counted, because
 * they are the same in every version; a shortcut counts as one key, and so does Enter. An act
 * that can't be finished in the screens counts as "not possible".
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ADMIN, freePort } from '../tests/e2e/support/server.ts';

const FOLDER = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const PICTURE = fileURLToPath(new URL('../public/icon-512.png', import.meta.url));
const ACTION_MS = 10_000;
/** How long an optional control may take to appear. */
const OPTIONAL_MS = 2_000;
const UPLOAD_MS = 3_000;

/** Acts like a person, and counts. */
class Hand {
  clicks = 0;
  keys = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async click(target: Locator): Promise<void> {
    await target.first().click();
    this.clicks += 1;
  }
  /** Clicks it if it appears. */
  async clickIfThere(target: Locator): Promise<boolean> {
    const isThere = await target
      .first()
      .waitFor({ timeout: OPTIONAL_MS })
      .then(
        () => true,
        () => false,
      );
    if (isThere) await this.click(target);
    return isThere;
  }
  async fill(field: Locator, text: string): Promise<void> {
    const isFocused = await field.first().evaluate((element) => element === document.activeElement);
    if (!isFocused) await this.click(field);
    await field.first().fill(text);
  }
  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
    this.keys += 1;
  }
}

interface Act {
  name: string;
  start: string;
  width?: number;
  do(hand: Hand): Promise<void>;
}

interface Post {
  _id: string;
  slug: string;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true });
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name }).filter({ visible: true });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const title = (page: Page) => page.getByLabel('Title').first();

/** From the home page to the empty editor: the header's menu, or the profile. */
async function openEditor(hand: Hand): Promise<void> {
  await hand.click(button(hand.page, /account/i));
  if (!(await hand.clickIfThere(link(hand.page, 'New post')))) {
    await hand.click(link(hand.page, 'Profile'));
    await hand.click(link(hand.page, 'Create New Post'));
  }
  await content(hand.page).waitFor();
}

async function openUpdate(hand: Hand): Promise<void> {
  const { page } = hand;
  const name = (await page.getByRole('heading', { level: 1 }).textContent())?.trim() ?? '';
  if (!(await hand.clickIfThere(link(page, /Edit this post/)))) {
    await hand.click(button(page, /account/i));
    await hand.click(link(page, /Dashboard|Profile/));
    await hand.click(link(page, /^Posts$/));
    const row = page.locator('article, li, tr').filter({ hasText: name });
    await hand.click(row.getByRole('link', { name: /^Edit/ }));
  }
  await page.waitForFunction(() => document.querySelector('.ql-editor')?.textContent !== '');
}

async function chooseCover(hand: Hand, page: Page): Promise<void> {
  const uploaded = page
    .waitForRequest((one) => one.url().endsWith('/api/upload'), { timeout: OPTIONAL_MS })
    .then(
      () => true,
      () => false,
    );
  // The dialog of the operating system: one click to open it, one to choose.
  hand.clicks += 2;
  await page.locator('input[type=file]').first().setInputFiles(PICTURE);
  if (!(await uploaded)) await hand.click(button(page, 'Upload Image'));
  // A small file on this machine.
  await page.waitForTimeout(UPLOAD_MS);
}

const actsOn = (post: Post): Act[] => [
  {
    name: 'Write and publish a post',
    start: '/',
    async do(hand) {
      await openEditor(hand);
      await hand.fill(title(hand.page), 'A walk along the river');
      await hand.fill(hand.page.getByRole('combobox', { name: 'Category' }), 'travel');
      await hand.fill(content(hand.page), 'It begins behind the station.');
      await hand.click(button(hand.page, 'Publish Post'));
      await hand.page.waitForURL(/\/post\//);
    },
  },
  {
    name: 'Fix a typo in a live post',
    start: `/post/${post.slug}`,
    async do(hand) {
      await openUpdate(hand);
      await hand.click(content(hand.page).locator('p').first());
      await hand.press('End');
      await hand.press('.');
      await hand.click(button(hand.page, 'Update post'));
      await hand.page.waitForURL(/\/post\//);
    },
  },
  {
    name: 'Replace a cover',
    start: `/post/${post.slug}`,
    async do(hand) {
      await openUpdate(hand);
      await chooseCover(hand, hand.page);
      await hand.click(button(hand.page, 'Update post'));
      await hand.page.waitForURL(/\/post\//);
    },
  },
  {
    name: 'Delete a spam comment',
    start: '/dashboard?tab=comments',
    async do(hand) {
      const main = hand.page.getByRole('main');
      await hand.click(main.getByRole('button', { name: /^Delete/ }));
      await hand.click(button(hand.page, "Yes, I'm sure"));
      await hand.page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'Find a user by name',
    start: '/dashboard?tab=users',
    async do(hand) {
      const field = hand.page.getByRole('main').getByRole('searchbox');
      await hand.fill(field, 'reader-19');
      await hand.page.getByText('reader-19', { exact: false }).first().waitFor();
    },
  },
  {
    name: 'Promote a user',
    start: '/dashboard?tab=users',
    async do(hand) {
      const { page } = hand;
      const main = page.getByRole('main');
      const changed = page.waitForResponse(
        (one) => one.url().includes('/api/user/role/') && one.ok(),
      );
      changed.catch(() => undefined);
      await hand.click(main.getByRole('button', { name: /administrator|promote/i }));
      await hand.clickIfThere(page.getByRole('dialog').getByRole('button', { name: /^Yes/ }));
      await changed;
    },
  },
  {
    name: 'Restore a draft after a reload',
    start: '/create-post',
    async do(hand) {
      const { page } = hand;
      await title(page).fill('Unfinished');
      await content(page).fill('Half a thought.');
      await page.getByText(/saved/i).filter({ visible: true }).first().waitFor();
      await hand.press('F5');
      await page.reload();
      await hand.clickIfThere(button(page, /^Restore/));
      await page.getByText('Half a thought.').waitFor();
    },
  },
  {
    name: 'Search on a phone',
    start: '/search',
    width: 375,
    async do(hand) {
      const field = hand.page.getByPlaceholder('Search posts...');
      if (!(await field.isVisible())) await hand.click(button(hand.page, /filter/i));
      await hand.fill(field, 'keyboard');
      await hand.press('Enter');
      await hand.page.waitForURL(/searchTerm=keyboard/);
      await hand.page
        .getByText(/keyboard/i)
        .first()
        .waitFor();
    },
  },
  {
    name: 'Subscribe to the feed',
    start: '/',
    do: (hand) => hand.click(link(hand.page, /Subscribe via RSS/)),
  },
  {
    name: 'Turn a word into inline code',
    start: '/create-post',
    async do(hand) {
      await content(hand.page).fill('word');
      await content(hand.page).locator('p').first().dblclick();
      hand.clicks += 2;
      await hand.press('Control+e');
      await content(hand.page).locator('code').waitFor();
    },
  },
];

async function perform(browser: Browser, origin: string, act: Act): Promise<string> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: act.width ?? 1280, height: 800 },
  });
  context.setDefaultTimeout(ACTION_MS);
  try {
    const data = { email: ADMIN.email, password: ADMIN.password };
    const answer = await context.request.post('/api/auth/signin', { data });
    const { user } = (await answer.json()) as { user: object };
    const root = JSON.stringify({ version: 1, theme: 'light', currentUser: { user } });
    await context.addInitScript((stored) => localStorage.setItem('root', stored), root);
    const page = await context.newPage();
    await page.goto(act.start, { waitUntil: 'networkidle' });
    const hand = new Hand(page);
    await act.do(hand);
    return `${hand.clicks} clicks, ${hand.keys} keys`;
  } catch (error) {
    if (process.env.WHY) console.error(act.name, error);
    return 'not possible';
  } finally {
    await context.close();
  }
}

async function prepare(origin: string): Promise<Post> {
  const headers = { 'content-type': 'application/json' };
  for (let number = 10; number < 20; number++) {
    const username = `reader-${number}`;
    const password = 'the long way home 7';
    const body = JSON.stringify({ username, email: `${username}@example.com`, password });
    await fetch(`${origin}/api/auth/signup`, { method: 'POST', headers, body });
  }
  const signedIn = await fetch(`${origin}/api/auth/signin`, {
    ...{ method: 'POST', headers, body: JSON.stringify(ADMIN) },
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const body = JSON.stringify({
    ...{ title: 'A live post', category: 'javascript' },
    content: '<p>The first line</p><p>The second line.</p>',
  });
  const made = await fetch(`${origin}/api/post/create`, {
    ...{ method: 'POST', headers: { ...headers, cookie }, body },
  });
  return (await made.json()) as Post;
}

const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-acts-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, [join(FOLDER, 'scripts/start.ts')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    ...{ DATA_DIR: dataDir, PORT: String(port), SITE_URL: origin, LOG_LEVEL: 'silent' },
    ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ADMIN_USERNAME: 'admin' },
  },
});
try {
  while (!(await fetch(`${origin}/api/health`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('The server did not start.');
    await new Promise((wait) => setTimeout(wait, 200));
  }
  const executablePath = ensureBrowser((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  const post = await prepare(origin);
  for (const act of actsOn(post)) {
    console.log(`| ${act.name} | ${await perform(browser, origin, act)} |`);
  }
  await browser.close();
} finally {
  const ended = once(server, 'exit');
  if (server.exitCode === null && server.kill('SIGTERM')) await ended;
  await rm(dataDir, { recursive: true, force: true });
}
