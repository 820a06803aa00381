import { type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from '../../tests/e2e/support/browser.ts';
import type { Figures } from './figures.ts';

/** Added to each round trip. */
const LATENCY_MS = 150;
/** A word of every post, of one post, and of none. */
const WORDS = { 'a common': 'promise', 'a rare': 'answer7', 'an unknown': 'zebrafinch' };
const MAX_MS = 60_000;

interface Search {
  requests: number;
  bytes: number;
  ms: number;
}

/** Searches for a word in a new tab, with an empty cache. Returns its requests, bytes and time. */
async function searchOnce(context: BrowserContext, url: string, word: string): Promise<Search> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.goto(`${url}/search`);
  await page.waitForLoadState('networkidle');
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  // Each response replaces it, even one with the same text.
  const shown = await page.locator('[role=status] > span').elementHandle();
  const began = performance.now();
  await page.getByLabel('Search Term').fill(word);
  await page.getByLabel('Search Term').press('Enter');
  await shown?.waitForElementState('hidden', { timeout: MAX_MS });
  const ms = performance.now() - began;
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return { requests: sizes.length, bytes, ms };
}

/** Returns what searches on the search page take, in Chromium. */
export async function searches(url: string): Promise<Figures> {
  const executablePath = ensureBrowser(console.log);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  const figures: Figures = {};
  try {
    for (const [kind, word] of Object.entries(WORDS)) {
      const context = await browser.newContext();
      const { requests, bytes, ms } = await searchOnce(context, url, word);
      figures[`search for ${kind} word, requests`] = {
        value: requests,
        unit: 'requests',
        limit: 40,
      };
      figures[`search for ${kind} word, bytes`] = { value: bytes, unit: 'bytes' };
      figures[`search for ${kind} word, time`] = { value: ms, unit: 'ms', limit: 2_000 };
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return figures;
}
