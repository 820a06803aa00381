import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { ApiError } from '../errors.ts';
import type { PictureResult, PictureTask } from './make-in-child.ts';
import { makePicture } from './picture.ts';

/**
 * The other side of `makeInChild`: makes one picture of the bytes on its standard input, and ends when the
 * parent lets go of it.
 */
const STDIN = 0;
/** Requests come before pictures when both want a core. */
const NICE = 5;

// Nothing is ever loaded by path, and nothing but the accepted formats: sharp knows many more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
});
try {
  setPriority(NICE);
} catch {
  // A system call filter may forbid it; decoding works without it.
}

process.once('message', async ({ name, kind, type }: PictureTask) => {
  process.send?.(await result());

  async function result(): Promise<PictureResult> {
    try {
      return { picture: await makePicture(readFileSync(STDIN), name, kind, type) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refusal: { statusCode: error.statusCode, message: error.message } };
    }
  }
});
