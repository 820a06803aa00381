import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { ApiEnv } from './context.ts';
import { INTERNAL, type Refusal } from './errors.ts';
import { inTurn } from './overload.ts';

/**
 * Makes a Node request listener of the app. What cannot be made a request of (a `Host` that is none, a
 * backslash in the path) never reaches the app, but is refused in the same shape. `siteUrl` stands in where
 * there is no `Host`: HTTP/1.0 needs none, and some health checks of load balancers send none. What comes when
 * there is too much to do is refused before anything of it is looked at.
 */
export function apiListener(
  app: Pick<Hono<ApiEnv>, 'fetch'>,
  { siteUrl, log }: { siteUrl: string; log: Logger },
) {
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    hostname: new URL(siteUrl).host,
    errorHandler: (error) => {
      if (error instanceof RequestError) return refused(400, 'This is not a valid request.');
      log.error({ err: error }, 'request failed');
      return refused(500, INTERNAL);
    },
  });
  // Of HTTP/2, too, is its type; the server speaks HTTP/1.1.
  return inTurn(async (request, response) => void (await answer(request, response)), { log });
}

function refused(statusCode: number, message: string): Response {
  const refusal: Refusal = { success: false, statusCode, message };
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return Response.json(refusal, { status: statusCode, headers });
}
