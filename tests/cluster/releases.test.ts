// @module-tag long
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { type Answer, call, visit } from '../faults/support/site.ts';
import { inBackground } from '../support/background.ts';
import { isFullRun } from '../support/full-run.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn } from './support/engines.ts';
import { assetsOf, nextVersion, type Version } from './support/next-version.ts';
import { edit, publish } from './support/posts.ts';

const NODES = 2;
const ROUNDS = 5;
const READERS = 3;
/** How often the balancer asks for the health of a node. */
const HEALTH_EVERY_MS = 250;
/** How long readers look at a page before a part of it loads. */
const READING_MS = 300;
const ASSET = /[\w.-]+\.[\w-]{8}\.(?:js|css|woff2?)/g;

let cluster: Cluster;
let next: Version;
let current: Set<string>;

beforeAll(async () => {
  const building = inBackground(nextVersion());
  cluster = await startClusterOn('PostgreSQL', { nodes: NODES, seed: 'demo' });
  next = await building;
  current = await assetsOf((await ensureBuild()).clientDir);
});
afterAll(async () => {
  await cluster?.stop();
  await next?.remove();
});

/**
 * A load balancer like those of deploy/cluster: a reader stays on one node while it's healthy. A
 * request that a node refuses, or that it can't answer now, goes to another one; so does one for an
 * asset that the node lacks.
 */
function startBalancer() {
  const healthy = new Set(cluster.nodes);
  let isOver = false;
  const looking = Promise.all(
    cluster.nodes.map(async (node) => {
      while (!isOver) {
        const answer = await call(node.url, 'GET', '/api/health').catch(() => undefined);
        if (answer?.status === 200) healthy.add(node);
        else healthy.delete(node);
        await wait(HEALTH_EVERY_MS);
      }
    }),
  );
  return {
    async get(reader: number, path: string): Promise<Answer> {
      const order = cluster.nodes.map((_, n) => cluster.nodes[(reader + n) % NODES] as Node);
      let last: Answer | undefined;
      for (const node of order.filter((one) => healthy.has(one))) {
        last = await call(node.url, 'GET', path).catch(() => undefined);
        if (last && !isForAnother(path, last.status)) return last;
      }
      if (last) return last;
      throw new Error(`No node answers ${path}`);
    },
    async stop() {
      isOver = true;
      await looking;
    },
  };
}

function isForAnother(path: string, status: number): boolean {
  return [502, 503].includes(status) || (status === 404 && path.startsWith('/_assets/'));
}

/** What a reader saw that no reader may see. */
interface Trouble {
  page: string;
  what: string;
}

async function readPage(get: (path: string) => Promise<Answer>, page: string): Promise<Trouble[]> {
  const troubles: Trouble[] = [];
  const html = await get(page);
  if (html.status !== 200) return [{ page, what: `status ${html.status}` }];
  const named = new Set(html.text.match(ASSET));
  const isOf = (assets: Set<string>) => [...named].every((name) => assets.has(name));
  if (!isOf(current) && !isOf(next.assets)) troubles.push({ page, what: 'assets of two versions' });
  const seen = new Set(named);
  const queue = [...named];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    // Islands load when they come into view.
    if (name.includes('Comments')) await wait(READING_MS);
    const { status, text } = await get(`/_assets/${name}`);
    if (status !== 200) troubles.push({ page, what: `status ${status} of ${name}` });
    for (const further of text.match(ASSET) ?? []) {
      const isKnown = current.has(further) || next.assets.has(further);
      if (isKnown && !seen.has(further)) queue.push(further);
      seen.add(further);
    }
  }
  return troubles;
}

it('a page of either version has all its assets, whichever node is asked for them', async () => {
  const [first, second] = cluster.nodes as [Node, Node];
  const admin = await visit(first);
  const post = await publish(first, admin);
  const page = `/post/${post.slug}`;
  const balancer = startBalancer();
  await first.stop();
  await first.start(next.script);
  // Each node renders the page with its own version.
  await edit(first, admin, post, 'Edited during the upgrade');
  const names = async (node: Node) => {
    const { text } = await call(node.url, 'GET', page);
    return [...new Set(text.match(ASSET))];
  };
  const [ofNext, ofCurrent] = [await names(first), await names(second)];
  const isNew = (name: string) => !current.has(name);
  expect(ofNext.filter(isNew)).not.toEqual([]);
  expect(ofCurrent.filter(isNew)).toEqual([]);
  // The window: the other node doesn't have them.
  for (const name of ofNext.filter(isNew)) {
    expect((await call(second.url, 'GET', `/_assets/${name}`)).status).toBe(404);
  }
  for (const reader of [0, 1]) {
    for (const name of [...ofNext, ...ofCurrent]) {
      expect((await balancer.get(reader, `/_assets/${name}`)).status, name).toBe(200);
    }
  }
  await balancer.stop();
  await first.stop();
  await first.start();
});

it.runIf(isFullRun)(
  `a rolling change of version shows readers whole pages, ${ROUNDS} times there and back`,
  async () => {
    const admin = await visit(cluster.nodes[0] as Node);
    const post = await publish(cluster.nodes[0] as Node, admin);
    const pages = ['/', `/post/${post.slug}`, '/archive', '/search'];
    const balancer = startBalancer();
    const troubles: Trouble[] = [];
    let reads = 0;
    let isOver = false;
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      for (let n = reader; !isOver; n++) {
        const page = pages[n % pages.length] ?? '/';
        troubles.push(...(await readPage((path) => balancer.get(reader, path), page)));
        reads++;
      }
    });
    const roll = async (script: string | undefined, color: Set<string>) => {
      for (const node of cluster.nodes) {
        await node.stop();
        await node.start(script);
        // The balancer notices, and readers come back.
        await wait(2 * HEALTH_EVERY_MS);
        await publish(node, admin);
        const { text } = await call(node.url, 'GET', '/');
        expect([...new Set(text.match(ASSET))].filter((name) => !color.has(name))).toEqual([]);
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      await roll(next.script, next.assets);
      await roll(undefined, current);
    }
    isOver = true;
    await Promise.all(readers);
    await balancer.stop();
    console.log(`${reads} pages read with all their assets`);
    expect(troubles).toEqual([]);
    expect(reads).toBeGreaterThan(READERS * pages.length);
  },
);
