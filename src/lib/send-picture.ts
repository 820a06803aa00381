import type { ErrorBody } from '../../api/contract/responses.ts';
import type { PictureKind, UploadTarget } from '../../api/contract/uploads.ts';
import { ApiFailure, call } from './api.ts';
import { withinLimit } from './photo.ts';
import { withPictureType } from './picture-type.ts';

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

/** Uses XMLHttpRequest because `fetch` doesn't report upload progress. */
function send(
  target: UploadTarget,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(target.method, target.url);
    for (const [name, value] of Object.entries(target.headers)) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(Math.floor((loaded / total) * 100));
    };
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return reject(failureOf(request));
      onProgress?.(100);
      resolve();
    };
    request.onerror = () => reject(new ApiFailure(0, 'The connection was lost during the upload.'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}

/** Uses our server's message. An external store answers in XML, which users shouldn't see. */
function failureOf(request: XMLHttpRequest): ApiFailure {
  const retryAfter = Number(request.getResponseHeader('Retry-After')) || undefined;
  return new ApiFailure(request.status, serverMessage(request.responseText), { retryAfter });
}

function serverMessage(text: string): string {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    if (body?.message) return body.message;
  } catch {
    // Not JSON.
  }
  return "The picture couldn't be uploaded. Please try again.";
}
