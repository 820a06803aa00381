import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../env.ts';
import { loggable } from '../errors.ts';
import type { ApiEnv } from './context.ts';
import { createLogOutput } from './log-output.ts';
import { terminalDestination } from './terminal-log.ts';

const MAX_PATH_LENGTH = 300;

/** Returns a logger that writes one JSON line per event, to stdout or `destination`. */
export function createLogger(level: Env['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) =>
        error instanceof Error ? pino.stdSerializers.err(loggable(error)) : error,
    },
    // A safety net: we log none of these.
    redact: {
      paths: ['password', 'cookie', 'token', 'authorization', '*.password', '*.cookie', '*.token'],
      remove: true,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Returns the server's logger. On a terminal it prints readable lines, unless the level asks for
 * details. Otherwise it buffers JSON lines.
 */
export function createServerLogger(level: Env['logLevel']) {
  if (process.stdout.isTTY && level !== 'debug' && level !== 'trace') {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    return { log: createLogger(level, terminalDestination(print)), flush: async () => {} };
  }
  const output = createLogOutput(process.stdout.fd);
  process.on('exit', output.flushSync);
  return { log: createLogger(level, output), flush: output.flush };
}

/**
 * The secret of a preview link or a rehearsal, and the token of a mailed link whose `?` is encoded.
 */
const SECRET = /(?:^|[^a-z0-9-])(preview|rehearsal)[^a-z0-9-]|token=/i;
const ESCAPE = /%([0-9a-f]{2})/gi;

/**
 * Returns a path without its secrets, for the log. Users paste links with extra slashes, capitals
 * and escapes, and their secrets still work.
 */
export function loggablePath(path: string): string {
  // Cut first, because each pass below removes one layer of escapes.
  const shown = path.slice(0, MAX_PATH_LENGTH);
  let decoded = shown;
  for (let before = ''; before !== decoded; ) {
    before = decoded;
    decoded = before.replace(ESCAPE, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  const secret = SECRET.exec(decoded);
  if (!secret) return shown;
  return secret[1] ? `/${secret[1].toLowerCase()}/-` : '/-';
}

/**
 * Gives each request an id and logs one line about it. The id is always ours: a client could choose
 * another request's. The query isn't logged: it contains search terms and codes.
 */
export function requestLog(log: Logger) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.header('X-Request-Id', requestId);
    await next();
    log.info(
      {
        requestId,
        method: c.req.method,
        path: loggablePath(c.req.path),
        status: c.res.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        userId: c.get('user')?.id,
      },
      'request',
    );
  });
}
