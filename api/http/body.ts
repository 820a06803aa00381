import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import {
  ApiError,
  BadRequestError,
  PayloadTooLargeError,
  RequestTimeoutError,
  UnsupportedMediaTypeError,
} from '../errors.ts';
import { type BodyBudget, createBodyBudget } from './body-budget.ts';
import type { ApiEnv } from './context.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** What the body of a route may take. */
export interface BodyLimits {
  bytes: number;
  /** How long the body may take to arrive. */
  timeoutMs: number;
  /** The most chunks of transfer coding or packets: each costs time, however small it is. */
  chunks: number;
  /** Shared by all routes with these limits: the memory of bodies that are still arriving. */
  budget: BodyBudget;
}

/** Every route but those below. A guest may send these, so they have a budget of their own. */
export const SMALL_BODY: BodyLimits = {
  bytes: 64 * KIBIBYTE,
  timeoutMs: 5_000,
  chunks: 1_000,
  budget: createBodyBudget({ perAddress: MEBIBYTE, total: 32 * MEBIBYTE }),
};

/** Routes that take a post. The largest one (1 MiB), escaped as JSON, fits. Only for guarded routes. */
export const POST_BODY: BodyLimits = {
  bytes: 2 * MEBIBYTE,
  timeoutMs: 60_000,
  chunks: 32_000,
  budget: createBodyBudget({ perAddress: 8 * MEBIBYTE, total: 32 * MEBIBYTE }),
};

/** Our deepest body has one level. */
const DEEPEST = 32;
/** Messages that zod makes itself do not name the field; ours do. */
const ZODS_OWN = /^(?:Invalid|Too (?:big|small)|Unrecognized)/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

type JsonInput<T extends z.ZodType> = {
  in: { json: z.input<T> };
  out: { json: z.output<T> };
};

/**
 * Reads the JSON body and checks it; the handler gets it from `c.req.valid('json')`. Put it behind the
 * guards. While the body is on its way the call has no place among those that run. Refuses with 415 (not JSON), 413 (over
 * the limit, counted while it arrives), 408 (too slow), 429 and 503 (too many bodies at once) and 400
 * (malformed, not an object, or not what `schema` asks for: the message names the field).
 */
export function body<T extends z.ZodType>(
  schema: T,
  limits = SMALL_BODY,
): MiddlewareHandler<ApiEnv, string, JsonInput<T>> {
  return async (c, next) => {
    const bytes = await receive(c, limits);
    c.req.addValidatedData('json', check(schema, parseObject(bytes)) as object);
    await next();
  };
}

/** Like `body`, for calls that need none: without one, `schema` gets an empty object. */
export function optionalBody<T extends z.ZodType>(
  schema: T,
): MiddlewareHandler<ApiEnv, string, JsonInput<T>> {
  return async (c, next) => {
    const isTyped = c.req.header('Content-Type') !== undefined;
    const bytes = isTyped ? await receive(c, SMALL_BODY) : new Uint8Array();
    const input = bytes.length === 0 ? {} : parseObject(bytes);
    c.req.addValidatedData('json', check(schema, input) as object);
    await next();
  };
}

/**
 * Checks the query; the handler gets it from `c.req.valid('query')`. The first value of a repeated
 * parameter counts. Throws a BadRequestError that names the parameter.
 */
export function query<T extends z.ZodType>(
  schema: T,
): MiddlewareHandler<ApiEnv, string, { in: { query: z.input<T> }; out: { query: z.output<T> } }> {
  return async (c, next) => {
    c.req.addValidatedData('query', check(schema, c.req.query()) as object);
    await next();
  };
}

/** Gives what `schema` makes of `value`; throws a BadRequestError that names the first bad field. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'The request is not valid.';
  throw new BadRequestError(field && ZODS_OWN.test(message) ? `${field}: ${message}` : message);
}

/** Waits for the bytes of the body. Until they are complete the call has no place. */
async function receive(c: Context<ApiEnv>, limits: BodyLimits): Promise<Uint8Array> {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw new UnsupportedMediaTypeError();
  const { place } = c.env ?? {};
  place?.release();
  const bytes = await readBody(c.req.raw, c.var.clientAddress, limits);
  await place?.reacquire();
  return bytes;
}

function parseObject(bytes: Uint8Array): object {
  const text = decode(bytes);
  if (depthOf(text) > DEEPEST) throw new BadRequestError('The JSON is nested too deeply.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadRequestError('The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadRequestError('The body must be a JSON object.');
  }
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadRequestError('The body is not valid UTF-8.');
  }
}

/**
 * Reads a body of at most `limits.bytes`; throws a PayloadTooLargeError as soon as it is more, a
 * RequestTimeoutError when it takes too long, and what the budget says when it drops this body.
 */
async function readBody(
  request: Request,
  address: string,
  { bytes: limit, timeoutMs, chunks: maxChunks, budget }: BodyLimits,
): Promise<Uint8Array> {
  const max = limit < MEBIBYTE ? `${limit / KIBIBYTE} KB` : `${limit / MEBIBYTE} MiB`;
  const tooLarge = () => new PayloadTooLargeError(`The body is too large: at most ${max}.`);
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  let refusal: ApiError | undefined;
  const giveUp = (reason: ApiError) => {
    refusal ??= reason;
    // Not awaited: a sender that never ends must not keep the answer back.
    void reader.cancel().catch(() => undefined);
  };
  const slow = new RequestTimeoutError('The body took too long to arrive.');
  const late = setTimeout(() => giveUp(slow), timeoutMs);
  const arriving = budget.open(address, giveUp);
  // One buffer that grows, not a list of chunks: a chunk of one byte would take hundreds.
  let buffer = Buffer.alloc(0);
  let size = 0;
  try {
    for (let chunks = 0; ; chunks++) {
      const { done, value } = await reader.read().catch(() => {
        throw refusal ?? new BadRequestError('The body broke off.');
      });
      if (refusal) throw refusal;
      if (done) return buffer.subarray(0, size);
      if (size + value.byteLength > limit) giveUp(tooLarge());
      else if (chunks >= maxChunks) giveUp(tooManyChunks());
      if (refusal) throw refusal;
      if (size + value.byteLength > buffer.length) {
        const larger = Buffer.alloc(
          size === 0 ? value.byteLength : Math.min(limit, 2 * (size + value.byteLength)),
        );
        arriving.grow(larger.length - buffer.length);
        buffer.copy(larger, 0, 0, size);
        buffer = larger;
      }
      buffer.set(value, size);
      size += value.byteLength;
    }
  } finally {
    clearTimeout(late);
    arriving.close();
  }
}

/** Closes the connection: reading the rest of such a body, to no end, would cost most of all. */
function tooManyChunks(): ApiError {
  return new ApiError(400, 'The body has too many chunks.', { headers: { Connection: 'close' } });
}

/** How deep arrays and objects are nested, told before anything walks the value. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (inString) {
      if (char === 92) i++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 91 || char === 123) deepest = Math.max(deepest, ++depth);
    else if (char === 93 || char === 125) depth--;
  }
  return deepest;
}
