import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './context.ts';

/**
 * Names each request, for its log lines and its answer. Always our own name: one that the client chose
 * could repeat another request's, and make the log say what the client likes.
 */
export const requestId = createMiddleware<ApiEnv>(async (c, next) => {
  const id = randomUUID();
  c.set('requestId', id);
  c.header('X-Request-Id', id);
  await next();
});
