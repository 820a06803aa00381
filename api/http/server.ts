import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { ApiEnv, Permit } from './context.ts';
import { internalError, refusalOf, sendRefusal } from './errors.ts';
import { isForApp } from './routes.ts';
import { shedLoad } from './shed-load.ts';

/** Limits of a connection. Times in milliseconds. */
const LIMITS = {
  /** Until the headers of a request are complete. */
  headers: 10_000,
  /** A picture of 10 MiB over a slow line takes minutes; JSON has less (api/http/read-body.ts). */
  request: 300_000,
  /** Without a byte in either direction. Longer than any answer takes to start. */
  silence: 120_000,
  /** Between two requests. */
  keepAlive: 65_000,
  /** How often the server checks for connections over a limit. */
  checkEvery: 5_000,
  /** Concurrent connections. More are closed at once. */
  connections: 10_000,
};
export type ConnectionLimits = typeof LIMITS;

const CLOSE = { headers: { Connection: 'close' } };
const badRequest = new ApiError(400, 'This is not a valid request.');
const missingHost = new ApiError(400, 'The Host header is missing.', CLOSE);
const badExpectation = new ApiError(417, 'Expectation not supported.', CLOSE);

/** By the codes of Node's errors. */
const PARSE_ERRORS: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(
    431,
    'The address and the headers of the request are too long.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'The request took too long.'),
};

/**
 * Returns the HTTP server. Slow and stalled clients are disconnected, with 408 or without an
 * answer.
 */
export function createHttpServer(
  listener: RequestListener,
  { https = false, ...overrides }: Partial<ConnectionLimits> & { https?: boolean } = {},
): Server {
  const limits = { ...LIMITS, ...overrides };
  /** The last response on each connection. */
  const responses = new WeakMap<Duplex, { headersSent: boolean; writableFinished: boolean }>();
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.checkEvery,
      // Checked below: Node's own answer has neither a body nor our headers.
      requireHostHeader: false,
    },
    (request, response) => {
      responses.set(request.socket, response);
      const hasNoHost = request.headers.host === undefined && request.httpVersion === '1.1';
      if (hasNoHost) sendRefusal(response, missingHost, https);
      else listener(request, response);
    },
  );
  server.setTimeout(limits.silence);
  server.maxConnections = limits.connections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isAnswering = response?.headersSent && !response.writableFinished;
    if (socket.writable && !isAnswering && error.code !== 'ECONNRESET') {
      socket.write(rawResponse(PARSE_ERRORS[error.code ?? ''] ?? badRequest, https));
    }
    socket.destroy();
  });
  // An expectation other than `100-continue`. Node's own answer has no body either.
  server.on('checkExpectation', (_request, response) =>
    sendRefusal(response, badExpectation, https),
  );
  return server;
}

/** Returns the bytes of a refusal, for input that Node couldn't parse as a request. */
function rawResponse(error: ApiError, https: boolean): string {
  const { status, headers, body } = refusalOf(error, https);
  const lines = Object.entries({ ...headers, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`;
}

/** Node's request, with the permit of its call. */
type AdmittedRequest = IncomingMessage & { permit?: Permit | undefined };

/**
 * Returns a Node request listener for the app. Refuses requests that the Fetch API can't represent
 * (a malformed `Host`, a backslash in the path), and calls beyond `maxCalls` running or waiting.
 * `siteUrl` replaces a missing `Host` (HTTP/1.0, some health checks).
 */
export function apiListener(
  app: Pick<Hono<ApiEnv>, 'fetch'>,
  { siteUrl, log, maxCalls }: { siteUrl: string; log: Logger; maxCalls?: number },
): RequestListener {
  const https = siteUrl.startsWith('https:');
  // By default, this replaces the global Request and Response with Hono's, which create Node's only
  // when needed: 20 % more reads per second, and 60 MB less memory afterwards.
  const answer = getRequestListener(
    (request, bindings) =>
      app.fetch(request, { ...bindings, permit: (bindings.incoming as AdmittedRequest).permit }),
    {
      hostname: new URL(siteUrl).host,
      errorHandler: (error) => {
        const isBadRequest = error instanceof RequestError;
        if (!isBadRequest) log.error({ err: error }, 'request failed');
        const refusal = refusalOf(isBadRequest ? badRequest : internalError, https);
        return new Response(refusal.body, refusal);
      },
    },
  );
  return shedLoad(
    async (request: AdmittedRequest, response, permit) => {
      // On the request, not in a WeakMap, which would keep requests alive until V8's next full
      // collection.
      request.permit = permit;
      await answer(request, response);
    },
    { log, https, maxCalls },
  );
}

interface Parts {
  api: RequestListener;
  site: { handle: RequestListener };
}

/**
 * Returns the server's listener: the app answers API and feeds, the published site everything else.
 */
export function dispatch({ api, site }: Parts): RequestListener {
  return (request, response) => {
    if (isForApp(request.url ?? '/')) api(request, response);
    else site.handle(request, response);
  };
}
