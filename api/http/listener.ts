import type { IncomingMessage } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { ApiEnv } from './context.ts';
import { INTERNAL, type Refusal } from './errors.ts';
import { inTurn, type Place } from './overload.ts';
import { outsideAppHeaders } from './security-headers.ts';

/**
 * Makes a Node request listener of the app. What cannot be made a request of (a `Host` that is none, a
 * backslash in the path) never reaches the app, but is refused in the same shape. `siteUrl` stands in where
 * there is no `Host`: HTTP/1.0 needs none, and some health checks of load balancers send none. What comes when
 * there is too much to do is refused before anything of it is looked at.
 */
export function apiListener(
  app: Pick<Hono<ApiEnv>, 'fetch'>,
  { siteUrl, log, mostAtOnce }: { siteUrl: string; log: Logger; mostAtOnce?: number },
) {
  const https = siteUrl.startsWith('https:');
  // The app sees a request of Node only as its binding `incoming`.
  const places = new WeakMap<object, Place>();
  const answer = getRequestListener(
    (request, bindings) =>
      app.fetch(request, { ...bindings, place: places.get(bindings.incoming) }),
    {
      overrideGlobalObjects: false,
      hostname: new URL(siteUrl).host,
      errorHandler: (error) => {
        if (error instanceof RequestError) {
          return refused(400, 'This is not a valid request.', https);
        }
        log.error({ err: error }, 'request failed');
        return refused(500, INTERNAL, https);
      },
    },
  );
  return inTurn(
    async (request: IncomingMessage, response, place) => {
      if (place) places.set(request, place);
      // Of HTTP/2, too, is its type; the server speaks HTTP/1.1.
      await answer(request, response);
    },
    { log, https, mostAtOnce },
  );
}

function refused(statusCode: number, message: string, https: boolean): Response {
  const refusal: Refusal = { success: false, statusCode, message };
  const headers = { ...outsideAppHeaders(https), 'Cache-Control': 'no-store' };
  return Response.json(refusal, { status: statusCode, headers });
}
