import { createMiddleware } from 'hono/factory';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../env.ts';
import { loggable } from '../errors.ts';
import type { ApiEnv } from './context.ts';

const LONGEST_PATH = 300;

/** Makes the logger: one JSON line an event, on stdout or where `destination` says. */
export function createLogger(level: Env['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) =>
        error instanceof Error ? pino.stdSerializers.err(loggable(error)) : error,
    },
    // A second net: nothing of ours logs these, and nothing that is added later will.
    redact: {
      paths: ['password', 'cookie', 'token', 'authorization', '*.password', '*.cookie', '*.token'],
      remove: true,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** One line a request. The query is left out: search terms and one-time codes are nobody's business. */
export function requestLog(log: Logger) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    log.info(
      {
        requestId: c.var.requestId,
        method: c.req.method,
        path: c.req.path.slice(0, LONGEST_PATH),
        status: c.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        userId: c.get('user')?.id,
      },
      'request',
    );
  });
}
