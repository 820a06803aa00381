import type { APIRequestContext, Browser } from '@playwright/test';
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
  for (const [name, budget] of Object.entries(BUDGETS)) {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: PHONE,
      ...(budget.as === 'admin' ? { storageState } : {}),
    });
    const page = await context.newPage();
    const weight: Weight = { bytes: 0, scriptBytes: 0, imageBytes: 0, requests: 0 };
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
      };
      sizes.push(add());
    });
    await page.goto(paths(budget), { waitUntil: 'networkidle' });
    await Promise.all(sizes);
    await context.close();
    weights.set(name, weight);
  }
  return weights;
}

/** Fills a real post into the paths of the budgets. */
async function addresses(request: APIRequestContext): Promise<(budget: Budget) => string> {
  const posts = await allPosts(request);
  const post = posts.find(
    ({ content, image }) =>
      image !== '' && content.includes('<pre') && content.includes('<blockquote'),
  );
  if (!post) throw new Error('There is no post with code, a quote and pictures');
  return ({ path }) => path.replace('{slug}', post.slug).replace('{id}', post._id);
}
