/**
 * Bytes and requests of home, post, search, dashboard and editor on a phone, and Lighthouse. Needs
 * Chromium.
 */
import { chromium } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { BUDGETS } from '../tests/e2e/support/budgets.ts';
import { auditPages, type Category } from '../tests/e2e/support/lighthouse.ts';
import { startServer } from '../tests/e2e/support/server.ts';
import { weighPages } from '../tests/e2e/support/weight.ts';
import { kb, type Row } from './support/rows.ts';

const WEIGHED = ['home', 'post', 'search', 'dashboard', 'create-post'];
const CATEGORIES: Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

async function weights(site: Awaited<ReturnType<typeof startServer>>): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: ensureBrowser(console.log),
    args: BROWSER_ARGS,
  });
  try {
    const weighed = await weighPages(browser, site);
    return WEIGHED.map((name) => {
      const { bytes = 0, imageBytes = 0, requests = 0 } = weighed.get(name) ?? {};
      const budget = BUDGETS[name]?.bytes ?? 0;
      return {
        what: `${name}: bytes before pictures (requests; pictures)`,
        ours: `${kb(bytes)} (${requests}; ${kb(imageBytes)})`,
        baseline: `${kb(budget)}, its budget`,
        ratio: bytes / budget,
        aim: { atMost: 1 },
      };
    });
  } finally {
    await browser.close();
  }
}

async function lighthouse(url: string): Promise<Row[]> {
  const response = await fetch(`${url}/api/post/getposts?limit=1`);
  const { posts } = (await response.json()) as { posts: { slug: string }[] };
  const paths = { home: '/', post: `/post/${posts[0]?.slug}`, search: '/search' };
  const urls = Object.values(paths).map((path) => url + path);
  // On a busy machine, Chromium sometimes records no trace, so this retries once.
  const audited = await auditPages(urls, CATEGORIES).catch(() => auditPages(urls, CATEGORIES));
  return Object.keys(paths).map((name, index) => {
    const { scores = {} } = audited[index] ?? {};
    const values = CATEGORIES.map((category) => scores[category] ?? 0);
    // Search results are noindex on purpose, which lowers the last score.
    const judged = name === 'search' ? {} : { aim: { atLeast: 1 } };
    return {
      what: `Lighthouse, mobile, ${name}`,
      ours: values.join(' · '),
      baseline: 'performance · accessibility · practices · SEO',
      ratio: Math.min(...values) / 100,
      ...judged,
    };
  });
}

/** Returns the rows about the weight of pages. */
export async function measure(): Promise<Row[]> {
  const site = await startServer({ seed: 'demo' });
  try {
    return [...(await weights(site)), ...(await lighthouse(site.url))];
  } finally {
    await site.stop();
  }
}
