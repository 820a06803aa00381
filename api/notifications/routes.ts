import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { body, query } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { signedIn } from '../http/guards.ts';
import type { Services } from '../services.ts';
import { followInput, followPost, readFollow } from './follow.ts';
import { listQuery, readInput, readNotifications, readUpTo } from './list.ts';
import { changePreferences, preferencesInput, toPreferences } from './preferences.ts';
import {
  describeUnsubscription,
  unsubscribe,
  unsubscribeInfoInput,
  unsubscribeInput,
} from './unsubscribe.ts';

/** `/api/notifications`: the caller's notifications, mail preferences, and unsubscribe links. */
export function notificationRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/', signedIn, query(listQuery), async (c) =>
      c.json(await readNotifications(services, c.var.user.id, c.req.valid('query'))),
    )
    .put('/read', signedIn, body(readInput), async (c) => {
      const unread = await readUpTo(services, c.var, c.req.valid('json'));
      return c.json({ success: true, unread });
    })
    .get('/preferences', signedIn, (c) => c.json(toPreferences(c.var.user, services)))
    .put('/preferences', signedIn, body(preferencesInput), async (c) =>
      c.json(await changePreferences(services, c.var, c.req.valid('json'))),
    )
    .post('/check-token', body(unsubscribeInfoInput), async (c) => {
      const { token } = c.req.valid('json');
      return c.json(await describeUnsubscription(services, token, c.var.client.address));
    })
    .post('/unsubscribe', oneClick(services), body(unsubscribeInput), async (c) => {
      const info = await unsubscribe(services, c.req.valid('json'), c.var.client.address);
      return c.json({ success: true, ...info });
    });
}

/**
 * Answers mail programs, which send a form to the address in `List-Unsubscribe` (RFC 8058). The
 * token is in the address; the form says only `List-Unsubscribe=One-Click`.
 */
function oneClick(services: Services) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const token = c.req.query('token');
    const isJson = c.req.header('content-type')?.startsWith('application/json');
    if (token === undefined && isJson) return await next();
    const info = await unsubscribe(services, { token: token ?? '' }, c.var.client.address);
    return c.json({ success: true, ...info });
  });
}

/** `/api/comment/follow`: following and muting the conversation below a post. */
export function followRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/:postId', signedIn, async (c) =>
      c.json({ follow: await readFollow(services, c.var.user.id, c.req.param('postId')) }),
    )
    .put('/:postId', signedIn, body(followInput), async (c) => {
      const { follow } = c.req.valid('json');
      await followPost(services, c.var, c.req.param('postId'), follow);
      return c.json({ follow });
    });
}
