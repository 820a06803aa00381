import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadTarget } from '../../api/contract/uploads.ts';
import { removeAbandoned, removeOrphans } from '../../api/uploads/cleanup.ts';
import { completeUploadsIn } from '../../api/uploads/uploads.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import { type Person, picture, startSite } from '../api/uploads/support.ts';
import { tally } from '../support/tally.ts';
import { bucketUrl, client, closeBucket, incoming, openBucket, variables } from './bucket.ts';

const attack = tally();

beforeAll(openBucket);
afterAll(closeBucket);

type Site = Awaited<ReturnType<typeof startSite>>;

async function slotFor(site: Site, who: Person, kind: string, size: number): Promise<UploadTarget> {
  const file = { name: 'a picture.jpg', type: 'image/jpeg' };
  const answer = await site.ask(who, { kind, ...file, size });
  expect(answer.status).toBe(201);
  return (await answer.json()) as UploadTarget;
}

function send(slot: UploadTarget, bytes: Buffer, headers: Record<string, string> = {}) {
  return fetch(slot.url, {
    method: slot.method,
    headers: { ...slot.headers, ...headers },
    body: new Uint8Array(bytes),
  });
}

function complete(site: Site, who: Person | undefined, url: string) {
  return site.call('POST', '/api/upload/complete', who, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ publicUrl: url }),
  });
}

const photo = () =>
  picture(700, 500)
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer();

describe('the presigned PUT', () => {
  test("the presigned PUT accepts bytes of the signed type and length, which the public can't read", async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const slot = await slotFor(site, site.admin, 'post', bytes.length);
    expect(slot.url).not.toContain(variables.S3_SECRET_ACCESS_KEY);
    expect((await send(slot, bytes)).status).toBe(200);
    expect((await incoming(slot.publicUrl))?.equals(bytes)).toBe(true);
    const name = slot.publicUrl.split('/').at(-1);
    const addresses = [
      slot.publicUrl,
      `${variables.S3_PUBLIC_URL}/incoming/${name}`,
      `${variables.S3_PUBLIC_URL}/incoming%2F${name}`,
      `${bucketUrl}/incoming/${name}`,
      slot.url.replace(/\?.*/, ''),
      slot.url,
    ];
    for (const address of addresses) {
      await attack('bytes that were never checked, read by others', async () => {
        const { ok } = await fetch(address);
        expect([address, ok]).toEqual([address, false]);
      });
    }
  });

  test("the presigned PUT changes nothing when it's repeated after the picture was checked", () =>
    attack('a checked picture replaced by a second PUT', async () => {
      const site = await startSite(variables);
      const bytes = await photo();
      const slot = await slotFor(site, site.admin, 'post', bytes.length);
      await send(slot, bytes);
      expect((await complete(site, site.admin, slot.publicUrl)).status).toBe(200);
      expect(await incoming(slot.publicUrl)).toBeUndefined();
      const before = Buffer.from(await (await fetch(slot.publicUrl)).arrayBuffer());
      const evil = Buffer.alloc(bytes.length, '<script>alert(1)</script>');
      expect((await send(slot, evil)).status).toBe(200);
      expect((await complete(site, site.admin, slot.publicUrl)).status).toBe(200);
      const after = Buffer.from(await (await fetch(slot.publicUrl)).arrayBuffer());
      expect(after.equals(before)).toBe(true);
      // The repeated upload is removed too, without the bucket's rule.
      site.clock.ahead = 61 * 60 * 1000;
      await removeAbandoned(site.services);
      expect(await incoming(slot.publicUrl)).toBeUndefined();
      expect((await fetch(slot.publicUrl)).status).toBe(200);
    }));

  test.each([
    [
      'another type',
      (slot: UploadTarget) => send(slot, Buffer.alloc(100), { 'Content-Type': 'text/html' }),
    ],
    ['a longer body', (slot: UploadTarget) => send(slot, Buffer.alloc(101))],
    ['a shorter body', (slot: UploadTarget) => send(slot, Buffer.alloc(99))],
    [
      'a changed signature',
      (slot: UploadTarget) => {
        const url = slot.url.replace(
          /Signature=(.)/,
          (_, first) => `Signature=${first === '0' ? 1 : 0}`,
        );
        return send({ ...slot, url }, Buffer.alloc(100));
      },
    ],
    [
      'another name',
      (slot: UploadTarget) =>
        send({ ...slot, url: slot.url.replace('a-picture', 'b-picture') }, Buffer.alloc(100)),
    ],
    [
      'a longer life than was signed',
      (slot: UploadTarget) =>
        send({ ...slot, url: slot.url.replace('Expires=600', 'Expires=6000') }, Buffer.alloc(100)),
    ],
  ])('refuses %s', async (_what, attempt) => {
    const site = await startSite(variables);
    const slot = await slotFor(site, site.admin, 'post', 100);
    expect((await attempt(slot)).status).toBe(403);
    expect((await fetch(slot.publicUrl)).status).toBe(404);
    // The unchanged request works: the change was refused.
    expect((await send(slot, Buffer.alloc(100))).status).toBe(200);
  });

  test('the presigned PUT refuses expired requests', async () => {
    const site = await startSite(variables);
    const slot = await slotFor(site, site.admin, 'post', 100);
    const url = new URL(slot.url.replace(/\?.*/, '?X-Amz-Expires=600'));
    const datetime = new Date(Date.now() - 601_000).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const old = await client.sign(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg', 'Content-Length': '100' },
      aws: { signQuery: true, allHeaders: true, datetime },
    });
    expect((await send({ ...slot, url: old.url }, Buffer.alloc(100))).status).toBe(403);
  });
});

describe('POST /api/upload/complete', () => {
  test('encodes the picture again, with variants and a row', async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const slot = await slotFor(site, site.admin, 'post', bytes.length);
    await send(slot, bytes);
    const answer = await complete(site, site.admin, slot.publicUrl);
    expect(await answer.json()).toEqual({
      success: true,
      publicUrl: slot.publicUrl,
      width: 700,
      height: 500,
    });
    const read = await fetch(slot.publicUrl);
    expect(read.headers.get('Content-Type')).toBe('image/jpeg');
    expect((await sharp(await read.arrayBuffer()).metadata()).exif).toBeUndefined();
    const variant = await fetch(slot.publicUrl.replace('.jpg', '-480.avif'));
    expect((await sharp(await variant.arrayBuffer()).metadata()).width).toBe(480);
    const [row] = await findPictures(site.database.read, [slot.publicUrl]);
    expect(row).toMatchObject({ widths: [480, 700], userId: site.admin.user.id });
    // Completing twice is harmless.
    expect((await complete(site, site.admin, slot.publicUrl)).status).toBe(200);
    expect((await site.files()).temporary).toEqual([]);
  });

  test('POST /api/upload/complete removes other files than pictures from the store', async () => {
    const site = await startSite(variables);
    const bytes = Buffer.from('<html><script>alert(1)</script></html>');
    const slot = await slotFor(site, site.reader, 'profile', bytes.length);
    await send(slot, bytes);
    expect((await complete(site, site.reader, slot.publicUrl)).status).toBe(400);
    expect((await fetch(slot.publicUrl)).status).toBe(404);
    expect(await incoming(slot.publicUrl)).toBeUndefined();
  });

  test('allows three tries, then deletes the slot', async () => {
    const site = await startSite(variables);
    const bytes = Buffer.from('<html><script>alert(1)</script></html>');
    const slot = await slotFor(site, site.reader, 'profile', bytes.length);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      await send(slot, bytes);
      statuses.push((await complete(site, site.reader, slot.publicUrl)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 404]);
  });

  test("POST /api/upload/complete doesn't count a try when nothing arrived yet", async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const slot = await slotFor(site, site.reader, 'profile', bytes.length);
    for (let i = 0; i < 5; i++) {
      expect((await complete(site, site.reader, slot.publicUrl)).status).toBe(400);
    }
    await send(slot, bytes);
    expect((await complete(site, site.reader, slot.publicUrl)).status).toBe(200);
  });

  test('a slot that is never completed is removed with its upload', async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const slot = await slotFor(site, site.reader, 'profile', bytes.length);
    await send(slot, bytes);
    site.clock.ahead = 2 * 60 * 60 * 1000;
    await removeAbandoned(site.services);
    expect(await incoming(slot.publicUrl)).toBeUndefined();
    expect((await complete(site, site.reader, slot.publicUrl)).status).toBe(404);
  });

  test("a user can't use another user's picture", async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const slot = await slotFor(site, site.reader, 'profile', bytes.length);
    await send(slot, bytes);
    await complete(site, site.reader, slot.publicUrl);
    const save = (who: Person, profilePicture: string) =>
      site.call('PUT', `/api/user/update/${who.user.id}`, who, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ profilePicture }),
      });
    expect((await save(site.admin, slot.publicUrl)).status).toBe(400);
    expect((await save(site.reader, slot.publicUrl)).status).toBe(200);
  });

  test("POST /api/upload/complete refuses guests, other users, missing bytes and other sites' URLs", async () => {
    const site = await startSite(variables);
    const slot = await slotFor(site, site.reader, 'profile', 100);
    expect((await complete(site, undefined, slot.publicUrl)).status).toBe(401);
    expect((await complete(site, site.admin, slot.publicUrl)).status).toBe(403);
    expect((await complete(site, site.reader, slot.publicUrl)).status).toBe(400);
    expect((await complete(site, site.reader, 'https://example.com/a.jpg')).status).toBe(404);
  });
});

test("a picture that is used before it's completed is completed", async () => {
  const site = await startSite(variables);
  const bytes = await photo();
  const slot = await slotFor(site, site.admin, 'post', bytes.length);
  await send(slot, bytes);
  await completeUploadsIn(site.services, site.admin, [
    `<p><img src="${slot.publicUrl}"></p>`,
    undefined,
  ]);
  expect(await findPictures(site.database.read, [slot.publicUrl])).toHaveLength(1);
});

test('an unused picture is removed from the store with its variants', async () => {
  const site = await startSite(variables);
  const bytes = await photo();
  const slot = await slotFor(site, site.admin, 'post', bytes.length);
  await send(slot, bytes);
  await complete(site, site.admin, slot.publicUrl);
  await removeOrphans(site.services, new Date(Date.now() + 60_000));
  for (const url of [slot.publicUrl, slot.publicUrl.replace('.jpg', '-480.webp')]) {
    expect((await fetch(url)).status).toBe(404);
  }
});

test("PUT /api/upload/{name} doesn't exist with S3", async () => {
  const site = await startSite(variables);
  const slot = await slotFor(site, site.admin, 'post', 100);
  const path = `/api/upload/${slot.publicUrl.split('/').at(-1)}`;
  expect((await site.send(site.admin, path, new Uint8Array(100))).status).toBe(404);
});
