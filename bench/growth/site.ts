import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, type RunningServer, startServer } from '../../tests/e2e/support/server.ts';
import { publish, signInAs, untilIndexed } from '../support/client.ts';
import { median, peakMb, percentile, residentMb, timed, timesOf } from '../support/figures.ts';
import { rateOf } from '../support/load.ts';
import { fillWithPosts } from '../support/posts.ts';
import { agreement } from './agreement.ts';
import { busyDay } from './busy-day.ts';
import { copies } from './copies.ts';
import { diskUsage } from './disk.ts';
import { type Figures, far } from './figures.ts';
import { searches } from './searches.ts';
import { threadPages } from './threads.ts';

const READY_MS = 45 * 60_000;
const WARM_STARTS = 3;
const PUBLISHES = 20;
const WARM_UP = 5;
/** Publishes without a pause. */
const MANY_PUBLISHES = 1_000;
/** Between two publishes, and until memory is at rest. */
const REST_MS = 2_000;
const QUIET_MS = 20_000;
const PAGE = 20;
const READS = 40;

/** The port stays: another one changes the site's address, which renders every page again. */
interface Place {
  dataDir: string;
  port: number;
}

const start = (place: Place) => startServer({ ...place, readyMs: READY_MS });

/** Returns the figures of a site with `posts` posts. Takes from a minute to an hour. */
export async function figuresOf(folder: string, posts: number): Promise<Figures> {
  const place = { dataDir: join(folder, `site-${posts}`), port: await freePort() };
  await fillWithPosts(place.dataDir, posts);
  const first = await firstStart(place);
  const warm: number[] = [];
  for (let n = 0; n < WARM_STARTS; n++) {
    const { ms, value: server } = await timed(() => start(place));
    warm.push(ms);
    await server.kill('SIGTERM');
  }
  const server = await start(place);
  try {
    const running = await whileRunning(server, posts);
    const disk = await diskUsage(place.dataDir);
    return {
      'first start, until all pages are published': { value: first.ms, unit: 'ms' },
      'peak memory of the full render': { value: first.peakMb, unit: 'MB', limit: 500 },
      'a page of the full render': { value: first.ms / posts, unit: 'ms', atMost: 1.5 },
      'first start, until everything is indexed': { value: first.indexedMs, unit: 'ms' },
      'warm start': { value: median(warm), unit: 'ms', limit: 1_500 },
      ...running,
      'disk, a post': { value: disk / posts, unit: 'bytes', atMost: 1.5 },
      ...(await copies(folder, place.dataDir)),
      ...(await threadPages(server.url, place.dataDir)),
    };
  } finally {
    await server.stop();
  }
}

async function firstStart(place: Place) {
  const { ms, value: server } = await timed(() => start(place));
  const { url, pid } = server;
  const peak = await peakMb(pid);
  const rest = await timed(async () => untilIndexed(url, await signInAs(url)));
  await server.kill('SIGTERM');
  return { ms, peakMb: peak, indexedMs: ms + rest.ms };
}

async function whileRunning(server: RunningServer, posts: number): Promise<Figures> {
  const { url, pid } = server;
  const cookie = await signInAs(url);
  await wait(QUIET_MS);
  const idle = await residentMb(pid);
  const lists = await listTimes(url, cookie, posts);
  const published = await publishes(url, cookie);
  const searched = { ...(await searches(url)), ...(await agreement(url, posts)) };
  const busy = await busyDay(url, cookie, posts);
  for (const path of ['/', '/post/measured-article-1', '/api/post/getposts'])
    await rateOf(Number(new URL(url).port), { path });
  await wait(REST_MS);
  const loaded = await residentMb(pid);
  for (let n = 0; n < MANY_PUBLISHES; n++) await publish(url, cookie, 6_000_000 + n);
  await untilIndexed(url, cookie);
  await wait(REST_MS);
  return {
    'memory at rest': { value: idle, unit: 'MB', atMost: 1.3 },
    'memory after load': { value: loaded, unit: 'MB', limit: 250 },
    'memory after 1,000 more publishes': { value: await residentMb(pid), unit: 'MB', limit: 250 },
    ...published,
    ...busy,
    ...searched,
    ...lists,
  };
}

async function publishes(url: string, cookie: string): Promise<Figures> {
  const times: number[] = [];
  const indexed: number[] = [];
  for (let n = 0; n < PUBLISHES + WARM_UP; n++) {
    const began = performance.now();
    await publish(url, cookie, 5_000_000 + n);
    times.push(performance.now() - began);
    await untilIndexed(url, cookie);
    indexed.push(performance.now() - began);
    await wait(REST_MS);
  }
  const measured = times.slice(WARM_UP);
  return {
    'publish, p50': { value: median(measured), unit: 'ms', atMost: 1.5 },
    'publish, p95': { value: percentile(measured, 0.95), unit: 'ms', atMost: 1.5 },
    'publish to indexed, p95': {
      value: percentile(indexed.slice(WARM_UP), 0.95),
      unit: 'ms',
      limit: 5_000,
    },
  };
}

async function listTimes(url: string, cookie: string, posts: number): Promise<Figures> {
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { Cookie: cookie } });
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    await response.text();
  };
  const figures: Figures = {};
  const lists = {
    getposts: '/api/post/getposts?',
    'posts of the dashboard': '/api/document/getdocuments?',
    'comments of the dashboard': '/api/comment/getcomments?',
  };
  for (const [name, path] of Object.entries(lists)) {
    for (const from of [0, Math.floor(posts * 0.9)]) {
      const times = await timesOf({ warmUp: 0, count: READS }, () =>
        read(`${path}startIndex=${from}&limit=${PAGE}`),
      );
      const what = from === 0 ? `${name}, first page` : `${name}, far page`;
      figures[what] = { value: median(times), unit: 'ms', ...(from === 0 ? { atMost: 2 } : far) };
    }
  }
  return figures;
}
