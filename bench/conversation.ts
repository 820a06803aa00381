/**
 * Comments on a busy site of 3,000 posts, on SQLite and on PostgreSQL: reading a post with 5,000
 * comments, trashing and restoring one with 50,000, removing a member's comments from 3,000 posts,
 * and publishing while others write 50 comments a second.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startServer } from '../tests/e2e/support/server.ts';
import { ensurePostgres, startPostgres } from '../tests/postgres/server.ts';
import { BUSY, type Filled, FULL, PEOPLE, POSTS } from './conversation/fill.ts';
import { publish, signInAs } from './support/client.ts';
import { percentile, timed } from './support/figures.ts';
import { count, ms, type Row, seconds, within } from './support/rows.ts';

/** Comments per second of the flood, all on one post. */
const FLOOD = 50;
const PUBLISHES = { warmUp: 5, count: 40 };
const PAUSE_MS = 1_000;
const READS = { warmUp: 5, count: 60 };
const WRITE_EVERY_MS = 100;
/** Limits. */
const THREADS_MS = 30;
const TRASH_MS = 300;
const REMOVED_PAGE_MS = 10;
const FLOOD_RATIO = 1.5;

interface Site {
  url: string;
  cookie: string;
  filled: Filled;
}

async function send(url: string, method: string, cookie: string, json?: object): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return response;
}

/**
 * Writes comments at an even rate. The returned function stops it, waits for the last one and
 * returns the rate.
 */
function startWriting({ url, filled }: Site, perSecond: number, postId: string) {
  let written = 0;
  const calls: Promise<unknown>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; written < due; written++) {
      const { userId, cookie } = filled.people[1 + (written % (PEOPLE - 1))] ?? {
        userId: '',
        cookie: '',
      };
      const content = `Flood ${perSecond} ${Date.now()}-${written}`;
      calls.push(send(`${url}/api/comment/create`, 'POST', cookie, { content, postId, userId }));
    }
  }, 10);
  return async () => {
    clearInterval(timer);
    await Promise.all(calls);
    return (written / (performance.now() - began)) * 1000;
  };
}

/** Repeats `work` with pauses. Returns the milliseconds of each, without the warm-up. */
async function timesOf(
  { warmUp, count: counted }: { warmUp: number; count: number },
  pauseMs: number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < warmUp + counted; n++) {
    await wait(pauseMs);
    times.push((await timed(work)).ms);
  }
  return times.slice(warmUp);
}

let published = 0;
const publishTimes = ({ url, cookie }: Site): Promise<number[]> =>
  timesOf(PUBLISHES, PAUSE_MS, () => {
    published += 1;
    return publish(url, cookie, 5_000_000 + published);
  });

async function readRows(name: string, site: Site): Promise<Row[]> {
  const { busy, oldest } = site.filled;
  const stop = startWriting(site, 1000 / WRITE_EVERY_MS, site.filled.flooded);
  const rows: Row[] = [];
  const paths = { 'oldest first': '?sort=oldest', 'around the oldest': `?around=${oldest}` };
  for (const [what, search] of Object.entries(paths)) {
    const url = `${site.url}/api/comment/getthreads/${busy}${search}`;
    const times = await timesOf(READS, WRITE_EVERY_MS, async () =>
      (await send(url, 'GET', '')).text(),
    );
    rows.push(
      within(
        `${name}: threads of ${count(BUSY.comments)} comments, ${what}, p95`,
        percentile(times, 0.95),
        THREADS_MS,
        ms,
      ),
    );
  }
  await stop();
  return rows;
}

async function trashRows(name: string, site: Site): Promise<Row[]> {
  const document = `${site.url}/api/document`;
  const rows: Row[] = [];
  const acts = { trash: 'trashing', restore: 'restoring' };
  for (const [verb, what] of Object.entries(acts)) {
    const took = await timed(() =>
      send(`${document}/${verb}/${site.filled.full}`, 'POST', site.cookie, {}),
    );
    rows.push(
      within(`${name}: ${what} a post with ${count(FULL)} comments`, took.ms, TRASH_MS, ms),
    );
    await wait(3_000);
  }
  return rows;
}

async function floodRow(name: string, site: Site): Promise<Row> {
  const before = await publishTimes(site);
  const stop = startWriting(site, FLOOD, site.filled.flooded);
  const during = await publishTimes(site);
  const rate = await stop();
  const [alone, flooded] = [percentile(before, 0.95), percentile(during, 0.95)];
  return {
    what: `${name}: publish, p95, beside ${rate.toFixed(0)} comments a second`,
    ours: `${ms(flooded)} (p50 ${ms(percentile(during, 0.5))})`,
    baseline: `${ms(alone)} (p50 ${ms(percentile(before, 0.5))}), alone`,
    ratio: flooded / alone,
    aim: { atMost: FLOOD_RATIO },
  };
}

async function removeRow(name: string, site: Site): Promise<Row> {
  const path = `${site.url}/api/comment/removeall/${site.filled.spammer}`;
  const removed = await timed(async () =>
    (await send(path, 'PUT', site.cookie, { since: 'all' })).json(),
  );
  const { changed } = removed.value as { changed: number };
  return within(
    `${name}: removing a member's ${count(changed)} comments on ${count(POSTS)} posts`,
    removed.ms,
    changed * REMOVED_PAGE_MS,
    seconds,
  );
}

function fill(dataDir: string, databaseUrl: string): Filled {
  const file = fileURLToPath(new URL('./conversation/fill.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout, stderr } = spawnSync(process.execPath, [file, dataDir, databaseUrl], {
    encoding: 'utf8',
    env,
    maxBuffer: 16 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Filled;
}

/** Collects statistics for the query planner, as autovacuum does within a minute. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('analyze');
  await client.end();
}

async function measureOn(name: string, root: string, databaseUrl?: string): Promise<Row[]> {
  const dataDir = join(root, name);
  await mkdir(dataDir, { recursive: true });
  const filled = fill(dataDir, databaseUrl ?? `file:${join(dataDir, 'blog.db')}`);
  if (databaseUrl !== undefined) await analyze(databaseUrl);
  const server = await startServer({
    dataDir,
    seed: 'none',
    env: {
      RATE_LIMITS: 'comment=999999999/60,save=999999999/60',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  });
  try {
    const site = { url: server.url, cookie: await signInAs(server.url), filled };
    await wait(15_000);
    return [
      ...(await readRows(name, site)),
      await floodRow(name, site),
      ...(await trashRows(name, site)),
      await removeRow(name, site),
    ];
  } finally {
    await server.stop();
  }
}

/** Returns the rows about conversations. */
export async function measure(): Promise<Row[]> {
  const missing = ensurePostgres((line) => console.log(line));
  if (missing !== undefined) throw new Error(missing);
  const root = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('conversation');
    return [...(await measureOn('SQLite', root)), ...(await measureOn('PostgreSQL', root, url))];
  } finally {
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}
