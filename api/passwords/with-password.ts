import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { currentPassword } from '../access/current-password.ts';
import type { SignedInEnv } from '../http/context.ts';
import type { Services } from '../services.ts';
import { reauthenticate } from './reauthenticate.ts';

/** The body of a call that only needs a fresh session. */
export const onlyPassword = z.object({ currentPassword });

/**
 * Put it after the body: the correct `currentPassword` in it makes the session fresh. Throws a
 * ForbiddenError for a wrong one.
 */
export const withPassword = (services: Services) =>
  createMiddleware<
    SignedInEnv,
    string,
    { in: { json: z.input<typeof onlyPassword> }; out: { json: z.output<typeof onlyPassword> } }
  >(async (c, next) => {
    const { currentPassword: password } = c.req.valid('json');
    if (password !== undefined) {
      const proven = await reauthenticate(services, c.var, password, c.var.client);
      c.set('user', proven.user);
      c.set('session', proven.session);
    }
    await next();
  });
