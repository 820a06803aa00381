import { createMiddleware } from 'hono/factory';
import { onlyAdministrators } from '../auth/write.ts';
import { UnauthorizedError } from '../errors.ts';
import type { SignedInEnv } from './context.ts';

/** Lets signed-in users through; 401 for others. Put it first: 401 comes before every other refusal. */
export const signedIn = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.user) throw new UnauthorizedError();
  await next();
});

/** Lets administrators through; 401 for guests, 403 for other users. */
export const administrator = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.user) throw new UnauthorizedError();
  if (!c.var.user.isAdmin) throw onlyAdministrators();
  await next();
});
