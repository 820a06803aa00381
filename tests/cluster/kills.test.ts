import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, article, call, type Visitor, visit } from '../faults/support/site.ts';
import { inBackground } from '../support/background.ts';
import { isFullRun } from '../support/full-run.ts';
import { expectWithin } from '../support/timing.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn } from './support/engines.ts';
import { type Post, postFiles } from './support/posts.ts';

const KILLS = isFullRun ? 20 : 2;
const PUBLISHES_PER_KILL = 10;
const NODES = 3;
const CALL_MS = 15_000;
/** After the last restarted node is healthy. */
const EQUAL_WITHIN_MS = 5_000;

let cluster: Cluster;
let admin: Visitor;
/** Every post that was created with status 201. */
const acknowledged: Post[] = [];
let slowest = 0;
let unanswered = 0;

beforeAll(async () => {
  cluster = await startClusterOn('PostgreSQL', { nodes: NODES });
  admin = await visit(cluster.nodes[0] as Node);
});
afterAll(() => cluster?.stop());

/** Publishes through a node. Returns the answer, or `undefined` if the node was killed. */
async function tryToPublish(node: Node): Promise<Answer | undefined> {
  const started = performance.now();
  const options = { json: article(), cookie: admin.cookie };
  const answer = await call(node.url, 'POST', '/api/post/create', options).catch(() => undefined);
  slowest = Math.max(slowest, performance.now() - started);
  return answer;
}

/** Publishes through one node after another, as long as `mayPublish`. */
async function lane(first: number, mayPublish: () => boolean, isOver: () => boolean) {
  for (let n = first; !isOver(); n++) {
    const answer = mayPublish() ? await tryToPublish(cluster.nodes[n % NODES] as Node) : undefined;
    if (answer === undefined) {
      unanswered += mayPublish() ? 1 : 0;
      await new Promise((wait) => setTimeout(wait, 20));
      continue;
    }
    // 503 while it's starting.
    expect([201, 503], answer.text).toContain(answer.status);
    if (answer.status === 201) acknowledged.push(JSON.parse(answer.text) as Post);
  }
}

async function killOneByOne(allow: (publishes: number) => void): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill++) {
    allow(kill * PUBLISHES_PER_KILL);
    const killAt = acknowledged.length + Math.floor(Math.random() * PUBLISHES_PER_KILL * 0.7);
    await expect
      .poll(() => acknowledged.length, { timeout: 120_000, interval: 1 })
      .toBeGreaterThanOrEqual(killAt);
    const node = cluster.nodes[Math.floor(Math.random() * NODES)] as Node;
    await node.kill();
    await node.start();
  }
}

it(`${KILLS} kills during ${KILLS * PUBLISHES_PER_KILL} publishes lose nothing that was acknowledged, and all nodes end with the same pages`, async () => {
  let allowed = 0;
  let isOver = false;
  const mayPublish = () => acknowledged.length < allowed;
  const lanes = Array.from({ length: NODES }, (_, n) =>
    inBackground(lane(n, mayPublish, () => isOver)),
  );
  await killOneByOne((publishes) => {
    allowed = publishes;
  });
  const restarted = performance.now();
  isOver = true;
  await Promise.all(lanes);
  const { text } = await call(
    (cluster.nodes[0] as Node).url,
    'GET',
    '/api/post/getposts?limit=100',
  );
  const total = (JSON.parse(text) as { totalPosts: number }).totalPosts;
  const pages = async () => {
    const sets = await Promise.all(cluster.nodes.map(postFiles));
    return sets.every((set) => set.length === total && `${set}` === `${sets[0]}`);
  };
  await expect.poll(pages, { timeout: 60_000, interval: 20 }).toBe(true);
  const equalAfter = performance.now() - restarted;
  console.log(
    `${acknowledged.length} acknowledged, ${total} saved, ${unanswered} calls to killed nodes, slowest call ` +
      `${slowest.toFixed()} ms, same pages ${equalAfter.toFixed()} ms after the last start`,
  );
  const files = new Set(await postFiles(cluster.nodes[0] as Node));
  expect(acknowledged.filter(({ slug }) => !files.has(slug))).toEqual([]);
  for (const node of cluster.nodes) {
    const sitemap = async () => {
      const { text: map } = await call(node.url, 'GET', '/sitemap.xml');
      return acknowledged.filter(({ slug }) => !map.includes(`/post/${slug}<`));
    };
    await expect.poll(sitemap, { timeout: 60_000, interval: 100 }).toEqual([]);
    for (const { slug, title } of acknowledged) {
      const page = await call(node.url, 'GET', `/post/${slug}`);
      expect([page.status, page.text.includes(title)], `${node.name} ${slug}`).toEqual([200, true]);
    }
  }
  expectWithin(slowest, CALL_MS);
  expectWithin(equalAfter, EQUAL_WITHIN_MS);
});
