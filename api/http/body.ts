import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { ApiError, BadRequestError } from '../errors.ts';
import type { ApiEnv } from './context.ts';
import { type BodyLimits, readBody, SMALL_BODY } from './read-body.ts';

/** zod's own messages don't name the field; ours do. */
const ZOD_MESSAGE = /^(?:Invalid|Too (?:big|small)|Unrecognized)/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

type Validated<Target extends 'json' | 'query', T extends z.ZodType> = MiddlewareHandler<
  ApiEnv,
  string,
  { in: Record<Target, z.input<T>>; out: Record<Target, z.output<T>> }
>;

/**
 * Reads and checks the JSON body; the handler gets it from `c.req.valid('json')`. Put it behind the
 * guards. A call doesn't count as running while its body arrives. Refuses with 415 (not JSON), 413
 * (over the limit, counted on arrival), 408 (too slow), 429 and 503 (too many bodies at once) and
 * 400 (malformed, not an object, or not valid for `schema`: the message names the field).
 */
export function body<T extends z.ZodType>(schema: T, limits = SMALL_BODY): Validated<'json', T> {
  return async (c, next) => {
    const bytes = await receive(c, limits);
    c.req.addValidatedData('json', check(schema, parseObject(bytes)) as object);
    await next();
  };
}

/** Like `body`, but the body is optional: without one, `schema` gets an empty object. */
export function optionalBody<T extends z.ZodType>(schema: T): Validated<'json', T> {
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
 * parameter wins. Throws a BadRequestError that names the parameter.
 */
export function query<T extends z.ZodType>(schema: T): Validated<'query', T> {
  return async (c, next) => {
    // Hono's own parser needs quadratic time for `&&&…`.
    const parameters = [...new URL(c.req.url).searchParams].reverse();
    c.req.addValidatedData('query', check(schema, Object.fromEntries(parameters)) as object);
    await next();
  };
}

/** Returns the parsed `value`. Throws a BadRequestError that names the first bad field. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'The request is not valid.';
  throw new BadRequestError(field && ZOD_MESSAGE.test(message) ? `${field}: ${message}` : message);
}

/** Waits for the complete body, and releases the call's permit in the meantime. */
async function receive(c: Context<ApiEnv>, limits: BodyLimits): Promise<Uint8Array> {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) {
    throw new ApiError(415, 'Send JSON, with the header Content-Type: application/json.');
  }
  const { permit } = c.env ?? {};
  permit?.release();
  const bytes = await readBody(c.req.raw, c.var.client.address, limits);
  await permit?.reacquire();
  return bytes;
}

function parseObject(bytes: Uint8Array): object {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const format = error instanceof SyntaxError ? 'JSON' : 'UTF-8';
    throw new BadRequestError(`The body is not valid ${format}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadRequestError('The body must be a JSON object.');
  }
  return value;
}
