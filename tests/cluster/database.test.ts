import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, type Visitor, visit } from '../faults/support/site.ts';
import { type Postgres, startPostgres } from '../postgres/server.ts';
import { inBackground } from '../support/background.ts';
import { isFullRun } from '../support/full-run.ts';
import { expectWithin } from '../support/timing.ts';
import { type Cluster, type Node, startCluster } from './support/cluster.ts';
import { type Post, publish } from './support/posts.ts';

const STOPPED_MS = isFullRun ? 10_000 : 2_000;
/** Longer than the deadline of the database work of a call. */
const PAUSED_MS = isFullRun ? 12_000 : 5_000;
const REFUSED_WITHIN_MS = 3_000;
/** After PostgreSQL accepts connections again. */
const BACK_WITHIN_MS = 1_000;
const BACK_AFTER_KILL_MS = 5_000;
/** Calls and pages are counted as disturbed until this long after the database is back. */
const SETTLE_MS = 1_000;
const RECOVERY_TIMEOUT_MS = 60_000;

let postgres: Postgres;
let cluster: Cluster;
let admin: Visitor;
let post: Post;
/** Contents of the comments that were created with status 201. */
const acknowledged: string[] = [];

beforeAll(async () => {
  // What it acknowledges must survive a crash of its processes.
  postgres = await startPostgres({ settings: ['synchronous_commit=on'] });
  const databaseUrl = await postgres.createDatabase('inkwell');
  cluster = await startCluster({ nodes: 2, databaseUrl });
  admin = await visit(cluster.nodes[0] as Node);
  post = await publish(cluster.nodes[0] as Node, admin);
  // A page that a node hasn't rendered yet needs the database.
  for (const { dataDir } of cluster.nodes) {
    const page = join(dataDir, 'site', 'post', post.slug, 'index.html');
    await vi.waitUntil(() => existsSync(page), { timeout: RECOVERY_TIMEOUT_MS, interval: 50 });
  }
});
afterAll(async () => {
  await cluster?.stop();
  await postgres?.stop();
});

interface Sample {
  what: string;
  status: number;
  ms: number;
  /** When it was answered. */
  at: number;
  retryAfter: string | null;
}

/** Repeats a request through a node until `isOver`. */
async function repeat(
  samples: Sample[],
  isOver: () => boolean,
  what: string,
  send: () => ReturnType<typeof call>,
): Promise<void> {
  while (!isOver()) {
    const started = performance.now();
    const { status, headers } = await send();
    const at = performance.now();
    samples.push({ what, status, ms: at - started, at, retryAfter: headers.get('Retry-After') });
    await wait(50);
  }
}

let written = 0;

async function comment(node: Node) {
  const content = `Comment ${++written}`;
  const json = { content, postId: post._id, userId: admin.userId };
  const answer = await call(node.url, 'POST', '/api/comment/create', {
    json,
    cookie: admin.cookie,
  });
  if (answer.status === 201) acknowledged.push(content);
  return answer;
}

/** Everything that is asked of each node during an outage. */
function traffic(samples: Sample[], isOver: () => boolean): Promise<unknown> {
  const { cookie } = admin;
  let n = 0;
  const all = cluster.nodes.flatMap((node) => {
    const get = (path: string) => call(node.url, 'GET', path, { cookie });
    return [
      repeat(samples, isOver, 'page', () => get('/')),
      repeat(samples, isOver, 'page', () => get(`/post/${post.slug}`)),
      // No two are alike, so that none can be answered from memory.
      repeat(samples, isOver, 'getposts', () => get(`/api/post/getposts?startIndex=${++n}`)),
      repeat(samples, isOver, 'session', () => get('/api/auth/session')),
      repeat(samples, isOver, 'health', () => get('/api/health')),
      repeat(samples, isOver, 'comment', () => comment(node)),
    ];
  });
  return Promise.all(all);
}

interface Outage {
  begin(): Promise<void> | void;
  forMs: number;
  /** Resolves when PostgreSQL accepts connections. */
  end(): Promise<void> | void;
  backWithinMs: number;
}

/** Returns how long after `since` the calls to all nodes succeed. */
async function recovered(since: number): Promise<number> {
  const back = cluster.nodes.map(async (node) => {
    const calls = ['/api/auth/session', `/api/post/getposts?slug=${Math.random()}`, '/api/health'];
    for (const path of calls) {
      while (
        !(await call(node.url, 'GET', path, { cookie: admin.cookie })).status
          .toString()
          .startsWith('2')
      ) {
        if (performance.now() - since > RECOVERY_TIMEOUT_MS) throw new Error(`${path} stays away`);
        await wait(20);
      }
    }
    while ((await comment(node)).status !== 201) await wait(20);
  });
  await Promise.all(back);
  return performance.now() - since;
}

async function expectOutage(name: string, { begin, forMs, end, backWithinMs }: Outage) {
  const samples: Sample[] = [];
  let isOver = false;
  const asking = inBackground(traffic(samples, () => isOver));
  await wait(500);
  await begin();
  const began = performance.now();
  await wait(forMs);
  const over = performance.now();
  await end();
  const ended = performance.now();
  const back = await recovered(ended);
  await wait(SETTLE_MS);
  isOver = true;
  await asking;
  const pages = samples.filter(({ what }) => what === 'page');
  const calls = samples.filter(({ what }) => what !== 'page');
  const failed = calls.filter(({ status }) => status >= 400);
  const during = calls.filter(({ at, ms }) => at - ms > began && at < over);
  const slowest = Math.max(...calls.map(({ ms }) => ms));
  console.log(
    `${name}: ${pages.length} pages, ${failed.length} of ${calls.length} calls refused, slowest call ` +
      `${slowest.toFixed()} ms, calls back after ${back.toFixed()} ms`,
  );
  expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
  expect(
    during.filter(({ status }) => status !== 503),
    name,
  ).toEqual([]);
  expect(failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual(
    [],
  );
  // Half a second for the machine itself, which is busy with the refusals.
  expectWithin(slowest, REFUSED_WITHIN_MS + 500);
  expectWithin(back, backWithinMs);
}

async function expectAllComments(): Promise<void> {
  for (const node of cluster.nodes) {
    const kept: string[] = [];
    for (let startIndex = 0; ; startIndex += 100) {
      const path = `/api/comment/getPostComments/${post._id}?limit=100&startIndex=${startIndex}`;
      const { text } = await call(node.url, 'GET', path);
      const page = JSON.parse(text) as { content: string }[];
      if (page.length === 0) break;
      kept.push(...page.map(({ content }) => content));
    }
    const lost = acknowledged.filter((content) => !kept.includes(content));
    expect(lost, `lost comments on ${node.name}`).toEqual([]);
  }
}

it('while PostgreSQL is stopped, pages are served and calls refused; then everything is back', () =>
  expectOutage('stopped', {
    begin: () => postgres.shutDown(),
    forMs: STOPPED_MS,
    end: () => postgres.start(),
    backWithinMs: BACK_WITHIN_MS,
  }));

it(
  'while PostgreSQL is paused, pages are served and calls refused in time; then everything is back',
  { tags: 'long' },
  () =>
    expectOutage('paused', {
      begin: () => postgres.pause(),
      forMs: PAUSED_MS,
      end: () => postgres.resume(),
      backWithinMs: BACK_WITHIN_MS,
    }),
);

it('the site works again once a restarted PostgreSQL accepts connections', () =>
  expectOutage('restarted', {
    begin: () => postgres.shutDown(),
    forMs: 0,
    end: () => postgres.start(),
    backWithinMs: BACK_WITHIN_MS,
  }));

it('a crash of PostgreSQL is over seconds after it accepts connections', () =>
  expectOutage('killed', {
    begin: () => postgres.shutDown('immediate'),
    forMs: 0,
    end: () => postgres.start(),
    backWithinMs: BACK_AFTER_KILL_MS,
  }));

it('no acknowledged comment was lost, and posts are published again', async () => {
  expect(acknowledged.length).toBeGreaterThan(0);
  await expectAllComments();
  const later = await publish(cluster.nodes[1] as Node, admin);
  for (const node of cluster.nodes) {
    const home = async () => (await call(node.url, 'GET', '/')).text;
    await expect.poll(home, { timeout: 30_000 }).toContain(later.slug);
  }
});
