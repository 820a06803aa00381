import { ApiError, BadRequestError, PayloadTooLargeError } from '../errors.ts';
import { createBodyBudget } from './body-budget.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Limits of a body on every route except those below. Guests may send these. */
export const SMALL_BODY = {
  bytes: 64 * KIBIBYTE,
  /** How long the body may take to arrive. */
  timeoutMs: 5_000,
  /** Maximum number of chunks or packets: each takes time, even if it's small. */
  chunks: 1_000,
  /** Memory for arriving bodies, shared by all routes with these limits. */
  budget: createBodyBudget({ perAddress: MEBIBYTE, total: 32 * MEBIBYTE }),
};
export type BodyLimits = typeof SMALL_BODY;

/** For guarded routes that take a post. The largest post (1 MiB), escaped as JSON, fits. */
export const POST_BODY: BodyLimits = {
  bytes: 2 * MEBIBYTE,
  timeoutMs: 60_000,
  chunks: 32_000,
  budget: createBodyBudget({ perAddress: 8 * MEBIBYTE, total: 32 * MEBIBYTE }),
};

/** Close the connection: the rest of the body isn't read. */
const CLOSE = { headers: { Connection: 'close' } };

/**
 * Reads the body of a request; hono/body-limit bounds only the size. Throws an ApiError as soon as
 * the body is over a limit: 413 (size), 408 (time), 400 (chunks), 429 or 503 (budget of `address`).
 */
export async function readBody(
  request: Request,
  address: string,
  limits: BodyLimits,
): Promise<Uint8Array> {
  const { bytes: limit, timeoutMs, chunks: maxChunks, budget } = limits;
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let refusal: ApiError | undefined;
  const abort = (reason: ApiError) => {
    refusal ??= reason;
    // Not awaited: a sender that never ends must not delay the response.
    void reader.cancel().catch(() => undefined);
  };
  const timer = setTimeout(
    () => abort(new ApiError(408, 'The body took too long to arrive.', CLOSE)),
    timeoutMs,
  );
  const arriving = budget.open(address, abort);
  // One growing buffer, not a list of chunks: a chunk of one byte would take hundreds.
  let buffer = Buffer.alloc(0);
  let size = 0;
  try {
    for (let chunks = 0; ; chunks++) {
      const { done, value } = await reader.read().catch(() => {
        throw refusal ?? new BadRequestError('The connection ended before the body was complete.');
      });
      if (refusal) throw refusal;
      if (done) return buffer.subarray(0, size);
      if (size + value.byteLength > limit) abort(tooLarge(limit));
      else if (chunks >= maxChunks)
        abort(new ApiError(400, 'The body has too many chunks.', CLOSE));
      if (refusal) throw refusal;
      const grown = withRoomFor(buffer, size, value.byteLength, limit);
      arriving.grow(grown.length - buffer.length);
      buffer = grown;
      buffer.set(value, size);
      size += value.byteLength;
    }
  } finally {
    clearTimeout(timer);
    arriving.close();
  }
}

/** Returns the buffer, or a larger copy when its first `size` bytes leave less than `more`. */
function withRoomFor(buffer: Buffer<ArrayBuffer>, size: number, more: number, limit: number) {
  const needed = size + more;
  if (needed <= buffer.length) return buffer;
  const larger = Buffer.alloc(size === 0 ? needed : Math.min(limit, 2 * needed));
  buffer.copy(larger, 0, 0, size);
  return larger;
}

function tooLarge(limit: number): ApiError {
  const max = limit < MEBIBYTE ? `${limit / KIBIBYTE} KB` : `${limit / MEBIBYTE} MiB`;
  return new PayloadTooLargeError(`The body is too large: at most ${max}.`);
}
