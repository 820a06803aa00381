/**
 * The first search in a browser with 1,000 posts: what it loads, and the time from a key press to
 * the results. Needs Chromium.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
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
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await browser.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
