import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublishStatus } from '../../api/contract/publish.ts';
import { INDEX_PATH } from '../../api/contract/search.ts';
import { percentile } from '../../bench/support/figures.ts';
import { call, type Visitor, visit } from '../faults/support/site.ts';
import { namesIn, rename } from '../faults/support/site-names.ts';
import { isFullRun } from '../support/full-run.ts';
import { expectWithin } from '../support/timing.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn, TRIED } from './support/engines.ts';
import { edit, type Post, postFiles, publish, remove } from './support/posts.ts';

const ROUNDS = isFullRun ? 40 : 2;
/** Everywhere within a second of the answer. */
const EVERYWHERE_MS = 1_000;
const OFTEN = { timeout: 60_000, interval: 20 };
/** Sitemap and archive follow in the background. */
const IN_TIME = { timeout: 60_000, interval: 100 };

const read = (node: Node, path: string) => call(node.url, 'GET', path);

/** Returns whether a page of a node is as expected. */
type Look = (text: string, status: number) => boolean;

/** Waits at most a minute until pages are as expected on all nodes. Returns milliseconds. */
async function untilEverywhere(nodes: Node[], looks: Record<string, Look>): Promise<number> {
  const started = performance.now();
  const waiting = nodes.flatMap((node) =>
    Object.entries(looks).map(async ([path, look]) => {
      const isAsExpected = async () => {
        const { text, status } = await read(node, path);
        return look(text, status);
      };
      await expect.poll(isAsExpected, { ...OFTEN, message: `${node.name} ${path}` }).toBe(true);
    }),
  );
  await Promise.all(waiting);
  return performance.now() - started;
}

/** Returns where two texts begin to differ. */
function difference(a: string, b: string): string[] {
  if (a === b) return [];
  let at = 0;
  while (a[at] === b[at]) at++;
  return [`${a.slice(at - 100, at + 200)}\n${b.slice(at - 100, at + 200)}`];
}

describe.each(TRIED)('several nodes on %s', (engine) => {
  let cluster: Cluster;
  let admin: Visitor;

  beforeAll(async () => {
    cluster = await startClusterOn(engine, { nodes: isFullRun && engine === 'PostgreSQL' ? 3 : 2 });
    admin = await visit(cluster.nodes[0] as Node);
  });
  afterAll(() => cluster?.stop());

  const expectEqual = async (paths: string[]) => {
    for (const path of paths) {
      const differences = async () => {
        const [first, ...others] = await Promise.all(cluster.nodes.map((node) => read(node, path)));
        return others.flatMap((other) => difference(`${first?.text}`, other.text));
      };
      await expect.poll(differences, { ...IN_TIME, message: path }).toEqual([]);
    }
  };

  it('posts that are published, edited and deleted through different nodes are the same on all', async () => {
    const { nodes } = cluster;
    const at = (n: number) => nodes[n % nodes.length] as Node;
    const lags: Record<string, number[]> = { publish: [], edit: [], delete: [] };
    const kept: Post[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const post = await publish(at(round), admin);
      const path = `/post/${post.slug}`;
      const isListed: Look = (text) => text.includes(post.slug);
      const isThere: Look = (text) => text.includes(post.title);
      const published = { [path]: isThere, '/': isListed, '/rss.xml': isListed };
      lags.publish?.push(await untilEverywhere(nodes, published));
      await expectEqual([path, '/', '/rss.xml']);

      const title = `Edited ${round} on ${engine}`;
      await edit(at(round + 1), admin, post, title);
      const isEdited: Look = (text) => text.includes(title);
      const edited = { [path]: isEdited, '/': isEdited, '/rss.xml': isEdited };
      lags.edit?.push(await untilEverywhere(nodes, edited));
      await expectEqual([path, '/', '/rss.xml']);

      const other = await publish(at(round + 1), admin);
      kept.push(other);
      await remove(at(round + 2), admin, post);
      const isGone: Look = (_text, status) => status === 410;
      const isUnlisted: Look = (text) => !text.includes(post.slug);
      const removed = { [path]: isGone, '/': isUnlisted, '/rss.xml': isUnlisted };
      lags.delete?.push(await untilEverywhere(nodes, removed));
    }
    await expectEqual(['/', '/rss.xml', '/sitemap.xml', '/archive']);
    await expectEqual(kept.map(({ slug }) => `/post/${slug}`));
    const slugs = kept.map(({ slug }) => slug).sort();
    for (const node of nodes) {
      await expect.poll(() => postFiles(node), IN_TIME).toEqual(slugs);
    }
    for (const [what, values] of Object.entries(lags)) {
      const p95 = percentile(values, 0.95);
      const p50 = percentile(values, 0.5);
      console.log(
        `${engine}: ${what} to everywhere: p50 ${p50.toFixed()} ms, p95 ${p95.toFixed()} ms`,
      );
      expectWithin(p95, EVERYWHERE_MS, what);
    }
  });

  it('all pages of all nodes show the latest of two changes of the settings', async () => {
    const [first, second] = cluster.nodes as [Node, Node];
    const post = await publish(first, admin);
    await rename(first, admin, 'First Name');
    const version = await rename(second, admin, 'Second Name');
    const published = await publish(first, admin);
    const liveVersion = async () => {
      const { text } = await call(first.url, 'GET', '/api/publish/status', admin);
      return (JSON.parse(text) as PublishStatus).site.live;
    };
    await expect.poll(liveVersion, IN_TIME).toBe(version);
    for (const node of cluster.nodes) {
      const names = () => namesIn(node.dataDir).catch(String);
      await expect.poll(names, { ...IN_TIME, message: node.name }).toEqual(['Second Name']);
    }
    const paths = [post, published].map(({ slug }) => `/post/${slug}`);
    await expectEqual([...paths, '/', '/about', '/rss.xml', '/archive']);
  });

  it('a search finds the posts of all nodes', async () => {
    const post = await publish(cluster.nodes[0] as Node, admin, { title: 'Zanzibar by bicycle' });
    for (const node of cluster.nodes) {
      const found = await read(node, '/api/post/getposts?searchTerm=zanzib');
      expect(found.text, node.name).toContain(post.slug);
      const listed = async () => JSON.parse((await read(node, '/api/post/getposts')).text);
      const { totalPosts } = (await listed()) as { totalPosts: number };
      await expect.poll(() => isIndexed(node, post.slug, totalPosts), IN_TIME).toBe(true);
    }
  });
});

/** Whether a node's search index lists a post as changed, or has all posts in its shards. */
async function isIndexed(node: Node, slug: string, totalPosts: number): Promise<boolean> {
  const { text } = await read(node, `${INDEX_PATH}/index.json`);
  const { shards, changed } = JSON.parse(text) as {
    shards: { posts: number }[];
    changed: unknown[];
  };
  const inShards = shards.reduce((sum, { posts }) => sum + posts, 0);
  return text.includes(slug) || (changed.length === 0 && inShards === totalPosts);
}
