import { readdirSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PictureKind, PictureType } from '../../../api/contract/uploads.ts';
import { makePicture } from '../../../api/uploads/picture.ts';

// The files were made with libavif, FFmpeg and Pillow. Each has eight or four fields of one color.
const FOLDER = new URL('pictures/', import.meta.url);
/** Size and eight colors (RGBA) of each file as Chromium 156 shows it, from left to right. */
const SHOWN: Record<string, { size: [number, number]; colors: number[][] }> = JSON.parse(
  readFileSync(new URL('in-chromium.json', FOLDER), 'utf8'),
);
const TYPES: Record<string, PictureType> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

function upload(name: string, kind: PictureKind = 'post') {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  if (!type) throw new Error(`${name} has no type`);
  return makePicture(readFileSync(new URL(name, FOLDER)), name, kind, type);
}

/** Returns the size and colors in the format of `in-chromium.json`. */
async function shown(bytes: Buffer) {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const colors = Array.from({ length: 8 }, (_, field) => {
    const y = Math.floor(height * (field % 2 === 1 ? 0.75 : 0.25));
    const at = (y * width + Math.floor(((field + 0.5) * width) / 8)) * 4;
    return [...data.subarray(at, at + 4)];
  });
  return { size: [width, height], colors };
}

function distance(one: number[], other: number[]): number {
  if (one[3] === 0 && other[3] === 0) return 0;
  return Math.max(...one.map((part, index) => Math.abs(part - (other[index] ?? 0))));
}

describe('an uploaded picture looks as the browser shows the original', () => {
  test.each(Object.entries(SHOWN))('%s', async (name, { size, colors }) => {
    const { files } = await upload(name);
    for (const file of files) {
      const ours = await shown(file.bytes);
      if (file.name === name) expect(ours.size).toEqual(size);
      for (const [field, color] of colors.entries()) {
        const message = `${file.name}: ${ours.colors[field]} instead of ${color}`;
        expect(distance(ours.colors[field] ?? [], color), message).toBeLessThan(12);
      }
    }
  });

  test('the list has every file', () => {
    const names = readdirSync(FOLDER).filter((name) => /\.(?!json)\w+$/.test(name));
    expect(names.sort()).toEqual(Object.keys(SHOWN).sort());
  });
});

describe('a picture that would look different is refused with an explanation', () => {
  test.each(['animated.avif', 'animated.png', 'animated-hidden.png'])('%s', async (name) => {
    await expect(upload(`refused/${name}`)).rejects.toThrow(
      /^Animated PNG and AVIF pictures aren't supported\./,
    );
  });

  test.each(['pq.avif', 'hlg.avif', 'pq.png'])('%s', async (name) => {
    await expect(upload(`refused/${name}`)).rejects.toThrow(/^HDR pictures aren't supported\./);
  });

  test('a profile picture is the first frame of an animated PNG', async () => {
    const { files } = await upload('refused/animated.png', 'profile');
    const { colors } = await shown(files.at(-1)?.bytes ?? Buffer.alloc(0));
    expect(colors[0]).toEqual([255, 0, 0, 255]);
  });
});

test.each(['gray-limited.avif', 'p3.avif', 'gamma.png', 'turned.png'])(
  'a truncated %s is reported as damaged, or decoded up to its end',
  async (name) => {
    const bytes = readFileSync(new URL(name, FOLDER));
    const type = TYPES[name.slice(-4).replace('.', '')] ?? 'image/png';
    for (let length = 12; length < bytes.length; length += 7) {
      const result = makePicture(bytes.subarray(0, length), name, 'post', type);
      await result.catch(({ message }: Error) =>
        expect(message).toMatch(/^(?:The picture is damaged|Choose a JPEG)/),
      );
    }
  },
);

/** Adds a chunk after the header of a PNG. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([png.subarray(0, 33), length, named, checksum, png.subarray(33)]);
}

test.each([
  ['chromaticities that are zeros', 'cHRM', Buffer.alloc(32)],
  ['chromaticities that are one point', 'cHRM', Buffer.alloc(32, '00007a1200007a12', 'hex')],
  ['chromaticities that are too short', 'cHRM', Buffer.alloc(8)],
  ['color codes that are too short', 'cICP', Buffer.alloc(2)],
])('a PNG with %s keeps its colors', async (_, type, data) => {
  const color = { r: 200, g: 100, b: 50 };
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
    .png()
    .toBuffer();
  const gamma = Buffer.from([0, 0, 0xb1, 0x8f]);
  const bytes = withChunk(withChunk(plain, type, data), 'gAMA', gamma);
  const { files } = await makePicture(bytes, 'a.png', 'post', 'image/png');
  const { colors } = await shown(files.at(-1)?.bytes ?? bytes);
  expect(distance(colors[0] ?? [], [200, 100, 50, 255])).toBeLessThan(12);
});
