import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import {
  BadRequestError,
  PayloadTooLargeError,
  RequestTimeoutError,
  UnsupportedMediaTypeError,
} from '../errors.ts';
import type { ApiEnv } from './context.ts';

/** 2 MiB: a post of the largest size (1 MiB), escaped as JSON, fits. */
const JSON_LIMIT = 2 * 1024 * 1024;
/** What is not here by then is sent on purpose so slowly, or will not come. */
export const JSON_WITHIN_MS = 30_000;
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
 * guards. Refuses with 415 (not JSON), 413 (over 2 MiB, counted while it arrives) and 400 (malformed, not
 * an object, or not what `schema` asks for: the message names the field).
 */
export function body<T extends z.ZodType>(
  schema: T,
): MiddlewareHandler<ApiEnv, string, JsonInput<T>> {
  return async (c, next) => {
    c.req.addValidatedData('json', check(schema, await readJson(c)) as object);
    await next();
  };
}

/** Like `body`, for calls that need none: without one, `schema` gets an empty object. */
export function optionalBody<T extends z.ZodType>(
  schema: T,
): MiddlewareHandler<ApiEnv, string, JsonInput<T>> {
  const read = body(schema);
  return async (c, next) => {
    const type = c.req.header('Content-Type');
    if (type !== undefined && c.req.raw.body !== null) return await read(c, next);
    c.req.addValidatedData('json', check(schema, {}) as object);
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

async function readJson(c: Context<ApiEnv>): Promise<object> {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw new UnsupportedMediaTypeError();
  const text = decode(await readLimited(c.req.raw, JSON_LIMIT));
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
 * Reads a body of at most `limit` bytes; throws a PayloadTooLargeError as soon as it is more, and a
 * RequestTimeoutError when it takes too long.
 */
async function readLimited(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new PayloadTooLargeError(`The body is too large: at most ${limit / 1024 / 1024} MiB.`);
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  // Not awaited: a sender that never ends must not keep the answer back.
  const giveUp = () => void reader.cancel().catch(() => undefined);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    giveUp();
  }, JSON_WITHIN_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new BadRequestError('The body broke off.');
      });
      if (isLate) throw new RequestTimeoutError('The body took too long to arrive.');
      if (done) return Buffer.concat(chunks, size);
      size += value.byteLength;
      if (size > limit) {
        giveUp();
        throw tooLarge();
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(late);
  }
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
