import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { UploadTarget } from '../../../api/contract/uploads.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { noise, picture, type Refusal, type Site, startSite } from './support.ts';

const MIB = 1024 * 1024;
const PROFILE_TEXT = 'Could not upload image (File must be less than 2MB)';

async function rowOf(site: Site, url: string) {
  return (await findPictures(site.database.read, [url]))[0];
}

describe('an uploaded picture', () => {
  test('an uploaded picture of a post gets variants up to its own width, and a row', async () => {
    const site = await startSite();
    const bytes = await picture(1200, 800).jpeg().toBuffer();
    const { slot, answer } = await site.upload(site.admin, 'post', bytes);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      success: true,
      publicUrl: slot.publicUrl,
      width: 1200,
      height: 800,
    });
    const stem = slot.publicUrl.replace('/uploads/', '').replace('.jpg', '');
    expect(await site.files()).toEqual({
      finished: [
        `${stem}-1200.avif`,
        `${stem}-1200.webp`,
        `${stem}-480.avif`,
        `${stem}-480.webp`,
        `${stem}-960.avif`,
        `${stem}-960.webp`,
        `${stem}.jpg`,
      ],
      temporary: [],
    });
    expect(await rowOf(site, slot.publicUrl)).toMatchObject({
      userId: site.admin.user.id,
      kind: 'post',
      width: 1200,
      height: 800,
      widths: [480, 960, 1200],
    });
    const variant = await sharp(
      await site.read(slot.publicUrl.replace('.jpg', '-480.avif')),
    ).metadata();
    expect([variant.compression, variant.width, variant.height]).toEqual(['av1', 480, 320]);
  });

  test('an uploaded picture of a post is at most 2560 wide', async () => {
    const site = await startSite();
    const bytes = await picture(4000, 3000).jpeg().toBuffer();
    const { answer } = await site.upload(site.admin, 'post', bytes);
    expect(await answer.json()).toMatchObject({ width: 2560, height: 1920 });
  });

  test('an uploaded picture of a profile may have 16 megapixels and be animated: only the first frame counts', async () => {
    const site = await startSite();
    const large = await picture(4000, 4000).png({ compressionLevel: 1 }).toBuffer();
    expect((await site.upload(site.reader, 'profile', large)).answer.status).toBe(201);
    const frames = ['#f00', '#0f0', '#00f'].map((background) => ({
      create: { width: 3000, height: 3000, channels: 3 as const, background },
    }));
    const stills = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
    const moving = await sharp(stills, { join: { animated: true } })
      .webp({ effort: 0, lossless: true })
      .toBuffer();
    const { answer } = await site.upload(site.reader, 'profile', moving);
    expect(await answer.json()).toMatchObject({ width: 512, height: 512 });
  });

  test('an uploaded picture of a profile is cropped to a square of 512 pixels', async () => {
    const site = await startSite();
    const bytes = await picture(900, 600).png().toBuffer();
    const file = { name: 'me.png', type: 'image/png' };
    const { slot, answer } = await site.upload(site.reader, 'profile', bytes, file);
    expect(await answer.json()).toMatchObject({ width: 512, height: 512 });
    expect(await rowOf(site, slot.publicUrl)).toMatchObject({ widths: [96, 192] });
  });

  test('an uploaded picture loses its location, and its orientation is applied', async () => {
    const site = await startSite();
    const bytes = await picture(300, 200)
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();
    const turned = await sharp(bytes).keepMetadata().withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const { slot, answer } = await site.upload(site.admin, 'post', turned);
    expect(await answer.json()).toMatchObject({ width: 200, height: 300 });
    const kept = await site.read(slot.publicUrl);
    const metadata = await sharp(kept).metadata();
    expect([metadata.exif, metadata.orientation, metadata.icc]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(kept.includes('somebody')).toBe(false);
  });

  test.each(['png', 'webp', 'avif', 'gif'] as const)('stays %s', async (format) => {
    const site = await startSite();
    const bytes = await picture(40, 30).toFormat(format).toBuffer();
    const file = { name: `a.${format}`, type: `image/${format}` };
    const { slot, answer } = await site.upload(site.admin, 'post', bytes, file);
    expect(answer.status).toBe(201);
    const kept = await sharp(await site.read(slot.publicUrl)).metadata();
    expect(kept.mediaType).toBe(`image/${format}`);
  });

  test('an uploaded picture stays animated, without variants', async () => {
    const site = await startSite();
    const frames = ['#f00', '#0f0', '#00f'].map((background) => ({
      create: { width: 600, height: 40, channels: 3 as const, background },
    }));
    const bytes = await sharp(
      await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const file = { name: 'a.gif', type: 'image/gif' };
    const { slot, answer } = await site.upload(site.admin, 'post', bytes, file);
    expect(await answer.json()).toMatchObject({ width: 600, height: 40 });
    expect((await sharp(await site.read(slot.publicUrl)).metadata()).pages).toBe(3);
    expect((await rowOf(site, slot.publicUrl))?.widths).toEqual([]);
  });

  test('an uploaded picture of another type than announced is converted to the announced type', async () => {
    const site = await startSite();
    const { slot, answer } = await site.upload(
      site.admin,
      'post',
      await picture(30, 30).png().toBuffer(),
    );
    expect(answer.status).toBe(201);
    expect((await sharp(await site.read(slot.publicUrl)).metadata()).format).toBe('jpeg');
  });

  test('an uploaded picture loses HTML that was appended to it', async () => {
    const site = await startSite();
    const gif = await picture(20, 20).gif().toBuffer();
    const bytes = Buffer.concat([gif, Buffer.from('<html><script>alert(1)</script>')]);
    const file = { name: 'a.gif', type: 'image/gif' };
    const { slot, answer } = await site.upload(site.admin, 'post', bytes, file);
    expect(answer.status).toBe(201);
    expect((await site.read(slot.publicUrl)).includes('script')).toBe(false);
  });
});

/** A PNG whose header claims a size, with data for one row. */
function pngThatClaims(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const tooManyPixels =
  'The picture has too many pixels: at most 50 megapixels, all frames together.';

describe('an upload is refused', () => {
  test.each([
    [
      'a text with the name of a picture',
      'profile',
      async () => Buffer.from('hello'),
      PROFILE_TEXT,
    ],
    [
      'SVG with the name of a picture',
      'post',
      async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'),
      'Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    ],
    [
      'TIFF',
      'post',
      () => picture(9, 9).tiff().toBuffer(),
      'Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    ],
    [
      'HTML behind the header of a GIF',
      'post',
      async () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'),
      'The picture is damaged and cannot be read.',
    ],
    [
      'half a JPEG',
      'post',
      async () => {
        const whole = await sharp(noise(300 * 300 * 3), {
          raw: { width: 300, height: 300, channels: 3 },
        })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      'The picture is damaged and cannot be read.',
    ],
    [
      'a small file that claims 60,000 × 60,000',
      'post',
      async () => pngThatClaims(60_000, 60_000),
      tooManyPixels,
    ],
    [
      'the same as a profile picture',
      'profile',
      async () => pngThatClaims(60_000, 60_000),
      'The picture has too many pixels: at most 16 megapixels.',
    ],
    [
      'a picture of 16.04 megapixels',
      'profile',
      async () => pngThatClaims(4010, 4000),
      'The picture has too many pixels: at most 16 megapixels.',
    ],
    [
      'AVIF of 16.04 megapixels',
      'profile',
      () => picture(4010, 4000).avif({ effort: 0 }).toBuffer(),
      'The picture has too many pixels: at most 16 megapixels.',
    ],
    [
      'AVIF of 25 megapixels',
      'post',
      () => picture(5000, 5000).avif({ effort: 0 }).toBuffer(),
      'The picture has too many pixels: at most 24 megapixels, all frames together.',
    ],
    [
      'a real picture of 51 megapixels',
      'post',
      () => picture(8500, 6000).png({ compressionLevel: 1 }).toBuffer(),
      tooManyPixels,
    ],
  ])('%s (%s)', async (_what, kind, bytes, message) => {
    const site = await startSite();
    const { slot, answer } = await site.upload(site.admin, kind, await bytes());
    expect(await answer.json()).toEqual({ success: false, statusCode: 400, message });
    expect(await site.files()).toEqual({ finished: [], temporary: [] });
    expect(await rowOf(site, slot.publicUrl)).toBeUndefined();
  });

  test('an upload with too many bytes is refused with 413, by its length or as they arrive', async () => {
    const site = await startSite();
    const asked = await site.ask(site.reader, {
      kind: 'profile',
      name: 'a.jpg',
      type: 'image/jpeg',
      size: 1000,
    });
    const slot = (await asked.json()) as UploadTarget;
    const told = await site.call('PUT', slot.url, site.reader, {
      body: new Uint8Array(10),
      headers: { 'Content-Length': String(3 * MIB) },
    });
    expect(told.status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 60_000;
        controller.enqueue(new Uint8Array(60_000));
      },
    });
    const counted = await site.send(site.reader, slot.url, endless);
    expect(counted.status).toBe(413);
    expect(((await counted.json()) as Refusal).message).toBe(PROFILE_TEXT);
    expect(sent).toBeLessThan(3 * MIB);
    expect(await site.files()).toEqual({ finished: [], temporary: [] });
  });

  test('but not for another size than announced', async () => {
    const site = await startSite();
    const bytes = new Uint8Array(await picture(50, 50).jpeg().toBuffer());
    for (const size of [1, 1_000_000]) {
      const wanted = { kind: 'profile', name: 'a.jpg', type: 'image/jpeg', size };
      const { url } = (await (await site.ask(site.reader, wanted)).json()) as UploadTarget;
      expect((await site.send(site.reader, url, bytes)).status, String(size)).toBe(201);
    }
  });

  test('if incomplete: 400, and the slot can be used again', async () => {
    const site = await startSite();
    const bytes = new Uint8Array(await picture(50, 50).jpeg().toBuffer());
    const asked = await site.ask(site.reader, {
      kind: 'profile',
      name: 'a.jpg',
      type: 'image/jpeg',
      size: bytes.length,
    });
    const { url } = (await asked.json()) as UploadTarget;
    expect((await site.send(site.reader, url, bytes.subarray(0, 100))).status).toBe(400);
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 100));
        controller.error(new Error('gone'));
      },
    });
    expect((await site.send(site.reader, url, broken)).status).toBe(400);
    expect(await site.files()).toEqual({ finished: [], temporary: [] });
    expect((await site.send(site.reader, url, bytes)).status).toBe(201);
  });

  test('an upload is refused with the slot of another user, an expired or an unknown slot', async () => {
    const site = await startSite();
    const bytes = new Uint8Array(await picture(50, 50).jpeg().toBuffer());
    const wanted = { kind: 'profile', name: 'a.jpg', type: 'image/jpeg', size: bytes.length };
    const { url } = (await (await site.ask(site.reader, wanted)).json()) as UploadTarget;
    expect((await site.send(site.admin, url, bytes)).status).toBe(403);
    expect((await site.send(undefined, url, bytes)).status).toBe(401);
    site.clock.ahead = 10 * 60 * 1000 + 1;
    expect((await site.send(site.reader, url, bytes)).status).toBe(404);
    expect((await site.send(site.reader, '/api/upload/1735689600000-b.jpg', bytes)).status).toBe(
      404,
    );
    expect((await site.send(site.reader, '/api/upload/..%2F..%2Fblog.db', bytes)).status).toBe(404);
    expect((await site.files()).finished).toEqual([]);
  });

  test('an upload with a used slot is refused with 409, and the first picture stays', async () => {
    const site = await startSite();
    const bytes = await picture(50, 50).jpeg().toBuffer();
    const { slot } = await site.upload(site.reader, 'profile', bytes);
    const before = await site.read(slot.publicUrl);
    const other = new Uint8Array(await picture(50, 50).negate().jpeg().toBuffer());
    expect((await site.send(site.reader, slot.url, other)).status).toBe(409);
    expect((await site.read(slot.publicUrl)).equals(before)).toBe(true);
  });

  test('if another one uses the slot at the same time', async () => {
    const site = await startSite();
    const bytes = new Uint8Array(await picture(700, 500).jpeg().toBuffer());
    const wanted = { kind: 'post', name: 'a.jpg', type: 'image/jpeg', size: bytes.length };
    const { url } = (await (await site.ask(site.admin, wanted)).json()) as UploadTarget;
    const answers = await Promise.all([1, 2, 3].map(() => site.send(site.admin, url, bytes)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });

  test('an upload from a page of another site is refused', async () => {
    const site = await startSite();
    const answer = await site.call('PUT', '/api/upload/1735689600000-b.jpg', site.reader, {
      headers: { Origin: 'https://evil.example' },
      body: new Uint8Array(1),
    });
    expect(answer.status).toBe(403);
  });
});
