import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { ApiError } from '../errors.ts';
import type { DecodeResult, DecodeTask } from './decode.ts';
import { makePicture } from './picture.ts';

// The child process of `decodeInChild`: decodes one picture from standard input, and ends when the
// parent disconnects.

const STDIN = 0;
/** Requests take precedence over pictures. */
const NICE = 5;

// Sharp supports many more formats, and can load files by path.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
});
try {
  setPriority(NICE);
} catch {
  // A system call filter may forbid this. Decoding works without it.
}

process.once('message', async ({ name, kind, type }: DecodeTask) => {
  process.send?.(await result());

  async function result(): Promise<DecodeResult> {
    try {
      return { picture: await makePicture(readFileSync(STDIN), name, kind, type) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refusal: { statusCode: error.statusCode, message: error.message } };
    }
  }
});
