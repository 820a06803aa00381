import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from './errors.ts';
import { outsideAppHeaders } from './security-headers.ts';

/** What a connection may take. Times in milliseconds. */
export interface ConnectionLimits {
  /** Until the headers of a request are there. */
  headers: number;
  /** Until the whole request is there. */
  request: number;
  /** Without a byte in either direction: a sender that stalls, a reader that reads no more. */
  silence: number;
  /** Between two requests. */
  keepAlive: number;
  /** How often late ones are looked for. */
  checkEvery: number;
  /** Connections at the same time; more are closed at once. */
  connections: number;
}

const LIMITS: ConnectionLimits = {
  headers: 10_000,
  // A picture of 10 MiB over a slow line needs minutes; JSON has less (api/http/body.ts).
  request: 300_000,
  // Longer than any answer takes to begin, such as that to a large picture.
  silence: 120_000,
  keepAlive: 65_000,
  checkEvery: 5_000,
  connections: 10_000,
};

/** Makes the HTTP server of the process; slow and stalled clients are cut off (408, or at once). */
export function createHttpServer(
  listener: RequestListener,
  { https = false, ...limits }: Partial<ConnectionLimits> & { https?: boolean } = {},
): Server {
  const { headers, request, silence, keepAlive, checkEvery, connections } = {
    ...LIMITS,
    ...limits,
  };
  const extra = outsideAppHeaders(https);
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
      const hasNoHost = request.headers.host === undefined && request.httpVersion === '1.1';
      if (hasNoHost) send(response, refusal(400, 'The Host header is missing.', extra));
      else listener(request, response);
    },
  );
  server.setTimeout(silence);
  server.maxConnections = connections;
  server.on('clientError', (error, socket) => refuse(error, socket, extra));
  // An expectation that isn't `100-continue`. Node's own answer is empty too.
  server.on('checkExpectation', (_request, response) =>
    send(response, refusal(417, 'Expectation not supported.', extra)),
  );
  return server;
}

/** What to say of what is no request at all, by the code of Node's error. */
const REFUSALS: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
};

/** Answers as Node does by itself, in the one shape of a refusal, unless an answer has begun already. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, extra: Record<string, string>): void {
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || begun?.headersSent || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [statusCode, message] = REFUSALS[error.code ?? ''] ?? [400, 'This is not a valid request.'];
  const { head, body } = refusal(statusCode, message, extra);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const start = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`;
  socket.write(`${[start, ...lines].join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

function refusal(statusCode: number, message: string, extra: Record<string, string>) {
  const body = JSON.stringify({ success: false, statusCode, message } satisfies Refusal);
  const head = {
    ...extra,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return { statusCode, head, body };
}

function send(response: ServerResponse, { statusCode, head, body }: ReturnType<typeof refusal>) {
  response.writeHead(statusCode, head).end(body);
}
