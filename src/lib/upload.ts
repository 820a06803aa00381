import type { UploadTarget } from '../../api/contract/uploads.ts';
import { ApiFailure, api } from './api.ts';

export interface UploadOptions {
  /** Called with the percentage of bytes sent, 0 to 100. */
  onProgress?: (percent: number) => void;
  /** Cancels the upload; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Uploads a picture. Returns the URL for posts and profiles. Throws an ApiFailure with the server's
 * message if the picture is rejected, or with status 0 if the connection is lost.
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
  // Another site stored the bytes, so our server doesn't know about them yet.
  if (!target.url.startsWith('/')) await api.completeUpload(target.publicUrl, { signal });
  return { publicUrl: target.publicUrl };
}

/** Uses XMLHttpRequest, because `fetch` doesn't report upload progress. */
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

/** Returns the failure with our server's message. Stores answer in XML, which is not for users. */
function failureOf(request: XMLHttpRequest): ApiFailure {
  const retryAfter = Number(request.getResponseHeader('Retry-After')) || undefined;
  return new ApiFailure(request.status, serverMessage(request.responseText), { retryAfter });
}

function serverMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'message' in body) {
      if (typeof body.message === 'string' && body.message !== '') return body.message;
    }
  } catch {
    // Not JSON, so not from our server.
  }
  return 'The picture could not be uploaded. Please try again.';
}
