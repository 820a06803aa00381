import type { PictureKind } from '../../api/contract/uploads.ts';
import { ApiFailure } from './api.ts';
import type { UploadOptions } from './send-picture.ts';

const CANNOT_START = "The upload couldn't start. Check your connection, and try again.";

/**
 * Uploads a picture, with the type of its first bytes, and returns its URL. Scales photos for posts
 * if they're too large. Throws an ApiFailure: with the server's message if the picture is refused,
 * with status 0 if the connection is lost. The code for it is loaded at the first upload.
 */
export async function uploadPicture(
  chosen: File,
  kind: PictureKind,
  options: UploadOptions = {},
): Promise<{ publicUrl: string }> {
  const code = await import('./send-picture.ts').catch(() => {
    throw new ApiFailure(0, CANNOT_START);
  });
  options.signal?.throwIfAborted();
  return await code.sendPicture(chosen, kind, options);
}
