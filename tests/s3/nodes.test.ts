import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishStatus } from '../../api/contract/publish.ts';
import type { UploadTarget } from '../../api/contract/uploads.ts';
import { listSite } from '../../api/site-target/files.ts';
import { type Cluster, type Node, startCluster } from '../cluster/support/cluster.ts';
import { edit, type Post, publish, remove } from '../cluster/support/posts.ts';
import { call, newAccount, picture, type Visitor, visit } from '../faults/support/site.ts';
import { namesIn, rename } from '../faults/support/site-names.ts';
import { findPostgres, type Postgres, startPostgres } from '../postgres/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { client, closeBucket, openBucket, variables } from './bucket.ts';
import { type StoreProxy, storeProxy } from './store-proxy.ts';

const IN_TIME = { timeout: 120_000, interval: 250 };
const POSTS = 12;
const RENAMED = 6;
/** `npm test -- s3` installs PostgreSQL where it can, and says so where it can't. */
const hasPostgres = findPostgres() !== undefined;

// tests/cluster/s3.test.ts has a short form.
describe.runIf(hasPostgres && isFullRun)(
  'two nodes on PostgreSQL, with the site in a bucket',
  () => {
    const bucket = `site-${randomUUID()}`;
    let postgres: Postgres;
    let store: StoreProxy;
    let cluster: Cluster;
    let admin: Visitor;

    beforeAll(async () => {
      await openBucket();
      const endpoint = variables.S3_ENDPOINT;
      expect((await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' })).status).toBe(200);
      postgres = await startPostgres();
      store = await storeProxy(afterAll);
      cluster = await startCluster({
        nodes: 2,
        databaseUrl: await postgres.createDatabase('blog'),
        proxied: true,
        env: {
          ...variables,
          S3_ENDPOINT: store.url,
          SITE_TARGET: 's3',
          SITE_S3_ENDPOINT: store.url,
          SITE_S3_REGION: variables.S3_REGION,
          SITE_S3_BUCKET: bucket,
          SITE_S3_ACCESS_KEY_ID: variables.S3_ACCESS_KEY_ID,
          SITE_S3_SECRET_ACCESS_KEY: variables.S3_SECRET_ACCESS_KEY,
          LOG_LEVEL: 'info',
        },
      });
      admin = await visit(cluster.nodes[0] as Node);
    });
    afterAll(async () => {
      await cluster?.stop();
      await postgres?.stop();
      closeBucket();
    });

    async function siteTarget(node: Node) {
      const answer = await call(node.url, 'GET', '/api/publish/status', { cookie: admin.cookie });
      return (JSON.parse(answer.text) as PublishStatus).siteTarget;
    }

    /** Returns the node that copies, and the other one. */
    async function roles(): Promise<[holder: Node, other: Node]> {
      const [first, second] = cluster.nodes as [Node, Node];
      const holders = async () => {
        const targets = await Promise.all([siteTarget(first), siteTarget(second)]);
        return targets.map((target) => target?.isHere);
      };
      await expect.poll(holders, IN_TIME).toContain(true);
      return (await holders())[0] ? [first, second] : [second, first];
    }

    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

    async function objects(): Promise<Record<string, string>> {
      const url = `${variables.S3_ENDPOINT}/${bucket}`;
      const xml = await (await client.fetch(url)).text();
      const keys = Array.from(xml.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) => key);
      const found: Record<string, string> = {};
      for (const key of keys.filter((name) => !name.startsWith('.inkwell/'))) {
        const path = key.split('/').map(encodeURIComponent).join('/');
        const response = await client.fetch(`${url}/${path}`);
        found[key] = hash(new Uint8Array(await response.arrayBuffer()));
      }
      return found;
    }

    async function files(node: Node): Promise<Record<string, string>> {
      const root = join(node.dataDir, 'site');
      const found: Record<string, string> = {};
      for (const { file, key } of await listSite(root)) {
        found[key] = hash(await readFile(join(root, file)));
      }
      return found;
    }

    const untilEqual = (node: Node) =>
      expect
        .poll(async () => {
          const [inBucket, inFolder] = [await objects(), await files(node)];
          const keys = new Set([...Object.keys(inBucket), ...Object.keys(inFolder)]);
          return Array.from(keys).filter((key) => inBucket[key] !== inFolder[key]);
        }, IN_TIME)
        .toEqual([]);

    test('an idle node makes at most five round trips a second', async () => {
      const seconds = 20;
      const [holder] = await roles();
      await untilEqual(holder);
      // Otherwise, the answer to BEGIN may come between two statements that are sent together.
      for (const { proxy } of cluster.nodes) if (proxy) proxy.delayMs = 5;
      // What the last publishes left to do in the background is done.
      const inSeconds = async (duration: number) => {
        const before = cluster.nodes.map(({ proxy }) => proxy?.trips() ?? 0);
        await wait(duration * 1000);
        return cluster.nodes.map(
          ({ proxy }, n) => ((proxy?.trips() ?? 0) - (before[n] ?? 0)) / duration,
        );
      };
      await expect
        .poll(async () => Math.max(...(await inSeconds(5))), IN_TIME)
        .toBeLessThanOrEqual(5);
      const measured = await inSeconds(seconds);
      console.log(`Round trips a second of idle nodes: ${measured.join(', ')} (at most 5)`);
      expect(Math.max(...measured)).toBeLessThanOrEqual(5);
      for (const { proxy } of cluster.nodes) if (proxy) proxy.delayMs = 0;
    });

    test('a holder that was suspended in the middle of its uploads overwrites nothing', async () => {
      const [holder, other] = await roles();
      await untilEqual(holder);
      let isSuspended = false;
      store.before = (called) => {
        if (isSuspended || !called.startsWith('PUT post/')) return;
        isSuspended = true;
        holder.pause();
      };
      const posts: Post[] = [];
      for (let n = 0; n < POSTS; n++) posts.push(await publish(other, admin));
      await expect.poll(() => isSuspended, IN_TIME).toBe(true);

      const [removed, ...edited] = posts as [Post, ...Post[]];
      await remove(other, admin, removed);
      for (const post of edited) await edit(other, admin, post, `${post.title}, edited`);
      // The lease runs out after 30 s.
      await expect.poll(async () => (await siteTarget(other))?.isHere, IN_TIME).toBe(true);
      await untilEqual(other);

      store.calls.length = 0;
      holder.resume();
      await expect
        .poll(() => holder.output(), IN_TIME)
        .toContain('another process uploads the site now');
      await expect.poll(async () => (await siteTarget(holder))?.isHere, IN_TIME).toBe(false);
      // It may still send what it had begun, too late.
      const ofPosts = store.calls.filter((called) => called.includes(' post/'));
      expect(ofPosts.filter((called) => !store.refused.includes(called))).toEqual([]);
      const after = await publish(holder, admin);
      await expect
        .poll(async () => Object.keys(await objects()), IN_TIME)
        .toContain(`post/${after.slug}`);
      await untilEqual(other);
      expect(Object.keys(await objects())).not.toContain(`post/${removed.slug}`);
    });

    test('while the store is down, reading and comments go on, and the bucket follows later', async () => {
      const [holder, other] = await roles();
      const account = newAccount();
      await call(other.url, 'POST', '/api/auth/signup', { json: account });
      const reader = await visit(other, account);
      const post = await publish(holder, admin);
      const bytes = await picture();
      const file = { kind: 'post', name: 'tree.png', type: 'image/png', size: bytes.length };
      const slot = async () =>
        JSON.parse((await admin.call('POST', '/api/upload', file)).text) as UploadTarget;
      const send = async ({ url, method, headers }: UploadTarget) =>
        await fetch(url, { method, headers, body: new Uint8Array(bytes) });
      const complete = ({ publicUrl }: UploadTarget) =>
        admin.call('POST', '/api/upload/complete', { publicUrl });
      const sent = await slot();
      expect((await send(sent)).status).toBe(200);

      store.isDown = true;
      for (const node of cluster.nodes) {
        const read = async (path: string) => (await call(node.url, 'GET', path)).status;
        expect(await read('/')).toBe(200);
        expect(await read(`/post/${post.slug}`)).toBe(200);
        expect(await read(`/api/comment/getPostComments/${post._id}`)).toBe(200);
        const json = { content: `From ${node.name}`, postId: post._id, userId: reader.userId };
        const { cookie } = reader;
        const commented = await call(node.url, 'POST', '/api/comment/create', { json, cookie });
        expect(commented.status, commented.text).toBe(201);
      }
      const refused = await complete(sent);
      expect(refused.status, refused.text).toBe(503);
      expect(refused.headers.get('Retry-After')).toBe('10');
      const inTheMeantime = await publish(other, admin);
      await expect
        .poll(async () => (await siteTarget(holder))?.failed, IN_TIME)
        .toContain('S3 store');

      store.isDown = false;
      expect((await complete(sent)).status).toBe(200);
      await untilEqual(holder);
      expect(Object.keys(await objects())).toContain(`post/${inTheMeantime.slug}`);
      expect(await siteTarget(holder)).toMatchObject({ failed: null, pending: 0 });
    });

    test('all pages in the bucket show the new name of the site, although the store failed halfway', async () => {
      const [holder, other] = await roles();
      for (let n = 0; n < RENAMED; n++) await publish(other, admin);
      await untilEqual(holder);
      let copied = 0;
      store.before = (called) => {
        if (called.startsWith('PUT post/') && ++copied > RENAMED / 2) store.isDown = true;
      };
      await rename(other, admin, 'New Name');
      await expect
        .poll(async () => (await siteTarget(holder))?.failed, IN_TIME)
        .toContain('S3 store');
      expect(store.isDown).toBe(true);

      delete store.before;
      store.isDown = false;
      for (const node of [holder, other]) {
        await expect.poll(() => namesIn(node.dataDir), IN_TIME).toEqual(['New Name']);
        await untilEqual(node);
      }
    });
  },
);
