import type { ErrorBody } from '../../api/contract/responses.ts';
import { ApiFailure } from './api.ts';

interface Target {
  method: string;
  url: string;
  headers?: Record<string, string>;
}

export interface SendOptions {
  /** Called with the number of bytes that were sent. */
  onProgress?: (bytes: number) => void;
  /** Aborts the request, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** A response of any status. */
export interface Sent {
  status: number;
  text: string;
  /** In seconds. */
  retryAfter: number | undefined;
}

/**
 * Sends bytes, and returns the response. Throws an ApiFailure with status 0 if the connection is
 * lost. Uses XMLHttpRequest because `fetch` doesn't report upload progress.
 */
export function sendBytes(
  { method, url, headers = {} }: Target,
  bytes: Blob | ArrayBuffer,
  { onProgress, signal }: SendOptions = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: Number(request.getResponseHeader('Retry-After')) || undefined,
      });
    request.onerror = () => reject(new ApiFailure(0, 'The connection was lost during the upload.'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(bytes);
  });
}

/** The failure of a response, with the server's message or, if it has none, `fallback`. */
export function failureOf({ status, text, retryAfter }: Sent, fallback: string): ApiFailure {
  return new ApiFailure(status, messageOf(text) || fallback, { retryAfter });
}

function messageOf(text: string): string | undefined {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    return body?.message;
  } catch {
    // Not JSON.
    return undefined;
  }
}
