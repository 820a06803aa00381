/**
 * The first search in a browser with 1,000 posts: what it loads, and the time from a key press to
 * the results; the same in the search dialog with 10,000 posts. Needs Chromium.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { startServer } from '../tests/e2e/support/server.ts';
import { signInAs, untilIndexed } from './support/client.ts';
import { percentile } from './support/figures.ts';
import { fillWithPosts } from './support/posts.ts';
import { kb, ms, type Row, within } from './support/rows.ts';

const POSTS = 1_000;
const KEY_PRESSES = 20;
const AIM_BYTES = 150_000;
/** Includes the debounce of 150 ms. */
const AIM_KEY_MS = 300;
const DIALOG_POSTS = 10_000;
const AIM_DIALOG_MS = 120;
/** All posts have these words, or few do. */
const DIALOG_TERMS = ['promise', 'measured art', 'article 47', 'network cache', 'javascript'];

/** Transferred bytes (bodies) and requests of everything that searching loads. */
async function firstSearch(page: Page, url: string, term: string) {
  let bytes = 0;
  let requests = 0;
  const pending: Promise<unknown>[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/search/v')) return;
    requests++;
    pending.push(request.sizes().then((sizes) => (bytes += sizes.responseBodySize)));
  });
  await page.goto(`${url}/search?searchTerm=${encodeURIComponent(term)}`);
  await page.locator('main article').first().waitFor();
  await page.waitForLoadState('networkidle');
  await Promise.all(pending);
  return { bytes, requests };
}

/**
 * Returns the time from a key press to the new results. Titles have a word that starts with
 * `letter`.
 */
async function keyPress(page: Page, letter: string): Promise<number> {
  await page.getByLabel('Search Term').fill('');
  await page.locator('main article').first().waitFor();
  await setTimeout(400);
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let started = 0;
        addEventListener('keydown', () => (started = performance.now()), { once: true });
        const observer = new MutationObserver(() => {
          const isShown = document.querySelector('main mark') !== null;
          if (!isShown || !location.search.includes(`Term=${wanted}&`)) return;
          observer.disconnect();
          resolve(performance.now() - started);
        });
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    letter,
  );
  await page.getByLabel('Search Term').press(letter);
  return shown;
}

/** Runs in the page. `shown`: the milliseconds from the next key press to its results. */
function timeOfNextResults(): { shown: Promise<number> } {
  const dialog = document.querySelector('.search-dialog') as HTMLElement;
  const field = dialog.querySelector('.search-dialog-term') as HTMLInputElement;
  const all = dialog.querySelector('.search-dialog-all') as HTMLAnchorElement;
  let started = 0;
  addEventListener('keydown', () => (started = performance.now()), { once: true });
  const shown = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      const term = new URL(all.href).searchParams.get('searchTerm');
      if (started === 0 || term !== field.value.trim()) return;
      observer.disconnect();
      resolve(performance.now() - started);
    });
    observer.observe(dialog, { subtree: true, childList: true, attributes: true });
  });
  return { shown };
}

/**
 * Types terms into the dialog, letter by letter. Returns the times from each key press to the
 * results, in milliseconds.
 */
async function dialogKeys(page: Page, url: string): Promise<number[]> {
  await page.goto(url);
  await page.keyboard.press('/');
  const input = page.getByRole('combobox', { name: 'Search articles' });
  await input.waitFor();
  const times: number[] = [];
  for (const term of DIALOG_TERMS) {
    await input.fill('');
    for (const letter of term) {
      if (letter === ' ') {
        // It changes no results.
        await page.keyboard.press('Space');
        continue;
      }
      const timer = await page.evaluateHandle(timeOfNextResults);
      await page.keyboard.press(letter);
      times.push(await timer.evaluate(({ shown }) => shown));
    }
  }
  return times;
}

/** Returns the row about the search dialog of a large site. */
async function measureDialog(browser: Browser): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  try {
    await fillWithPosts(dataDir, DIALOG_POSTS);
    const server = await startServer({ dataDir, readyMs: 15 * 60_000 });
    try {
      const page = await browser.newPage();
      await dialogKeys(page, server.url);
      const times = await dialogKeys(page, server.url);
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
      return {
        ...within('key press to results in the dialog, 10,000 posts', p95, AIM_DIALOG_MS, ms),
        ours: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns the rows about searching. */
export async function measure(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  const browser = await chromium.launch({
    executablePath: ensureBrowser(console.log),
    args: BROWSER_ARGS,
  });
  try {
    await fillWithPosts(dataDir, POSTS);
    const server = await startServer({ dataDir });
    try {
      await untilIndexed(server.url, await signInAs(server.url));
      const page = await browser.newPage();
      const { bytes, requests } = await firstSearch(page, server.url, 'measured promise');
      const keys: number[] = [];
      for (let n = 0; n < KEY_PRESSES; n++)
        keys.push(await keyPress(page, n % 2 === 0 ? 'm' : 'a'));
      const [p50, p95] = [percentile(keys, 0.5), percentile(keys, 0.95)];
      return [
        {
          ...within('first search, 1,000 posts (requests)', bytes, AIM_BYTES, kb),
          ours: `${kb(bytes)} (${requests})`,
        },
        {
          ...within('key press to results, 1,000 posts', p95, AIM_KEY_MS, ms),
          ours: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
        },
        await measureDialog(browser),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await browser.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
