import { createServer, type RequestListener, type Server } from 'node:http';

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
  limits: Partial<ConnectionLimits> = {},
): Server {
  const { headers, request, silence, keepAlive, checkEvery, connections } = {
    ...LIMITS,
    ...limits,
  };
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: checkEvery,
    },
    listener,
  );
  server.setTimeout(silence);
  server.maxConnections = connections;
  return server;
}
