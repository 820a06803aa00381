import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeAbandoned, removeOrphans } from '../../api/uploads/cleanup.ts';
import { completeUploadsIn } from '../../api/uploads/uploads.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import { type Person, type Place, picture, startSite } from '../api/uploads/support.ts';
import { tally } from '../support/tally.ts';
import { bucketUrl, client, closeBucket, incoming, openBucket, variables } from './bucket.ts';

const attack = tally();

beforeAll(openBucket);
afterAll(closeBucket);

type Site = Awaited<ReturnType<typeof startSite>>;

async function placeFor(site: Site, who: Person, kind: string, size: number): Promise<Place> {
  const file = { name: 'a picture.jpg', type: 'image/jpeg' };
  const answer = await site.ask(who, { kind, ...file, size });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Place;
}

function send(place: Place, bytes: Buffer, headers: Record<string, string> = {}) {
  return fetch(place.url, {
    method: place.method,
    headers: { ...place.headers, ...headers },
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
  test('takes bytes of the signed type and length, which nobody else can read', async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const place = await placeFor(site, site.admin, 'post', bytes.length);
    expect(place.url).not.toContain(variables.S3_SECRET_ACCESS_KEY);
    expect((await send(place, bytes)).status).toBe(200);
    expect((await incoming(place.publicUrl))?.equals(bytes)).toBe(true);
    const name = place.publicUrl.split('/').at(-1);
    const addresses = [
      place.publicUrl,
      `${variables.S3_PUBLIC_URL}/incoming/${name}`,
      `${variables.S3_PUBLIC_URL}/incoming%2F${name}`,
      `${bucketUrl}/incoming/${name}`,
      place.url.replace(/\?.*/, ''),
      place.url,
    ];
    for (const address of addresses) {
      await attack('bytes that were never checked, read by others', async () => {
        const { ok } = await fetch(address);
        expect([address, ok]).toEqual([address, false]);
      });
    }
  });

  test('changes nothing when it is sent again after the picture was checked', () =>
    attack('a checked picture replaced by a second PUT', async () => {
      const site = await startSite(variables);
      const bytes = await photo();
      const place = await placeFor(site, site.admin, 'post', bytes.length);
      await send(place, bytes);
      expect((await complete(site, site.admin, place.publicUrl)).status).toBe(200);
      expect(await incoming(place.publicUrl)).toBeUndefined();
      const before = Buffer.from(await (await fetch(place.publicUrl)).arrayBuffer());
      const evil = Buffer.alloc(bytes.length, '<script>alert(1)</script>');
      expect((await send(place, evil)).status).toBe(200);
      expect((await complete(site, site.admin, place.publicUrl)).status).toBe(200);
      const after = Buffer.from(await (await fetch(place.publicUrl)).arrayBuffer());
      expect(after.equals(before)).toBe(true);
      // What was sent again goes as well, with no help from the bucket's own rule.
      site.clock.ahead = 61 * 60 * 1000;
      await removeAbandoned(site.services);
      expect(await incoming(place.publicUrl)).toBeUndefined();
      expect((await fetch(place.publicUrl)).status).toBe(200);
    }));

  test.each([
    [
      'another type',
      (place: Place) => send(place, Buffer.alloc(100), { 'Content-Type': 'text/html' }),
    ],
    ['a longer body', (place: Place) => send(place, Buffer.alloc(101))],
    ['a shorter body', (place: Place) => send(place, Buffer.alloc(99))],
    [
      'a changed signature',
      (place: Place) => {
        const url = place.url.replace(
          /Signature=(.)/,
          (_, first) => `Signature=${first === '0' ? 1 : 0}`,
        );
        return send({ ...place, url }, Buffer.alloc(100));
      },
    ],
    [
      'another name',
      (place: Place) =>
        send({ ...place, url: place.url.replace('a-picture', 'b-picture') }, Buffer.alloc(100)),
    ],
    [
      'a longer life than was signed',
      (place: Place) =>
        send(
          { ...place, url: place.url.replace('Expires=600', 'Expires=6000') },
          Buffer.alloc(100),
        ),
    ],
  ])('refuses %s', async (_what, attempt) => {
    const site = await startSite(variables);
    const place = await placeFor(site, site.admin, 'post', 100);
    expect((await attempt(place)).status).toBe(403);
    expect((await fetch(place.publicUrl)).status).toBe(404);
    // The same place, used rightly: it was the change that was refused.
    expect((await send(place, Buffer.alloc(100))).status).toBe(200);
  });

  test('refuses when its time is over', async () => {
    const site = await startSite(variables);
    const place = await placeFor(site, site.admin, 'post', 100);
    const url = new URL(place.url.replace(/\?.*/, '?X-Amz-Expires=600'));
    const datetime = new Date(Date.now() - 601_000).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const old = await client.sign(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg', 'Content-Length': '100' },
      aws: { signQuery: true, allHeaders: true, datetime },
    });
    expect((await send({ ...place, url: old.url }, Buffer.alloc(100))).status).toBe(403);
  });
});

describe('POST /api/upload/complete', () => {
  test('encodes the picture anew in its place, with variants and a row', async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const place = await placeFor(site, site.admin, 'post', bytes.length);
    await send(place, bytes);
    const answer = await complete(site, site.admin, place.publicUrl);
    expect(await answer.json()).toEqual({
      success: true,
      publicUrl: place.publicUrl,
      width: 700,
      height: 500,
    });
    const read = await fetch(place.publicUrl);
    expect(read.headers.get('Content-Type')).toBe('image/jpeg');
    expect((await sharp(await read.arrayBuffer()).metadata()).exif).toBeUndefined();
    const variant = await fetch(place.publicUrl.replace('.jpg', '-480.avif'));
    expect((await sharp(await variant.arrayBuffer()).metadata()).width).toBe(480);
    const [row] = await findPictures(site.database.read, [place.publicUrl]);
    expect(row).toMatchObject({ widths: [480, 700], userId: site.admin.user.id });
    // Said twice, it is still true.
    expect((await complete(site, site.admin, place.publicUrl)).status).toBe(200);
    expect((await site.files()).temporary).toEqual([]);
  });

  test('removes from the store what is no picture', async () => {
    const site = await startSite(variables);
    const bytes = Buffer.from('<html><script>alert(1)</script></html>');
    const place = await placeFor(site, site.reader, 'profile', bytes.length);
    await send(place, bytes);
    expect((await complete(site, site.reader, place.publicUrl)).status).toBe(400);
    expect((await fetch(place.publicUrl)).status).toBe(404);
    expect(await incoming(place.publicUrl)).toBeUndefined();
  });

  test('takes three tries; then the place is gone', async () => {
    const site = await startSite(variables);
    const bytes = Buffer.from('<html><script>alert(1)</script></html>');
    const place = await placeFor(site, site.reader, 'profile', bytes.length);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      await send(place, bytes);
      statuses.push((await complete(site, site.reader, place.publicUrl)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 404]);
  });

  test('asked too early, costs no try', async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const place = await placeFor(site, site.reader, 'profile', bytes.length);
    for (let i = 0; i < 5; i++) {
      expect((await complete(site, site.reader, place.publicUrl)).status).toBe(400);
    }
    await send(place, bytes);
    expect((await complete(site, site.reader, place.publicUrl)).status).toBe(200);
  });

  test('a place that was never completed goes, with what was sent', async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const place = await placeFor(site, site.reader, 'profile', bytes.length);
    await send(place, bytes);
    site.clock.ahead = 2 * 60 * 60 * 1000;
    await removeAbandoned(site.services);
    expect(await incoming(place.publicUrl)).toBeUndefined();
    expect((await complete(site, site.reader, place.publicUrl)).status).toBe(404);
  });

  test("somebody else's picture cannot be set as one's own", async () => {
    const site = await startSite(variables);
    const bytes = await photo();
    const place = await placeFor(site, site.reader, 'profile', bytes.length);
    await send(place, bytes);
    await complete(site, site.reader, place.publicUrl);
    const save = (who: Person, profilePicture: string) =>
      site.call('PUT', `/api/user/update/${who.user.id}`, who, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ profilePicture }),
      });
    expect((await save(site.admin, place.publicUrl)).status).toBe(400);
    expect((await save(site.reader, place.publicUrl)).status).toBe(200);
  });

  test('refuses guests, other users, bytes that never came and foreign addresses', async () => {
    const site = await startSite(variables);
    const place = await placeFor(site, site.reader, 'profile', 100);
    expect((await complete(site, undefined, place.publicUrl)).status).toBe(401);
    expect((await complete(site, site.admin, place.publicUrl)).status).toBe(403);
    expect((await complete(site, site.reader, place.publicUrl)).status).toBe(400);
    expect((await complete(site, site.reader, 'https://example.com/a.jpg')).status).toBe(404);
  });
});

test('a picture that is used without having been completed is completed then', async () => {
  const site = await startSite(variables);
  const bytes = await photo();
  const place = await placeFor(site, site.admin, 'post', bytes.length);
  await send(place, bytes);
  await completeUploadsIn(site.services, site.admin, [
    `<p><img src="${place.publicUrl}"></p>`,
    undefined,
  ]);
  expect(await findPictures(site.database.read, [place.publicUrl])).toHaveLength(1);
});

test('a picture that nothing shows is removed from the store, with its variants', async () => {
  const site = await startSite(variables);
  const bytes = await photo();
  const place = await placeFor(site, site.admin, 'post', bytes.length);
  await send(place, bytes);
  await complete(site, site.admin, place.publicUrl);
  await removeOrphans(site.services, new Date(Date.now() + 60_000));
  for (const url of [place.publicUrl, place.publicUrl.replace('.jpg', '-480.webp')]) {
    expect((await fetch(url)).status).toBe(404);
  }
});

test('PUT /api/upload/{name} does not exist where browsers send to the store', async () => {
  const site = await startSite(variables);
  const place = await placeFor(site, site.admin, 'post', 100);
  const path = `/api/upload/${place.publicUrl.split('/').at(-1)}`;
  expect((await site.send(site.admin, path, new Uint8Array(100))).status).toBe(404);
});
