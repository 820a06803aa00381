import { Hono } from 'hono';
import { avatarSvg } from '../contract/avatars.ts';
import { NotFoundError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Default profile pictures, `/avatars/{letters}-{color}.svg`, for a function. On a server,
 * `api/publish/visits.ts` draws them; a bucket can't hold those of all future users.
 */
export const avatarRoutes = new Hono<ApiEnv>().get('/avatars/:file', (c) => {
  const svg = avatarSvg(c.req.param('file').replace(/\.svg$/, ''));
  if (svg === undefined) throw new NotFoundError();
  return c.body(svg, 200, {
    'Content-Type': 'image/svg+xml; charset=utf-8',
    'Cache-Control': `public, max-age=${DAY_SECONDS}`,
  });
});
