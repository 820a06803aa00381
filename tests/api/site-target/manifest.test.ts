import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Bucket } from '../../../api/site-target/bucket.ts';
import { Manifest, StaleTokenError } from '../../../api/site-target/manifest.ts';

/** A store in memory that knows conditional writes, or answers 501 to them. */
async function store({ isConditional = true } = {}) {
  const objects = new Map<string, Buffer>();
  const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const key = (request.url ?? '').replace(/^\/site\/|\?.*$/g, '');
    const found = objects.get(key);
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method === 'PUT') {
      if ((match || none) && !isConditional) return response.writeHead(501).end();
      const isChanged = match !== undefined && (!found || etagOf(found) !== match);
      if (isChanged || (none === '*' && found)) return response.writeHead(412).end();
      const body = Buffer.concat(chunks);
      objects.set(key, body);
      return response.writeHead(200, { ETag: etagOf(body) }).end();
    }
    if (request.method === 'GET' && !found) return response.writeHead(404).end();
    return response.writeHead(200, { ETag: etagOf(found ?? Buffer.of()) }).end(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  return { objects, bucket: new Bucket({ endpoint, bucket: 'site', ...keys }) };
}

const owner = (token: number) => ({ feed: 'feed-1', token });
const size = (objects: Map<string, Buffer>) => objects.get('.inkwell/manifest.json')?.length ?? 0;

test('a few changes among many objects are a small write', async () => {
  const { objects, bucket } = await store();
  const manifest = await Manifest.open(bucket, owner(1));
  for (let i = 0; i < 5_000; i++) manifest.set(`post/${i}`, `hash-${i}`);
  await manifest.save();
  manifest.set('post/1', 'new');
  manifest.delete('post/2');
  await manifest.save();
  expect(size(objects)).toBeLessThan(1_000);
  const read = await Manifest.open(bucket, owner(2));
  expect([...read.keys()]).toHaveLength(4_999);
  expect(['post/0', 'post/1', 'post/2'].map((key) => read.hashOf(key))).toEqual([
    'hash-0',
    'new',
    undefined,
  ]);
});

test('an old list is deleted once a new one is in use', async () => {
  const { objects, bucket } = await store();
  const manifest = await Manifest.open(bucket, owner(1));
  for (const round of [1, 2, 3]) {
    for (let i = 0; i < 2_001; i++) manifest.set(`post/${i}`, `hash-${round}`);
    await manifest.save();
  }
  expect([...objects.keys()].filter((key) => key.includes('/objects-'))).toHaveLength(1);
});

test('objects that are about to change are treated as unknown', async () => {
  const { bucket } = await store();
  const manifest = await Manifest.open(bucket, owner(1));
  manifest.set('post/a', 'hash');
  manifest.expect(['post/a', 'post/new']);
  await manifest.save();
  const read = await Manifest.open(bucket, owner(2));
  expect([...read.keys()]).toEqual(['post/a', 'post/new']);
  expect(read.hashOf('post/a')).toBeUndefined();
});

test.each([true, false])('a stale holder is refused, conditional writes: %s', async (flag) => {
  const { bucket } = await store({ isConditional: flag });
  const old = await Manifest.open(bucket, owner(1));
  const current = await Manifest.open(bucket, owner(2));
  old.set('post/a', 'old');
  await expect(old.save()).rejects.toThrow(StaleTokenError);
  current.set('post/a', 'new');
  await current.save();
  expect((await Manifest.open(bucket, owner(3))).hashOf('post/a')).toBe('new');
});

test('the manifest of another database is taken over, without its position in the feed', async () => {
  const { bucket } = await store();
  const other = await Manifest.open(bucket, { feed: 'feed-0', token: 50 });
  other.set('post/a', 'hash');
  other.complete(1_000, new Date());
  await other.save();
  const ours = await Manifest.open(bucket, owner(1));
  expect([ours.seq, ours.hashOf('post/a')]).toEqual([null, 'hash']);
});

test("a damaged manifest isn't overwritten", async () => {
  const { objects, bucket } = await store();
  objects.set('.inkwell/manifest.json', Buffer.from('{"format": 1'));
  await expect(Manifest.open(bucket, owner(1))).rejects.toThrow("can't be read");
});
