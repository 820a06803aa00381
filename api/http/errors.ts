import type { ServerResponse } from 'node:http';
import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { asUnavailable, databaseErrorCode } from '../../db/errors.ts';
import type { ErrorBody } from '../contract/responses.ts';
import { ApiError, BadRequestError, NotFoundError, UnavailableError } from '../errors.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { reportDatabaseError } from './database-errors.ts';
import { documentHeaders, PLAIN_POLICY } from './headers.ts';
import { loggablePath } from './log.ts';

/** The reason is in the log, not in the response. */
export const internalError = new ApiError(
  500,
  'Something went wrong on our side. Please try again.',
);

function errorBody({ statusCode, message, code, body }: ApiError): ErrorBody {
  return { success: false, statusCode, message, ...(code && { code }), ...body };
}

function refuse(c: ApiContext, error: ApiError): Response {
  return c.json(errorBody(error), error.statusCode as ContentfulStatusCode, error.headers);
}

/** Turns an error into a complete response, for requests that don't reach the app. */
export function refusalOf(error: ApiError, https: boolean) {
  const body = JSON.stringify(errorBody(error));
  const headers: Record<string, string> = {
    ...documentHeaders(https, PLAIN_POLICY),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...error.headers,
  };
  return { status: error.statusCode, headers, body };
}

export function sendRefusal(response: ServerResponse, error: ApiError, https: boolean): void {
  const { status, headers, body } = refusalOf(error, https);
  response.writeHead(status, headers).end(body);
}

/** Responds with the thrown error. Unexpected errors are logged, not shown. */
export function errorHandler(log: Logger): ErrorHandler<ApiEnv> {
  return (error, c) => {
    if (error instanceof ApiError) {
      if (error.statusCode === 429) {
        const path = loggablePath(c.req.path);
        c.get('client')?.report('rate-limit', { userId: c.get('user')?.id, path });
      }
      return refuse(c, error);
    }
    if (error instanceof HTTPException && error.status < 500) {
      return refuse(c, new ApiError(error.status, error.message || 'The request is not valid.'));
    }
    // PostgreSQL's code for U+0000 in text, which SQLite would store.
    if (databaseErrorCode(error) === '22021') {
      return refuse(c, new BadRequestError('Text must not contain the character U+0000.'));
    }
    reportDatabaseError(log, error, 'request failed', { requestId: c.var.requestId });
    return refuse(c, storageFault(error) ?? internalError);
  };
}

export const notFound: NotFoundHandler<ApiEnv> = (c) =>
  refuse(c, new NotFoundError('API endpoint not found.'));

/** Answers a wrong method on a known address: 405, or 204 for OPTIONS. */
export function wrongMethod(c: ApiContext, methods: string[]): Response {
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') };
  if (c.req.method === 'OPTIONS') return c.body(null, 204, headers);
  return refuse(c, new ApiError(405, `Method ${c.req.method} not allowed.`, { headers }));
}

/**
 * For an address whose wrong methods another route would catch (`/user/signout` also matches
 * `/user/:userId`): put `.all(path, onlyMethods('POST'))` after its route.
 */
export function onlyMethods(...methods: string[]) {
  return (c: ApiContext) => wrongMethod(c, methods);
}

const noDatabase = new UnavailableError(
  'The database does not answer. Please try again in a moment.',
);

/** Faults that the owner or the client can fix, by error code. */
const STORAGE_FAULTS: [RegExp, ApiError][] = [
  [
    /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/,
    new ApiError(
      507,
      'There is no space left on the server. Nothing can be saved until the site owner frees some.',
    ),
  ],
  [
    /^(?:SQLITE_(?:READONLY|IOERR|CANTOPEN)\w*|EROFS|EACCES|EIO)$/,
    new UnavailableError("The server can't store anything right now. Please try again later.", 30),
  ],
  [
    /^STORE_UNAVAILABLE$/,
    new UnavailableError("Pictures can't be uploaded right now. Please try again later.", 10),
  ],
];

/** Returns the refusal for a storage error, wrapped or not; `undefined` for other errors. */
export function storageFault(error: unknown): ApiError | undefined {
  if (asUnavailable(error)) return noDatabase;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    const known = STORAGE_FAULTS.find(([codes]) => typeof code === 'string' && codes.test(code));
    if (known) return known[1];
  }
  return undefined;
}
