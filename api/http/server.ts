import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { ApiEnv } from './context.ts';
import { internalError, refusalOf, sendRefusal } from './errors.ts';
import { isForApp } from './routes.ts';
import { type Permit, shedLoad } from './shed-load.ts';

/** What a connection may take. Times in milliseconds. */
export interface ConnectionLimits {
  /** Until the headers of a request are complete. */
  headers: number;
  /** Until the request is complete. */
  request: number;
  /** Without a byte in either direction: stalled senders and readers. */
  silence: number;
  /** Between two requests. */
  keepAlive: number;
  /** How often the server looks for connections over a limit. */
  checkEvery: number;
  /** Connections at the same time; more are closed at once. */
  connections: number;
}

const LIMITS: ConnectionLimits = {
  headers: 10_000,
  // A picture of 10 MiB over a slow line takes minutes; JSON has less (api/http/read-body.ts).
  request: 300_000,
  // Longer than any answer takes to begin, such as that to a large picture.
  silence: 120_000,
  keepAlive: 65_000,
  checkEvery: 5_000,
  connections: 10_000,
};

const badRequest = new ApiError(400, 'This is not a valid request.');
const missingHost = new ApiError(400, 'The Host header is missing.', close());
const badExpectation = new ApiError(417, 'Expectation not supported.', close());

/** By the codes of Node's errors. */
const PARSE_ERRORS: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(
    431,
    'The address and the headers of the request are too long.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'The request took too long.'),
};

/**
 * Returns the HTTP server of the process. Slow and stalled clients are cut off (408, or at once).
 */
export function createHttpServer(
  listener: RequestListener,
  { https = false, ...limits }: Partial<ConnectionLimits> & { https?: boolean } = {},
): Server {
  const { headers, request, silence, keepAlive, checkEvery, connections } = {
    ...LIMITS,
    ...limits,
  };
  /** The last response on each connection. */
  const responses = new WeakMap<Duplex, { headersSent: boolean; writableFinished: boolean }>();
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: checkEvery,
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
  server.setTimeout(silence);
  server.maxConnections = connections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isAnswering = response?.headersSent && !response.writableFinished;
    if (socket.writable && !isAnswering && error.code !== 'ECONNRESET') {
      socket.write(rawResponse(PARSE_ERRORS[error.code ?? ''] ?? badRequest, https));
    }
    socket.destroy();
  });
  // An expectation that isn't `100-continue`. Node's own answer has no body either.
  server.on('checkExpectation', (_request, response) =>
    sendRefusal(response, badExpectation, https),
  );
  return server;
}

function close() {
  return { headers: { Connection: 'close' } };
}

/** Returns the bytes of a refusal, for input that Node made no request of. */
function rawResponse(error: ApiError, https: boolean): string {
  const { status, headers, body } = refusalOf(error, https);
  const lines = Object.entries({ ...headers, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`;
}

interface ApiListenerOptions {
  /** Stands in for a missing `Host`, which HTTP/1.0 and some health checks don't send. */
  siteUrl: string;
  log: Logger;
  /** Calls running or waiting; more get 503. */
  maxCalls?: number;
}

/**
 * Returns a Node request listener for the app. Requests that the Fetch API can't express (a
 * malformed `Host`, a backslash in the path) are refused here; so are calls beyond `maxCalls`.
 */
export function apiListener(
  app: Pick<Hono<ApiEnv>, 'fetch'>,
  { siteUrl, log, maxCalls }: ApiListenerOptions,
): RequestListener {
  const https = siteUrl.startsWith('https:');
  // The app sees Node's request only as its binding `incoming`.
  const permits = new WeakMap<object, Permit>();
  const answer = getRequestListener(
    (request, bindings) =>
      app.fetch(request, { ...bindings, permit: permits.get(bindings.incoming) }),
    {
      overrideGlobalObjects: false,
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
    async (request, response, permit) => {
      if (permit) permits.set(request, permit);
      await answer(request, response);
    },
    { log, https, maxCalls },
  );
}

interface Dispatched {
  api: RequestListener;
  site: { handle(request: IncomingMessage, response: ServerResponse): Promise<void> };
}

/**
 * Returns the listener of the server: the app answers API and feeds, the published site the rest.
 */
export function dispatch({ api, site }: Dispatched): RequestListener {
  return (request, response) => {
    if (isForApp(request.url ?? '/')) api(request, response);
    else void site.handle(request, response);
  };
}
