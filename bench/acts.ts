/**
 * `node bench/acts.ts [FOLDER]`: performs common acts on the working copy in FOLDER (default:
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
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ADMIN, freePort } from '../tests/e2e/support/server.ts';
import { type LivePost, prepare, USER } from './support/acts-content.ts';
import { Hand, OPTIONAL_MS } from './support/hand.ts';

const FOLDER = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const PICTURE = fileURLToPath(new URL('../public/icon-512.png', import.meta.url));
const ACTION_MS = 8_000;

interface Act {
  name: string;
  start: string;
  width?: number;
  do(hand: Hand): Promise<void>;
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

async function chooseCover(hand: Hand): Promise<void> {
  const { page } = hand;
  const preview = page.getByAltText('Uploaded preview');
  // The dialog of the operating system: one click to open it, one to choose.
  hand.clicks += 2;
  await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
  const isDone = await preview.waitFor({ timeout: OPTIONAL_MS }).then(
    () => true,
    () => false,
  );
  if (isDone) return;
  await hand.click(button(page, 'Upload Image'));
  await preview.waitFor();
}

async function typeWord({ page }: Hand): Promise<void> {
  await content(page).click();
  await page.keyboard.type('word');
}

const postActs = (post: LivePost): Act[] => [
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
      await chooseCover(hand);
      await hand.click(button(hand.page, 'Update post'));
      await hand.page.waitForURL(/\/post\//);
    },
  },
];

const TEXT_ACTS: Act[] = [
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
    name: 'Turn a word into inline code, with the mouse',
    start: '/create-post',
    async do(hand) {
      await typeWord(hand);
      // At its start: the paragraph is wider than the word.
      await content(hand.page)
        .locator('p')
        .first()
        .dblclick({ position: { x: 10, y: 10 } });
      hand.clicks += 2;
      await hand.click(button(hand.page, 'Inline code'));
      await content(hand.page).locator('code', { hasText: 'word' }).waitFor();
    },
  },
  {
    name: 'Turn a word into inline code, with keys',
    start: '/create-post',
    async do(hand) {
      await typeWord(hand);
      await hand.press('Control+Shift+ArrowLeft');
      await hand.press('Control+e');
      await content(hand.page).locator('code', { hasText: 'word' }).waitFor();
    },
  },
];

const DASHBOARD_ACTS: Act[] = [
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
      const main = hand.page.getByRole('main');
      const found = main.getByText(USER, { exact: true });
      await main.getByText('reader-19', { exact: true }).waitFor();
      if ((await found.count()) > 0) throw new Error(`${USER} is on the first page`);
      await hand.fill(main.getByRole('searchbox'), USER);
      await found.waitFor();
    },
  },
  {
    name: 'Promote a user',
    start: '/dashboard?tab=users',
    async do(hand) {
      const { page } = hand;
      const main = page.getByRole('main');
      await hand.click(main.getByRole('button', { name: /administrator|admin|promote/i }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: /^Yes/ }));
      await page.getByText(/is now an administrator/).waitFor();
    },
  },
];

const READER_ACTS: Act[] = [
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
    async do(hand) {
      const feed = hand.page.locator('a[href$="/rss.xml"]').filter({ visible: true });
      await hand.click(feed);
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
  const live = await prepare(origin);
  for (const act of [...postActs(live), ...TEXT_ACTS, ...DASHBOARD_ACTS, ...READER_ACTS]) {
    console.log(`| ${act.name} | ${await perform(browser, origin, act)} |`);
  }
  await browser.close();
} finally {
  const ended = once(server, 'exit');
  if (server.exitCode === null && server.kill('SIGTERM')) await ended;
  await rm(dataDir, { recursive: true, force: true });
}
