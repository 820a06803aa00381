// @module-tag long
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, picture, type Visitor, visit } from '../faults/support/site.ts';
import { query } from '../postgres/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { objectStore } from '../support/object-store.ts';
import { type Cluster, type Node, startCluster } from './support/cluster.ts';
import { newDatabase } from './support/engines.ts';
import { publish, remove } from './support/posts.ts';
import { startProxy, type TcpProxy } from './support/proxy.ts';

const IN_TIME = { timeout: 120_000, interval: 50 };
const PAUSED_MS = isFullRun ? 60_000 : 0;
/** How long a node may try to go on with what it did before its pause. */
const AWAKE_MS = isFullRun ? 30_000 : 5_000;

let databaseUrl: string;
let proxy: TcpProxy;
let cluster: Cluster;
let admin: Visitor;
let objects: Map<string, Buffer>;

beforeAll(async () => {
  const store = await objectStore(afterAll);
  objects = store.objects;
  proxy = await startProxy(Number(new URL(`${store.variables.S3_ENDPOINT}`).port));
  const endpoint = `http://127.0.0.1:${proxy.port}`;
  databaseUrl = await newDatabase();
  const env = {
    ...store.variables,
    S3_ENDPOINT: endpoint,
    SITE_TARGET: 's3',
    SITE_S3_ENDPOINT: endpoint,
    SITE_S3_REGION: 'us-east-1',
    SITE_S3_BUCKET: 'site',
    SITE_S3_ACCESS_KEY_ID: 'test',
    SITE_S3_SECRET_ACCESS_KEY: 'test',
  };
  cluster = await startCluster({ nodes: 2, databaseUrl, env });
  admin = await visit(cluster.nodes[0] as Node);
});
afterAll(async () => {
  await cluster?.stop();
  await proxy?.stop();
});

const inBucket = (path: string) => objects.get(`/site/${path}`)?.toString();
const homeInBucket = () => inBucket('index.html');

/** Uploads a picture until the store has to take it. Returns the status of the last call. */
async function completeUpload(node: Node): Promise<number> {
  const bytes = await picture();
  const wanted = { kind: 'post', name: 'tree.png', type: 'image/png', size: bytes.length };
  const { cookie } = admin;
  const slot = await call(node.url, 'POST', '/api/upload', { json: wanted, cookie });
  if (slot.status !== 201) return slot.status;
  const { publicUrl } = JSON.parse(slot.text) as { publicUrl: string };
  const completion = { json: { publicUrl }, cookie };
  return (await call(node.url, 'POST', '/api/upload/complete', completion)).status;
}

it('while the store is down, reading and comments go on, uploads are 503, and the bucket follows later', async () => {
  const [node] = cluster.nodes as [Node];
  const before = await publish(node, admin);
  await expect.poll(() => inBucket(`post/${before.slug}`), IN_TIME).toContain(before.title);
  await proxy.refuse();
  const during = await publish(node, admin);
  for (const path of ['/', `/post/${during.slug}`, '/api/post/getposts', '/api/health']) {
    expect((await call(node.url, 'GET', path)).status, path).toBe(200);
  }
  const json = { content: 'Still here.', postId: during._id, userId: admin.userId };
  expect((await admin.call('POST', '/api/comment/create', json)).status).toBe(201);
  expect(await completeUpload(node)).toBe(503);
  expect(inBucket(`post/${during.slug}`)).toBe(undefined);
  await proxy.accept();
  await expect.poll(() => inBucket(`post/${during.slug}`), IN_TIME).toContain(during.title);
  await expect.poll(homeInBucket, IN_TIME).toContain(during.slug);
});

interface BucketLease {
  holder: string;
  token: number;
}

async function bucketLease(): Promise<BucketLease> {
  const rows = await query<BucketLease>(
    databaseUrl,
    "select holder, token::int from leases where name = 'bucket'",
  );
  return rows[0] ?? { holder: '', token: 0 };
}

async function nodeOf(holder: string): Promise<Node> {
  for (const node of cluster.nodes) {
    const { id } = JSON.parse(await readFile(join(node.dataDir, 'node.json'), 'utf8'));
    if (holder.includes(id)) return node;
  }
  throw new Error(`${holder} is none of the nodes`);
}

it('a holder of the lease that was paused overwrites nothing when it wakes up', async () => {
  const first = await bucketLease();
  const holder = await nodeOf(first.holder);
  const other = cluster.nodes.find((node) => node !== holder) as Node;
  const old = await publish(other, admin);
  await expect.poll(() => inBucket(`post/${old.slug}`), IN_TIME).toContain(old.title);
  // Its own change: it wakes up in the middle of it.
  const lastOfHolder = publish(holder, admin).catch(() => undefined);
  await wait(20);
  holder.pause();
  try {
    // The short run doesn't wait for the lease to run out.
    if (isFullRun) await wait(PAUSED_MS);
    else await query(databaseUrl, "update leases set expires_at = 0 where name = 'bucket'");
    await expect
      .poll(async () => (await bucketLease()).token, IN_TIME)
      .toBeGreaterThan(first.token);
    // The paused node may hold locks. PostgreSQL drops them after 10 s; until then, writes get 503.
    await vi.waitFor(() => remove(other, admin, old), IN_TIME);
    const later = await vi.waitFor(() => publish(other, admin), IN_TIME);
    await expect.poll(() => inBucket(`post/${old.slug}`), IN_TIME).toBe(undefined);
    await expect.poll(homeInBucket, IN_TIME).toContain(later.slug);
  } finally {
    holder.resume();
  }
  await lastOfHolder;
  await wait(AWAKE_MS);
  const second = await bucketLease();
  expect(await nodeOf(second.holder)).toBe(other);
  expect(inBucket(`post/${old.slug}`)).toBe(undefined);
  const newest = await publish(holder, admin);
  await expect.poll(homeInBucket, IN_TIME).toContain(newest.slug);
  expect(homeInBucket()).not.toContain(`/post/${old.slug}`);
});
