import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DecoderEndedError, decodeInChild } from '../../../api/uploads/decode.ts';
import type { MadePicture } from '../../../api/uploads/picture.ts';

const MADE: MadePicture = { files: [], width: 1, height: 1, bytes: 1, storedBytes: 1, widths: [] };

/** Decodes with a process that ends without an answer the first `failures` times. */
async function decoderThatEnds(failures: number) {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-decoder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'picture');
  await writeFile(path, 'bytes');
  let runs = 0;
  const picture = decodeInChild(
    { path, name: '1-a.png', kind: 'post', type: 'image/png' },
    async () => {
      if (++runs <= failures) throw new DecoderEndedError(null, 'SIGSEGV');
      return MADE;
    },
  );
  return { picture, runs: () => runs };
}

test('a decoder that ends without an answer is retried once', async () => {
  const { picture, runs } = await decoderThatEnds(1);
  expect(await picture).toBe(MADE);
  expect(runs()).toBe(2);
});

test('a picture that crashes two decoders counts as damaged', async () => {
  const { picture, runs } = await decoderThatEnds(2);
  await expect(picture).rejects.toMatchObject({ statusCode: 400 });
  expect(runs()).toBe(2);
});
