import type { PictureKind, UploadTarget } from '../../api/contract/uploads.ts';
import { call } from './api.ts';
import { withinLimit } from './photo.ts';
import { withPictureType } from './picture-type.ts';
import { failureOf, sendBytes } from './send-bytes.ts';

const NOT_UPLOADED = "The picture couldn't be uploaded. Please try again.";

export interface UploadOptions {
  /** Called with the progress in percent, 0 to 100. */
  onProgress?: (percent: number) => void;
  /** Aborts the upload, which then throws the signal's reason. */
  signal?: AbortSignal;
}

/** `uploadPicture` of `upload.ts`. */
export async function sendPicture(
  chosen: File,
  kind: PictureKind,
  options: UploadOptions,
): Promise<{ publicUrl: string }> {
  const { signal } = options;
  options.onProgress?.(0);
  const typed = await withPictureType(chosen);
  const file = kind === 'post' ? await withinLimit(typed) : typed;
  const target = await call('POST /api/upload', {
    body: { kind, name: file.name || 'picture', type: file.type, size: file.size },
    signal,
  });
  await send(target, file, options);
  // If the bytes went to another origin, our server hasn't seen them yet.
  if (!target.url.startsWith('/'))
    await call('POST /api/upload/complete', { body: { publicUrl: target.publicUrl }, signal });
  return { publicUrl: target.publicUrl };
}

async function send(
  target: UploadTarget,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  const sent = await sendBytes(target, file, {
    onProgress: (bytes) => onProgress?.(Math.floor((bytes / file.size) * 100)),
    signal,
  });
  if (sent.status < 200 || sent.status > 299) throw failureOf(sent, NOT_UPLOADED);
  onProgress?.(100);
}
