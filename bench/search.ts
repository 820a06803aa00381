/**
 * Search at 100, 1,000 and 10,000 posts: from publishing to being found (at once, through the list of
 * changes) and to being in the index; bytes and requests of a first search; from a key press to results in
 * a browser; and the memory that indexing takes.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { INDEX_FILE, INDEX_PATH } from '../api/search/format.ts';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ADMIN, type RunningServer, startServer } from '../tests/e2e/support/server.ts';
import { peakMb, percentile } from './support/figures.ts';
import { articleOf, fillWithPosts } from './support/posts.ts';

const SIZES = (process.argv[2] ?? '100,1000,10000').split(',').map(Number);
const PUBLISHES = Number(process.argv[3] ?? 20);
const KEY_PRESSES = 20;
const SAMPLE_MS = 20;

interface IndexFile {
  changed: unknown[];
  shards: { posts: number }[];
}

interface Status {
  index: { state: string; waiting: number; lastLagMs: number | null };
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function statusOf(url: string, cookie: string): Promise<Status['index']> {
  const response = await fetch(`${url}/api/publish/status`, { headers: { Cookie: cookie } });
  return ((await response.json()) as Status).index;
}

async function untilCurrent(url: string, cookie: string): Promise<void> {
  for (;;) {
    const { state, waiting } = await statusOf(url, cookie);
    if (state === 'current' && waiting === 0) return;
    if (state === 'failed') throw new Error('indexing failed');
    await setTimeout(50);
  }
}

/** Publishes one post. Gives the ms until searches find it, and until it is in its shard. */
async function publishOne(url: string, cookie: string, index: number) {
  const started = performance.now();
  const response = await fetch(`${url}/api/post/create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(articleOf(index)),
  });
  if (response.status !== 201) throw new Error(`create answered ${response.status}`);
  const { slug } = (await response.json()) as { slug: string };
  const known = await (await fetch(`${url}${INDEX_PATH}/${INDEX_FILE}`)).text();
  if (!known.includes(slug)) throw new Error('a new post is not found at once');
  const found = performance.now() - started;
  for (;;) {
    const file = (await (await fetch(`${url}${INDEX_PATH}/${INDEX_FILE}`)).json()) as IndexFile;
    if (file.changed.length === 0) return { found, indexed: performance.now() - started };
    await setTimeout(10);
  }
}

/** The most memory of the processes below this one while it is watched; Linux only. */
function watchMemory(pid: number): () => Promise<number> {
  const peaks = new Map<string, number>();
  let isOn = true;
  const watching = (async () => {
    while (isOn) {
      for (const child of await descendantsOf(pid)) {
        const peak = await peakMb(Number(child)).catch(() => Number.NaN);
        if (peak > (peaks.get(child) ?? 0)) peaks.set(child, peak);
      }
      await setTimeout(SAMPLE_MS);
    }
  })();
  return async () => {
    isOn = false;
    await watching;
    // One indexer has two processes, ours and Pagefind's; they are never there twice.
    const [first = 0, second = 0] = [...peaks.values()].sort((a, b) => b - a);
    return first + second;
  };
}

async function descendantsOf(pid: number): Promise<string[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.join(' ').split(/\s+/).filter(Boolean);
  const deeper = await Promise.all(children.map((child) => descendantsOf(Number(child))));
  return [...children, ...deeper.flat()];
}

/** Bytes (bodies, as transferred) and requests of everything that searching itself loads. */
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
  return { kb: bytes / 1000, requests };
}

/** From the key press to the new results on the page. Titles have a word that begins with `letter`. */
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

async function measure(posts: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  let server: RunningServer | undefined;
  const browser = await chromium.launch({
    executablePath: ensureBrowser(console.log),
    args: BROWSER_ARGS,
  });
  try {
    await fillWithPosts(dataDir, posts);
    server = await startServer({ dataDir });
    const memory = watchMemory(server.pid);
    const started = performance.now();
    const cookie = await signIn(server.url);
    await untilCurrent(server.url, cookie);
    const all = performance.now() - started;
    const times: { found: number; indexed: number }[] = [];
    for (let n = 0; n < PUBLISHES; n++) {
      times.push(await publishOne(server.url, cookie, 2_000_000 + n));
    }
    const mb = await memory();
    const page = await browser.newPage();
    const first = await firstSearch(page, server.url, 'measured promise');
    const keys: number[] = [];
    for (let n = 0; n < KEY_PRESSES; n++) keys.push(await keyPress(page, n % 2 === 0 ? 'm' : 'a'));
    const figures = (values: number[]) =>
      `p50 ${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms`;
    console.log(
      [
        `search at ${posts} posts: found ${figures(times.map(({ found }) => found))}`,
        `in the index ${figures(times.map(({ indexed }) => indexed))}`,
        `first search ${first.kb.toFixed(0)} kB in ${first.requests} requests`,
        `key press to results ${figures(keys)} (150 ms of it waiting for the typist)`,
        `indexer at most ${mb.toFixed(0)} MB`,
        `whole index ${(all / 1000).toFixed(1)} s`,
      ].join('; '),
    );
  } finally {
    await browser.close();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

for (const size of SIZES) await measure(size);
