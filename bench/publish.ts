/**
 * With 1,000 and 10,000 posts: the time from the create request until page, home page and feed are
 * served fresh, and until the post is in its shard of the search index; the time and memory of the
 * first full render and index. `growth` shows what grows with the number of posts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { INDEX_FILE, INDEX_PATH } from '../api/contract/search.ts';
import { type RunningServer, startServer } from '../tests/e2e/support/server.ts';
import { publish, signInAs, untilIndexed } from './support/client.ts';
import { peakMb, percentile, watchMemory } from './support/figures.ts';
import { articleOf, fillWithPosts } from './support/posts.ts';
import { count, mb, ms, type Row, seconds, within } from './support/rows.ts';

const SIZES = [1_000, 10_000];
const WARM_UP = 10;
const PUBLISHES = 100;
const INDEXED = 10;
/**
 * Publishes with a pause after each, long enough for its follow-up work. Only scripts publish
 * without pauses.
 */
const ALONE = 40;
const PAUSE_MS = 1_000;
/** Limits for publishing at every size, and for the largest site. */
const LIVE_MS = 30;
const INDEXED_MS = 2_000;
const FULL_RENDER_MS = 20_000;
const FULL_RENDER_MB = 400;
const INDEXER_MB = 300;

interface Measured {
  posts: number;
  live: number[];
  alone: number[];
  found: number[];
  indexed: number[];
  renderMs: number;
  indexMs: number;
  peakMb: number;
  indexerMb: number;
}

async function mustContain(address: string, text: string): Promise<void> {
  const response = await fetch(address);
  const body = await response.text();
  if (response.status !== 200 || !body.includes(text)) {
    throw new Error(`${address} returned ${response.status} without "${text}"`);
  }
}

/** Publishes a post and waits until it is live everywhere. Returns milliseconds. */
async function untilLive(url: string, cookie: string, index: number): Promise<number> {
  const started = performance.now();
  const slug = await publish(url, cookie, index);
  await Promise.all([
    mustContain(`${url}/post/${slug}`, articleOf(index).title),
    mustContain(`${url}/`, slug),
    mustContain(`${url}/rss.xml`, slug),
  ]);
  return performance.now() - started;
}

/** Publishes a post. Returns the time until searches find it, and until it is in its shard. */
async function untilSearchable(url: string, cookie: string, number: number) {
  const started = performance.now();
  const slug = await publish(url, cookie, number);
  const index = `${url}${INDEX_PATH}/${INDEX_FILE}`;
  await mustContain(index, slug);
  const found = performance.now() - started;
  for (;;) {
    const file = await (await fetch(index)).json();
    if ((file as { changed: unknown[] }).changed.length === 0) break;
    await setTimeout(10);
  }
  return { found, indexed: performance.now() - started };
}

/** Reads the log lines about the first render, which are written in batches, half a second late. */
async function renderTime(server: RunningServer): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = /"pages":\d+,"ms":(\d+)/.exec(server.output())?.[1];
    if (found !== undefined) return Number(found);
    await setTimeout(50);
  }
  throw new Error('the log does not say how long the render took');
}

async function measureAt(posts: number, dataDir: string): Promise<Measured> {
  await fillWithPosts(dataDir, posts);
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'info' } });
  try {
    const renderMs = await renderTime(server);
    const stop = watchMemory(server.pid);
    const began = performance.now();
    const cookie = await signInAs(server.url);
    await untilIndexed(server.url, cookie);
    const indexMs = performance.now() - began;
    const live: number[] = [];
    for (let n = 0; n < WARM_UP + PUBLISHES; n++) {
      const took = await untilLive(server.url, cookie, 1_000_000 + n);
      if (n >= WARM_UP) live.push(took);
    }
    await untilIndexed(server.url, cookie);
    const alone: number[] = [];
    for (let n = 0; n < ALONE; n++) {
      await setTimeout(PAUSE_MS);
      alone.push(await untilLive(server.url, cookie, 3_000_000 + n));
    }
    await untilIndexed(server.url, cookie);
    const searched: { found: number; indexed: number }[] = [];
    for (let n = 0; n < INDEXED; n++) {
      searched.push(await untilSearchable(server.url, cookie, 2_000_000 + n));
    }
    return {
      posts,
      live,
      alone,
      found: searched.map(({ found }) => found),
      indexed: searched.map(({ indexed }) => indexed),
      renderMs,
      indexMs,
      peakMb: await peakMb(server.pid),
      indexerMb: (await stop()).below,
    };
  } finally {
    await server.stop();
  }
}

function rowsOf({ posts, live, alone, found, indexed }: Measured): Row[] {
  const row = (what: string, times: number[], limit: number, write: (ms: number) => string) => {
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    return {
      ...within(`${what}, ${count(posts)} posts`, p95, limit, write),
      ours: `p50 ${write(p50)}, p95 ${write(p95)}`,
    };
  };
  return [
    row('publish to live, without a pause', live, LIVE_MS, ms),
    row('publish to live, one a second', alone, LIVE_MS, ms),
    row('publish to found by searches', found, INDEXED_MS, ms),
    row('publish to indexed', indexed, INDEXED_MS, seconds),
  ];
}

/**
 * Measures one size after another, and deletes their folders at the very end: ext4 skips inodes
 * that were deleted in the last one to five minutes, one by one (`recently_deleted` in Linux's
 * fs/ext4/ialloc.c), which made each file of the next site five times as slow.
 */
async function measureAll(): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  try {
    const measured: Measured[] = [];
    for (const size of SIZES) measured.push(await measureAt(size, join(folder, String(size))));
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the rows about publishing. */
export async function measure(): Promise<Row[]> {
  const measured = await measureAll();
  const largest = measured.at(-1);
  if (!largest) return [];
  const posts = `${count(largest.posts)} posts`;
  return [
    ...measured.flatMap(rowsOf),
    within(`full render of ${posts}`, largest.renderMs, FULL_RENDER_MS, seconds),
    {
      what: `full index of ${posts}`,
      ours: seconds(largest.indexMs),
      baseline: 'its full render',
      ratio: largest.indexMs / largest.renderMs,
    },
    within(`most memory, full render of ${posts}`, largest.peakMb, FULL_RENDER_MB, mb),
    within(`most memory of the indexer, ${posts}`, largest.indexerMb, INDEXER_MB, mb),
  ];
}
