import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { storageFault } from './storage-faults.ts';

const MAX_PATH_LENGTH = 300;

/** All that is told of a fault of ours. */
export const INTERNAL = 'Something went wrong on our side. Please try again.';

export interface Refusal {
  success: false;
  statusCode: number;
  message: string;
  /** Where a program must tell two errors of the same status apart. */
  code?: string;
}

/** Answers in the one shape of a refusal. */
export function refusal(
  c: ApiContext,
  statusCode: number,
  message: string,
  { headers = {}, code }: { headers?: Record<string, string>; code?: string | undefined } = {},
): Response {
  const body: Refusal = { success: false, statusCode, message, ...(code && { code }) };
  return c.json(body, statusCode as ContentfulStatusCode, headers);
}

/** Answers what verbs and guards throw. What we did not foresee is logged and told to nobody. */
export function errorHandler(log: Logger): ErrorHandler<ApiEnv> {
  return (error, c) => {
    if (error instanceof ApiError && error.statusCode === 429) {
      const path = c.req.path.slice(0, MAX_PATH_LENGTH);
      c.get('client')?.report('rate-limit', { userId: c.get('user')?.id, path });
    }
    if (error instanceof ApiError) {
      return refusal(c, error.statusCode, error.message, error);
    }
    if (error instanceof HTTPException && error.status < 500) {
      return refusal(c, error.status, error.message || 'The request is not valid.');
    }
    log.error({ requestId: c.var.requestId, err: error }, 'request failed');
    const fault = storageFault(error);
    if (fault) return refusal(c, fault.statusCode, fault.message, fault);
    return refusal(c, 500, INTERNAL);
  };
}

export const notFound: NotFoundHandler<ApiEnv> = (c) =>
  refusal(c, 404, 'There is no such address in this API.');

/** Answers a wrong method on a known address: 405, or 204 to the question which methods there are. */
export function wrongMethod(c: ApiContext, methods: string[]): Response {
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') };
  if (c.req.method === 'OPTIONS') return c.body(null, 204, headers);
  return refusal(c, 405, `${c.req.method} is not possible here.`, { headers });
}

/**
 * For an address whose wrong methods another route would catch (`/user/signout` is also `/user/:userId`):
 * put `.all(path, onlyMethods('POST'))` behind its route.
 */
export function onlyMethods(...methods: string[]) {
  return (c: ApiContext) => wrongMethod(c, methods);
}
