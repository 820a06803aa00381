import { performance } from 'node:perf_hooks';
import { createMiddleware } from 'hono/factory';
import { UnavailableError } from '../errors.ts';
import type { ApiEnv } from './context.ts';

/** Calls being answered at the same time. The slow ones (hashing, publishing, pictures) have shorter queues of their own. */
const MOST_AT_ONCE = 1_000;
const LOOK_EVERY_MS = 100;
/** Whoever comes now has waited this long before anything is looked at. */
const LATE_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;

/** Tells whether the process is behind with its work. */
export interface LoadWatch {
  isLate(): boolean;
  stop(): void;
}

/** Milliseconds that the process has worked so far; waiting for something to do does not count. */
const worked = () => performance.eventLoopUtilization().active;

/**
 * Watches how long the process has worked without getting round to its timers: so long have the requests
 * waited that it comes to now. Times in milliseconds.
 */
export function watchLoad({ every = LOOK_EVERY_MS, late = LATE_MS } = {}): LoadWatch {
  let onTime = worked();
  const timer = setInterval(() => {
    onTime = worked();
  }, every).unref();
  return {
    isLate: () => worked() - onTime > late,
    stop: () => clearInterval(timer),
  };
}

/**
 * Refuses calls (503 with `Retry-After`) that could not be answered soon: a quick no is better for everybody
 * than a queue that only grows. Pages are files and go on; so does the health check, which must not take an
 * instance out of service for being busy.
 */
export function shedLoad(isLate: () => boolean, mostAtOnce = MOST_AT_ONCE) {
  let running = 0;
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (c.req.path === '/api/health') return next();
    if (running >= mostAtOnce || isLate()) {
      throw new UnavailableError(
        'The server is very busy. Please try again in a moment.',
        RETRY_AFTER_SECONDS,
      );
    }
    running++;
    try {
      await next();
    } finally {
      running--;
    }
  });
}
