import type { UploadTarget } from '../../api/contract/uploads.ts';
import { ApiFailure, api } from './api.ts';

export interface UploadOptions {
  /** Told whole percents, 0 to 100, while the bytes leave. */
  onProgress?: (percent: number) => void;
  /** Ends the upload; the promise then rejects with the signal's own reason. */
  signal?: AbortSignal;
}

/**
 * Uploads a picture. Gives the URL that posts and profiles refer to it with. Throws an ApiFailure with the
 * server's message when the picture is refused, with status 0 when the connection is lost.
 */
export async function uploadImage(
  file: File,
  kind: 'post' | 'profile',
  options: UploadOptions = {},
): Promise<{ publicUrl: string }> {
  const { signal } = options;
  options.onProgress?.(0);
  const target = await api.upload(
    { kind, name: file.name || 'picture', type: file.type, size: file.size },
    { signal },
  );
  await send(target, file, options);
  // Sent to another site, our server has not seen the bytes yet.
  if (!target.url.startsWith('/')) await api.completeUpload(target.publicUrl, { signal });
  return { publicUrl: target.publicUrl };
}

/** XMLHttpRequest, because `fetch` does not tell how much of a body has left. */
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
    request.onerror = () =>
      reject(new ApiFailure(0, 'The connection was lost while the picture was being sent.'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}

/** The message of our server; a store answers in XML, which is nothing for readers. */
function failureOf(request: XMLHttpRequest): ApiFailure {
  const retryAfter = Number(request.getResponseHeader('Retry-After')) || undefined;
  return new ApiFailure(request.status, messageOf(request.responseText), { retryAfter });
}

function messageOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'message' in body) {
      if (typeof body.message === 'string' && body.message !== '') return body.message;
    }
  } catch {
    // Not JSON: not from our server.
  }
  return 'The picture could not be uploaded. Please try again.';
}
