import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { BROWSER_ARGS, findBrowser } from './browser.ts';
import { freePort } from './server.ts';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** What Lighthouse says of a page, as on a phone. */
export interface Audited {
  /** 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** What cost points: the audit, its title and what it found. */
  faults: string[];
}

/** Runs Lighthouse on these addresses, in a browser of its own with nothing in its cache. */
export async function auditPages(urls: string[], categories: Category[]): Promise<Audited[]> {
  const port = await freePort();
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    const audited: Audited[] = [];
    for (const url of urls) audited.push(await audit(url, port, categories));
    return audited;
  } finally {
    await browser.close();
  }
}

async function audit(url: string, port: number, onlyCategories: Category[]): Promise<Audited> {
  const result = await lighthouse(url, { port, onlyCategories, logLevel: 'error', output: 'json' });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse failed at ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { categories, audits } = result.lhr;
  const scores: Audited['scores'] = {};
  const faults: string[] = [];
  for (const name of onlyCategories) {
    const category = categories[name];
    scores[name] = Math.round((category?.score ?? 0) * 100);
    for (const { id, weight } of category?.auditRefs ?? []) {
      const found = audits[id];
      if (weight === 0 || !found || found.score === null || found.score >= 0.9) continue;
      faults.push(`${name}: ${id} (${found.title}) ${found.displayValue ?? ''}`);
    }
  }
  return { scores, faults };
}
