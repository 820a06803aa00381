import { readdirSync } from 'node:fs';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

const PAGES = new URL('../../../src/pages/', import.meta.url);
const GUARDED = ['dashboard', 'create-post', 'update-post'];
/** Read by scripts only. */
const FRAGMENTS = ['recent-stories', 'stored-data'];

/**
 * Paths of all public pages except posts, read from the source, so that new pages are included.
 */
export const PUBLIC_PAGES: readonly string[] = readdirSync(PAGES)
  .filter((name) => name.endsWith('.astro'))
  .map((name) => name.slice(0, -'.astro'.length))
  .filter((name) => !name.includes('[') && name !== '404')
  .filter((name) => ![...GUARDED, ...FRAGMENTS].includes(name))
  .map((name) => (name === 'index' ? '/' : `/${name}`))
  .sort();

/** A path without a page. */
export const MISSING_PAGE = '/nothing-here';

export interface ListedPost {
  _id: string;
  title: string;
  slug: string;
  category: string;
  content: string;
  image: string;
  createdAt: string;
}

/** Returns every post of the site, newest first. */
export async function allPosts(request: APIRequestContext): Promise<ListedPost[]> {
  const response = await request.get('/api/post/getposts?limit=100');
  return ((await response.json()) as { posts: ListedPost[] }).posts;
}

/** Runs a search through the API, and again while the server is too busy for it (503). */
export async function searchApi(
  request: APIRequestContext,
  query: string,
): Promise<{ posts: ListedPost[]; totalPosts: number }> {
  let response = await request.get(`/api/post/getposts?${query}`);
  await expect(async () => {
    if (response.status() === 503) response = await request.get(response.url());
    expect(response.status()).toBe(200);
  }).toPass({ timeout: 60_000 });
  return response.json();
}

/**
 * Collects a page's faults: console errors, exceptions, violations of the content security policy,
 * and requests to other sites. Call it before opening the page.
 */
export async function watchForFaults(page: Page, origin: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => faults.push(`exception: ${message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(`${origin}/`)) faults.push(`request to ${url}`);
  });
  page.on('response', (response) => {
    const isDocument = response.request().resourceType() === 'document';
    if (!isDocument && response.status() >= 400) {
      faults.push(`${response.status()} for ${response.url()}`);
    }
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return faults;
}

/**
 * Scrolls down like a reader, half a screen at a time, and waits for what is loading. At the end,
 * all lazy content has loaded.
 */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Comments start to load this far ahead, other islands when they become visible.
    const ahead = 900;
    const isNear = (element: Element, distance: number) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top < innerHeight + distance && bottom > -distance;
    };
    const isLoading = () =>
      [...document.querySelectorAll('[aria-busy="true"]')].some((list) => isNear(list, ahead)) ||
      [...document.querySelectorAll('astro-island[ssr]')].some((island) =>
        isNear(island.firstElementChild ?? island, 0),
      );
    const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 20)));
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      window.scrollTo({ top, behavior: 'instant' });
      await frame();
      const until = performance.now() + 10_000;
      while (isLoading() && performance.now() < until) await frame();
    }
  });
  await page.waitForLoadState('networkidle');
}

/** Blocks all scripts of the page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Returns pictures without an address, hidden svg, and elements with states they don't need. */
export function invalidMarkup(page: Page): Promise<string[]> {
  return page
    .locator(
      'img:not([src]), svg[hidden], [popovertarget][aria-expanded], [type=checkbox][aria-checked]',
    )
    .evaluateAll((elements) => elements.map((element) => element.outerHTML));
}
