import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './browser.ts';
import { freePort } from './server.ts';

const FOLDER = fileURLToPath(new URL('../../lighthouse/', import.meta.url));

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** The result of one page, on a simulated phone. */
export interface Audited {
  /** 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** Failed audits: ID, title and finding. */
  faults: string[];
}

/** The part of Lighthouse that we use; see its docs/readme.md, "Using programmatically". */
type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: Category[]; logLevel: 'error'; output: 'json' },
) => Promise<
  | {
      lhr: {
        runtimeError?: { message: string };
        categories: Partial<
          Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
        >;
        audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
      };
    }
  | undefined
>;

/** Loads Lighthouse. Installs it first if it's missing: 176 MB that nothing else needs. */
async function loadLighthouse(): Promise<Lighthouse> {
  const { resolve } = createRequire(`${FOLDER}package.json`);
  const entry = () => pathToFileURL(resolve('lighthouse')).href;
  try {
    return (await import(entry())).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
  }
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, { cwd: FOLDER, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Lighthouse could not be installed:\n${stderr}`);
  return (await import(entry())).default;
}

/** Runs Lighthouse on these URLs, in a separate browser with an empty cache. */
export async function auditPages(urls: string[], categories: Category[]): Promise<Audited[]> {
  const lighthouse = await loadLighthouse();
  const port = await freePort();
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    const audited: Audited[] = [];
    for (const url of urls) audited.push(await audit(lighthouse, url, port, categories));
    return audited;
  } finally {
    await browser.close();
  }
}

async function audit(
  lighthouse: Lighthouse,
  url: string,
  port: number,
  onlyCategories: Category[],
): Promise<Audited> {
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
