/**
 * A change of the site's name with 10,000 posts: the time until the pages show it, compared with
 * a first start of the same run. Also publishes before and during the change, and previews.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type RunningServer, startServer } from '../tests/e2e/support/server.ts';
import { publish, signInAs, untilIndexed } from './support/client.ts';
import { percentile, timed } from './support/figures.ts';
import { fillWithPosts } from './support/posts.ts';
import { count, ms, type Row, seconds, within } from './support/rows.ts';

const POSTS = 10_000;
const NAME = 'Renamed';
const PREVIEWS = 10;
const PUBLISHES = 10;
/** One person publishes now and then. */
const PAUSE_MS = 5_000;
/** The product's targets for a site of this size. */
const APPLIED_MS = 60_000;
const PREVIEW_MS = 1_500;

async function call(
  { url }: RunningServer,
  cookie: string,
  method: string,
  path: string,
  json?: object,
): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: json === undefined ? null : JSON.stringify(json),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
  return await response.text();
}

async function previews(server: RunningServer, cookie: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < PREVIEWS; n++) {
    const body = { path: '/', site: { name: `Preview ${n}` } };
    const path = '/api/settings/site/preview';
    times.push((await timed(() => call(server, cookie, 'POST', path, body))).ms);
  }
  return times;
}

/** Changes the name, and publishes until a page shows it. */
async function rename(server: RunningServer, cookie: string, publishOne: () => Promise<number>) {
  const { version } = JSON.parse(await call(server, cookie, 'GET', '/api/settings/site'));
  const publishes: number[] = [];
  const started = performance.now();
  await call(server, cookie, 'PUT', '/api/settings/site', { version, site: { name: NAME } });
  for (let next = started; ; ) {
    const page = await call(server, '', 'GET', '/about');
    if (page.includes(NAME)) return { appliedMs: performance.now() - started, publishes };
    if (performance.now() > next) {
      publishes.push(await publishOne());
      next = performance.now() + PAUSE_MS;
    }
    await setTimeout(100);
  }
}

async function measureSite(dataDir: string) {
  await fillWithPosts(dataDir, POSTS);
  const { ms: startMs, value: server } = await timed(() =>
    startServer({ dataDir, readyMs: 10 * 60_000 }),
  );
  try {
    const cookie = await signInAs(server.url);
    await untilIndexed(server.url, cookie);
    let number = 2_000_000;
    const publishOne = async () => (await timed(() => publish(server.url, cookie, number++))).ms;
    const before: number[] = [];
    for (let n = 0; n < PUBLISHES; n++) {
      before.push(await publishOne());
      await setTimeout(PAUSE_MS / 5);
    }
    const previewed = await previews(server, cookie);
    return { startMs, before, previewed, ...(await rename(server, cookie, publishOne)) };
  } finally {
    await server.stop();
  }
}

export async function measure(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-settings-'));
  try {
    const { startMs, before, previewed, appliedMs, publishes } = await measureSite(dataDir);
    const with10k = `with ${count(POSTS)} posts`;
    const [usual, meanwhile] = [percentile(before, 0.5), percentile(publishes, 0.5)];
    return [
      {
        what: `a change of the site's name, ${with10k} (baseline: a first start)`,
        ours: seconds(appliedMs),
        baseline: seconds(startMs),
        ratio: appliedMs / startMs,
        aim: { atMost: 1.25 },
      },
      within(`a change of the site's name, ${with10k}`, appliedMs, APPLIED_MS, seconds),
      {
        what: 'publishing during the change, p50 (baseline: before)',
        ours: ms(meanwhile),
        baseline: ms(usual),
        ratio: meanwhile / usual,
        aim: { atMost: 2 },
      },
      within('the first preview in the settings', previewed[0] ?? 0, PREVIEW_MS, ms),
      within('later previews, p50', percentile(previewed.slice(1), 0.5), PREVIEW_MS, ms),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
