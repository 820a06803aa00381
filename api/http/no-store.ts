import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './context.ts';

/** Nothing of the API is kept by caches, unless its route says otherwise. */
export const noStore = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
});
