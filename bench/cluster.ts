/**
 * Several nodes on PostgreSQL, on this machine: how many round trips a publish waits for in a row,
 * comments per second with a slow network, CPU time of reading a thread on one node and on two, and
 * trips of an idle node. One node on SQLite does the same in the same run. Rates are by the CPU
 * time of the nodes, because PostgreSQL and other processes share the cores.
 */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, type Node, startCluster } from '../tests/cluster/support/cluster.ts';
import { type Post, publish } from '../tests/cluster/support/posts.ts';
import { call, newAccount, type Visitor, visit } from '../tests/faults/support/site.ts';
import { ensurePostgres, type Postgres, startPostgres } from '../tests/postgres/server.ts';
import { childrenCpuMs, cpuMs } from './support/cpu.ts';
import { median, timesOf } from './support/figures.ts';
import { count, ms, type Row, within } from './support/rows.ts';

const READERS = 16;
const THREADS = 4;
const COMMENTS = 50;
const TRIP_MS = 5;
const MEASURE_MS = 4_000;
const WARM_UP_MS = 2_000;
/** One node and two are measured in turns, so that other load on the machine slows both. */
const ROUNDS = 5;
const IDLE_MS = 20_000;
/** After the last publish, so that its follow-up work is done. */
const SETTLE_MS = 5_000;
/** With and without delay. */
const PUBLISHES = { warmUp: 3, count: 11 };
/** Limits. */
const PUBLISH_TRIPS = 15;
const COMMENTS_PER_SECOND = 80;
const THREADS_PER_SECOND = 800;
const TWO_NODES = 1.8;
const IDLE_TRIPS_PER_SECOND = 5;

interface People {
  admin: Visitor;
  readers: Visitor[];
  posts: Post[];
}

/** Creates posts and readers, and a thread of 50 comments on the first post. */
async function fill(node: Node): Promise<People> {
  const admin = await visit(node);
  const posts: Post[] = [];
  for (let n = 0; n < THREADS; n++) posts.push(await publish(node, admin));
  const readers: Visitor[] = [];
  for (let n = 0; n < READERS; n++) {
    const account = newAccount();
    await call(node.url, 'POST', '/api/auth/signup', { json: account });
    readers.push(await visit(node, account));
  }
  const people = { admin, readers, posts };
  for (let n = 0; n < COMMENTS; n++) await comment(node, people, n, 0);
  await wait(SETTLE_MS);
  return people;
}

let written = 0;

async function comment(node: Node, { readers, posts }: People, reader: number, thread: number) {
  const visitor = readers[reader % READERS] as Visitor;
  const content = `A comment, number ${++written}, about as long as people write them here.`;
  const json = { content, postId: posts[thread]?._id, userId: visitor.userId };
  const { cookie } = visitor;
  const answer = await call(node.url, 'POST', '/api/comment/create', { json, cookie });
  if (answer.status !== 201) throw new Error(`comment: ${answer.status} ${answer.text}`);
}

/** Returns the comments per second that all readers write at once, under all threads. */
async function commentRate(node: Node, people: People): Promise<number> {
  let done = 0;
  const until = performance.now() + MEASURE_MS;
  const started = performance.now();
  const lanes = people.readers.map(async (_, reader) => {
    while (performance.now() < until) {
      await comment(node, people, reader, reader % THREADS);
      done++;
    }
  });
  await Promise.all(lanes);
  return (done / (performance.now() - started)) * 1000;
}

/** Reads a thread for a while, on each node with as many readers. Returns the number of answers. */
async function readThread(nodes: Node[], { posts }: People, forMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const until = performance.now() + forMs;
  let done = 0;
  const read = (node: Node) =>
    new Promise<void>((resolve, reject) => {
      const path = `/api/comment/getPostComments/${posts[0]?._id}`;
      request(node.url + path, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`thread: ${response.statusCode}`));
        response.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  const lanes = Array.from({ length: READERS * nodes.length }, async (_, n) => {
    while (performance.now() < until) {
      await read(nodes[n % nodes.length] as Node);
      done++;
    }
  });
  await Promise.all(lanes);
  agent.destroy();
  return done;
}

interface Cost {
  /** CPU milliseconds of the nodes per request. */
  node: number;
  /** CPU milliseconds of PostgreSQL per request. */
  postgres: number;
}

async function costOfThread(nodes: Node[], people: People, postgresPid?: number): Promise<Cost> {
  await readThread(nodes, people, WARM_UP_MS);
  const used = () => nodes.reduce((sum, node) => sum + cpuMs(node.pid()), 0);
  const before = used();
  const serverBefore = postgresPid === undefined ? 0 : childrenCpuMs(postgresPid);
  const answers = await readThread(nodes, people, MEASURE_MS);
  const server = postgresPid === undefined ? 0 : childrenCpuMs(postgresPid) - serverBefore;
  return { node: (used() - before) / answers, postgres: server / answers };
}

async function idleTrips(node: Node): Promise<number> {
  const { proxy } = node;
  if (proxy === undefined) throw new Error('The node has no proxy');
  proxy.delayMs = 0;
  await wait(SETTLE_MS);
  const before = proxy.trips();
  await wait(IDLE_MS);
  return ((proxy.trips() - before) / IDLE_MS) * 1000;
}

/**
 * Returns how many round trips a publish waits for in a row, by the clock: how much longer it takes
 * when each trip takes longer. Trips that run at the same time count once.
 */
async function publishTrips(node: Node, { admin }: People): Promise<number> {
  const timeWith = async (delayMs: number) => {
    if (node.proxy) node.proxy.delayMs = delayMs;
    return median(await timesOf(PUBLISHES, () => publish(node, admin)));
  };
  const quick = await timeWith(0);
  return ((await timeWith(TRIP_MS)) - quick) / TRIP_MS;
}

async function withCluster<T>(
  options: Parameters<typeof startCluster>[0],
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const cluster = await startCluster(options);
  try {
    return await work(cluster);
  } finally {
    await cluster.stop();
  }
}

/** One node behind a proxy: trips, comments with a slow network, and idling. */
async function slowNetworkRows(postgres: Postgres, onSqlite: number): Promise<Row[]> {
  const databaseUrl = await postgres.createDatabase('slow');
  return await withCluster({ nodes: 1, databaseUrl, proxied: true }, async ({ nodes }) => {
    const [node] = nodes as [Node];
    const people = await fill(node);
    if (node.proxy) node.proxy.delayMs = TRIP_MS;
    await commentRate(node, people);
    const rate = await commentRate(node, people);
    const idle = await idleTrips(node);
    const trips = await publishTrips(node, people);
    return [
      {
        what: `comments/s, ${READERS} readers, ${THREADS} threads, ${TRIP_MS} ms a trip`,
        ours: count(rate),
        baseline: `${COMMENTS_PER_SECOND}; ${count(onSqlite)} on SQLite without delay`,
        ratio: rate / COMMENTS_PER_SECOND,
        aim: { atLeast: 1 },
      },
      within('trips/s of an idle node', idle, IDLE_TRIPS_PER_SECOND, (trips) => trips.toFixed(1)),
      within('round trips in a row of a publish', trips, PUBLISH_TRIPS, (n) => n.toFixed(1)),
    ];
  });
}

/** Reading a thread on one node and on two. */
async function readingRows(postgres: Postgres, onSqlite: Cost): Promise<Row[]> {
  const databaseUrl = await postgres.createDatabase('reading');
  const env = { ROLE: 'web' };
  return await withCluster({ nodes: 2, databaseUrl, env }, async ({ nodes }) => {
    const people = await fill(nodes[0] as Node);
    const rounds: { one: Cost; two: Cost }[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const one = await costOfThread(nodes.slice(0, 1), people, postgres.pid());
      rounds.push({ one, two: await costOfThread(nodes, people, postgres.pid()) });
    }
    const perSecond = median(rounds.map(({ one }) => 1000 / one.node));
    const more = median(rounds.map(({ one, two }) => (2 * one.node) / two.node));
    const onOne = median(rounds.map(({ one }) => one.postgres));
    const onTwo = median(rounds.map(({ two }) => two.postgres));
    return [
      {
        what: `thread of ${COMMENTS} comments, requests per CPU second of a node`,
        ours: `${count(perSecond)}, and ${ms(onOne)} of PostgreSQL each`,
        baseline: `${THREADS_PER_SECOND}; ${count(1000 / onSqlite.node)} on SQLite`,
        ratio: perSecond / THREADS_PER_SECOND,
        aim: { atLeast: 1 },
      },
      {
        what: 'reading on two web nodes, by CPU time',
        ours: `${more.toFixed(2)} times one node; ${ms(onTwo)} of PostgreSQL each`,
        baseline: `${TWO_NODES} times`,
        ratio: more / TWO_NODES,
        aim: { atLeast: 1 },
      },
    ];
  });
}

/** Returns the rows about several nodes. */
export async function measure(): Promise<Row[]> {
  const missing = ensurePostgres((line) => console.log(line));
  if (missing !== undefined) throw new Error(missing);
  const sqlite = await withCluster({ nodes: 1 }, async ({ nodes }) => {
    const [node] = nodes as [Node];
    const people = await fill(node);
    const thread = await costOfThread(nodes, people);
    return { thread, comments: await commentRate(node, people) };
  });
  const postgres = await startPostgres();
  try {
    return [
      ...(await slowNetworkRows(postgres, sqlite.comments)),
      ...(await readingRows(postgres, sqlite.thread)),
    ];
  } finally {
    await postgres.stop();
  }
}
