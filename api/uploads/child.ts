import { ApiError } from '../errors.ts';
import type { PictureResult, PictureTask } from './make-in-child.ts';
import { makePicture } from './picture.ts';

/** The other side of `makeInChild`: makes one picture, and ends when the parent lets go of it. */
process.once('message', async ({ path, name, kind, type }: PictureTask) => {
  process.send?.(await result());

  async function result(): Promise<PictureResult> {
    try {
      return { picture: await makePicture(path, name, kind, type) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refusal: { statusCode: error.statusCode, message: error.message } };
    }
  }
});
