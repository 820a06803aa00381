import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeInChild } from '../../../api/uploads/decode.ts';
import { decoderEnded, decodingFailed, orStorageFull } from '../../../api/uploads/errors.ts';
import { picture, startSite } from './support.ts';

test("a full disk becomes 507; other errors don't change", () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  expect(orStorageFull(full)).toMatchObject({ statusCode: 507 });
  const other = Object.assign(new Error('write'), { code: 'EIO' });
  expect(orStorageFull(other)).toBe(other);
});

test("a picture doesn't count as damaged after a timeout", () => {
  expect(decodingFailed(new Error('timeout: 45% complete'))).toMatchObject({ statusCode: 503 });
  expect(decodingFailed(new Error('VipsJpeg: premature end'))).toMatchObject({ statusCode: 400 });
  expect(decoderEnded('SIGKILL')).toMatchObject({ statusCode: 503 });
  expect(decoderEnded('SIGSEGV')).toMatchObject({ statusCode: 400 });
  expect(decoderEnded(null)).toMatchObject({ statusCode: 400 });
});

test('a picture that crashes the decoder is refused as damaged', async () => {
  const notAFile = {
    path: tmpdir(),
    name: '1-a.jpg',
    kind: 'post',
    type: 'image/jpeg',
  } as const;
  await expect(decodeInChild(notAFile)).rejects.toMatchObject({ statusCode: 400 });
});

test('after a failed write no file is left, and the slot can be used again', async () => {
  const site = await startSite();
  // A file in place of the folder makes every write fail.
  await writeFile(join(site.folder), '');
  const bytes = await picture(50, 50).jpeg().toBuffer();
  const { slot, answer } = await site.upload(site.reader, 'profile', bytes);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain(site.folder);
  const again = await site.send(site.reader, slot.url, new Uint8Array(bytes));
  expect(again.status).toBe(500);
});
