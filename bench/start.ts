/**
 * Start time and memory: the first start with an empty folder (demo content, every page), a start
 * with existing data, resident memory idle and after load, and the peak of all processes together
 * over the life of a site with 1,000 posts. The baseline is a bare Hono and better-sqlite3 process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, type RunningServer, startServer } from '../tests/e2e/support/server.ts';
import { startServing } from './support/child.ts';
import { publish, signInAs, untilIndexed } from './support/client.ts';
import { median, residentMb, timed, watchMemory } from './support/figures.ts';
import { rateOf } from './support/load.ts';
import { fillWithPosts } from './support/posts.ts';
import { mb, type Row, seconds, within } from './support/rows.ts';

const POSTS = 1_000;
const STARTS = 5;
const PUBLISHES = 20;
const IDLE_AFTER_MS = 20_000;
const WARM_MS = 1_000;
const IDLE_MB = 120;
const LIFE_MB = 512;
/** Same value as in scripts/run.mjs. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
const env = { LOG_LEVEL: 'info', NODE_COMPILE_CACHE };
/** The same port at each start: another one changes the URL, which renders every page again. */
const port = await freePort();
const start = (dataDir: string) => startServer({ dataDir, port, env });

async function measureBare(folder: string) {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const { ms, value } = await timed(() => startServing('bare', folder));
    times.push(ms);
    await value.stop();
  }
  const server = await startServing('bare', folder);
  await rateOf(server.port, { path: '/api/post/getposts' });
  await setTimeout(2_000);
  const memory = await residentMb(server.pid);
  await server.stop();
  return { ms: median(times), mb: memory };
}

async function load(server: RunningServer): Promise<void> {
  const port = Number(new URL(server.url).port);
  for (const path of ['/', '/post/measured-article-1', '/api/post/getposts']) {
    await rateOf(port, { path });
  }
}

async function warmStarts(dataDir: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n <= STARTS; n++) {
    const { ms, value } = await timed(() => start(dataDir));
    // The first start only fills the disk cache.
    if (n > 0) times.push(ms);
    await value.kill('SIGTERM');
  }
  return median(times);
}

/**
 * Runs a site from its first start to its last publish. Returns the peak memory of all processes.
 */
async function wholeLife(dataDir: string): Promise<number> {
  const server = await start(dataDir);
  const stop = watchMemory(server.pid);
  try {
    const cookie = await signInAs(server.url);
    await untilIndexed(server.url, cookie);
    for (let n = 0; n < PUBLISHES; n++) await publish(server.url, cookie, 3_000_000 + n);
    await load(server);
    await untilIndexed(server.url, cookie);
    return (await stop()).all;
  } finally {
    await server.kill('SIGTERM');
  }
}

async function memory(dataDir: string) {
  const server = await start(dataDir);
  try {
    await setTimeout(IDLE_AFTER_MS);
    const idle = await residentMb(server.pid);
    await load(server);
    await setTimeout(2_000);
    return { idle, loaded: await residentMb(server.pid) };
  } finally {
    await server.kill('SIGTERM');
  }
}

/** Returns the rows about starts and memory. */
export async function measure(): Promise<Row[]> {
  const root = await mkdtemp(join(tmpdir(), 'inkwell-bench-start-'));
  try {
    const first = await timed(() =>
      startServer({ dataDir: join(root, 'demo'), seed: 'demo', env }),
    );
    await first.value.kill('SIGTERM');
    const dataDir = join(root, 'data');
    await fillWithPosts(dataDir, POSTS);
    const life = await wholeLife(dataDir);
    const warm = await warmStarts(dataDir);
    const { idle, loaded } = await memory(dataDir);
    const bare = await measureBare(dataDir);
    const ofBare = (what: string, ours: number, baseline: number, write: typeof mb): Row => ({
      what,
      ours: write(ours),
      baseline: `${write(baseline)}, bare Hono + SQLite`,
      ratio: ours / baseline,
    });
    return [
      ofBare('first start: demo content, every page', first.ms, bare.ms, seconds),
      within('warm start, 1,000 posts', warm, WARM_MS, seconds),
      ofBare('warm start against', warm, bare.ms, seconds),
      within('resident memory, idle', idle, IDLE_MB, mb),
      ofBare('resident memory, idle, against', idle, bare.mb, mb),
      ofBare('resident memory after load', loaded, bare.mb, mb),
      within('whole life with 1,000 posts, all processes', life, LIFE_MB, mb),
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
