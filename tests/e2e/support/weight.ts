import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { BUDGETS, type Budget } from './budgets.ts';
import { allPosts } from './pages.ts';
import { ADMIN, type RunningServer } from './server.ts';
import { signIn } from './test.ts';

/** What a page transferred when it was opened. */
export interface Weight {
  bytes: number;
  scriptBytes: number;
  /** Pictures. */
  imageBytes: number;
  /** Responses of the API. */
  callBytes: number;
  requests: number;
}

const COUNTED = new Set(['document', 'stylesheet', 'script', 'font']);
/** A mid-range phone, with Lighthouse's values. */
const PHONE = { width: 412, height: 823 };

/** Opens every page that has a budget, each with an empty cache. */
export async function weighPages(
  browser: Browser,
  site: RunningServer,
): Promise<Map<string, Weight>> {
  const signedIn = await browser.newContext({ baseURL: site.url });
  await signIn(signedIn.request, site.url, ADMIN);
  const storageState = await signedIn.storageState();
  const paths = await addresses(signedIn.request);
  await signedIn.close();
  const weights = new Map<string, Weight>();
  const left = Object.entries(BUDGETS);
  // Most of the time is the wait until nothing loads anymore.
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, budget] = next;
      const state = budget.as === 'admin' ? { storageState } : {};
      const options = { baseURL: site.url, ...state };
      const { until } = budget;
      const wait = until ? (page: Page) => page.locator(until).first().waitFor() : undefined;
      weights.set(name, await weigh(browser, paths(budget), options, wait));
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  return weights;
}

/**
 * Opens a page with an empty cache, waits until it loads nothing more, and then reads it with
 * `read`, if that's given.
 */
export async function weigh(
  browser: Browser,
  path: string,
  options: BrowserContextOptions,
  read?: (page: Page) => Promise<void>,
): Promise<Weight> {
  const context = await browser.newContext({ ...options, viewport: PHONE });
  const page = await context.newPage();
  const weight: Weight = { bytes: 0, scriptBytes: 0, imageBytes: 0, callBytes: 0, requests: 0 };
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    // Chromium 156 and later report the request for the favicon; earlier versions don't.
    if (new URL(request.url()).pathname === '/favicon.svg') return;
    weight.requests += 1;
    const type = request.resourceType();
    const add = async () => {
      const { responseBodySize } = await request.sizes();
      if (COUNTED.has(type)) weight.bytes += responseBodySize;
      if (type === 'script') weight.scriptBytes += responseBodySize;
      if (type === 'image') weight.imageBytes += responseBodySize;
      if (type === 'fetch') weight.callBytes += responseBodySize;
    };
    sizes.push(add());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await read?.(page);
  await Promise.all(sizes);
  await context.close();
  return weight;
}

/** Fills a real post into the paths of the budgets. */
export async function addresses(request: APIRequestContext): Promise<(budget: Budget) => string> {
  const posts = await allPosts(request);
  const post = posts.find(
    ({ content, image }) =>
      image !== '' && content.includes('<pre') && content.includes('<blockquote'),
  );
  if (!post) throw new Error('There is no post with code, a quote and pictures');
  return ({ path }) => path.replace('{slug}', post.slug).replace('{id}', post._id);
}
