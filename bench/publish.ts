/**
 * With 100, 1,000 and 10,000 posts: the time from the create request until page, home page and feed
 * are served fresh, and until the post is in its shard of the search index; the time and memory of
 * the first full render and index. The baseline is the smallest site, to show what grows with the
 * number of posts.
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
import { mb, ms, type Row, seconds } from './support/rows.ts';

const SIZES = [100, 1_000, 10_000];
const WARM_UP = 10;
const PUBLISHES = 100;
const INDEXED = 10;
/**
 * Publishes with a pause after each, long enough for its follow-up work. Only scripts publish
 * without pauses.
 */
const ALONE = 40;
const PAUSE_MS = 1_000;
/** Limits for the largest site, and for publishing at every size. */
const LIVE_MS = 30;
const INDEXED_MS = 2_000;
const FULL_RENDER_MS = 20_000;
const FULL_RENDER_MB = 400;

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

const both = (times: number[], write: (value: number) => string) =>
  `p50 ${write(percentile(times, 0.5))}, p95 ${write(percentile(times, 0.95))}`;

/** Compares a figure at every size with the smallest. Without `atMost`, the rows have no limit. */
function perSize(
  measured: Measured[],
  what: string,
  times: (one: Measured) => number[],
  write: (value: number) => string,
  atMost?: number,
): Row[] {
  const [smallest] = measured;
  return measured.map((one) => ({
    what: `${what}, ${one.posts.toLocaleString('en-US')} posts`,
    ours: both(times(one), write),
    baseline: one === smallest ? 'the rows below' : 'p95 with 100 posts',
    ratio: percentile(times(one), 0.95) / percentile(times(smallest ?? one), 0.95),
    ...(atMost === undefined ? {} : { aim: { atMost } }),
  }));
}

/** Compares the p95 at every size with its limit. */
function within(
  measured: Measured[],
  what: string,
  times: (one: Measured) => number[],
  write: (value: number) => string,
  limitMs: number,
): Row[] {
  return measured.map((one) => ({
    what: `${what}, p95, ${one.posts.toLocaleString('en-US')} posts`,
    ours: write(percentile(times(one), 0.95)),
    baseline: write(limitMs),
    ratio: percentile(times(one), 0.95) / limitMs,
    aim: { atMost: 1 },
  }));
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
  const [smallest, largest] = [measured[0], measured.at(-1)];
  if (!smallest || !largest) return [];
  const perPost = ({ renderMs, posts }: Measured) => renderMs / posts;
  const posts = largest.posts.toLocaleString('en-US');
  return [
    ...perSize(measured, 'publish to live, without a pause', ({ live }) => live, ms, 1.5),
    ...perSize(measured, 'publish to live, one a second', ({ alone }) => alone, ms, 1.5),
    ...within(measured, 'publish to live, without a pause', ({ live }) => live, ms, LIVE_MS),
    ...within(measured, 'publish to live, one a second', ({ alone }) => alone, ms, LIVE_MS),
    ...perSize(measured, 'publish to found by searches', ({ found }) => found, ms, 1.5),
    ...perSize(measured, 'publish to indexed', ({ indexed }) => indexed, seconds),
    ...within(measured, 'publish to indexed', ({ indexed }) => indexed, seconds, INDEXED_MS),
    {
      what: `full render of ${posts} posts`,
      ours: seconds(largest.renderMs),
      baseline: `${ms(perPost(smallest))} a post with ${smallest.posts}, warming up included`,
      ratio: perPost(largest) / perPost(smallest),
      aim: { atMost: 1 },
    },
    {
      what: `full render of ${posts} posts, in all`,
      ours: seconds(largest.renderMs),
      baseline: seconds(FULL_RENDER_MS),
      ratio: largest.renderMs / FULL_RENDER_MS,
      aim: { atMost: 1 },
    },
    {
      what: `full index of ${posts} posts`,
      ours: seconds(largest.indexMs),
      baseline: 'its full render',
      ratio: largest.indexMs / largest.renderMs,
    },
    {
      what: `most memory, full render of ${posts} posts`,
      ours: mb(largest.peakMb),
      baseline: `${mb(smallest.peakMb)} with ${smallest.posts}`,
      ratio: largest.peakMb / smallest.peakMb,
    },
    {
      what: `most memory, full render of ${posts} posts, in all`,
      ours: mb(largest.peakMb),
      baseline: mb(FULL_RENDER_MB),
      ratio: largest.peakMb / FULL_RENDER_MB,
      aim: { atMost: 1 },
    },
    {
      what: `most memory of the indexer, ${posts} posts`,
      ours: mb(largest.indexerMb),
      baseline: '300 MB',
      ratio: largest.indexerMb / 300,
      aim: { atMost: 1 },
    },
  ];
}
