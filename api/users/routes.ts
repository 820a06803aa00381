import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import {
  countMatchingUsers,
  countUsers,
  findUserById,
  listMatchingUsers,
  listUsers,
} from '../../db/queries/users.ts';
import { createReauthenticate, currentPassword } from '../auth/reauthenticate.ts';
import { clearSessionCookie } from '../auth/session-cookie.ts';
import { createSessions } from '../auth/sessions.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import { body, optionalBody, query } from '../http/body.ts';
import type { ApiEnv, SignedInEnv } from '../http/context.ts';
import { onlyMethods } from '../http/errors.ts';
import { administrator, signedIn } from '../http/guards.ts';
import { lastMonth, paging } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { createUploads } from '../uploads/uploads.ts';
import { deleteAccount } from './delete.ts';
import { toListedUser, toPublicUser, toUser } from './serialize.ts';
import { accountChanges, createAccountUpdate } from './update.ts';

const listQuery = z.object({ ...paging(), searchTerm: z.string().trim().optional() });

const deletion = z.object({ currentPassword });

/** Before the body is read: what others send about an account is not even looked at. */
const ownAccount = createMiddleware<SignedInEnv, '/:userId'>(async (c, next) => {
  if (c.req.param('userId') !== c.var.user.id) {
    throw new ForbiddenError('You may change only your own account.');
  }
  await next();
});

/** Members delete only their own account; refused before the body is read. */
const deletable = createMiddleware<SignedInEnv, '/:userId'>(async (c, next) => {
  if (c.req.param('userId') !== c.var.user.id && !c.var.user.isAdmin) {
    throw new ForbiddenError('You may delete only your own account.');
  }
  await next();
});

/** `/api/user`: accounts, and the end of a session. */
export function userRoutes(services: Services) {
  const sessions = createSessions(services);
  const { database, env, now } = services;
  const uploads = createUploads(services);
  const reauthenticate = createReauthenticate(services);
  const updateAccount = createAccountUpdate(services);

  return new Hono<ApiEnv>()
    .post('/signout', async (c) => {
      await clearSessionCookie(c, sessions);
      return c.json({ success: true, message: 'You are signed out.' });
    })
    .all('/signout', onlyMethods('POST'))
    .get('/getusers', administrator, query(listQuery), async (c) => {
      const { searchTerm, ...page } = c.req.valid('query');
      const since = lastMonth(now());
      const [rows, totalUsers, lastMonthUsers] = searchTerm
        ? await Promise.all([
            listMatchingUsers(database.read, searchTerm, page),
            countMatchingUsers(database.read, searchTerm),
            countMatchingUsers(database.read, searchTerm, since),
          ])
        : await Promise.all([
            listUsers(database.read, page),
            countUsers(database.read),
            countUsers(database.read, since),
          ]);
      return c.json({
        users: rows.map((row) => toListedUser(row, env)),
        totalUsers,
        lastMonthUsers,
      });
    })
    .all('/getusers', onlyMethods('GET', 'HEAD'))
    .put('/update/:userId', signedIn, ownAccount, body(accountChanges), async (c) => {
      const { client, user } = c.var;
      const { currentPassword, ...changes } = c.req.valid('json');
      const caller =
        currentPassword === undefined
          ? c.var
          : await reauthenticate(c.var, currentPassword, client);
      await uploads.adopt(caller, [changes.profilePicture]);
      const changed = await updateAccount(caller, changes);
      const subject = { userId: user.id };
      if (changed.username !== user.username) client.report('user.username', subject);
      if (changed.email !== user.email) client.report('user.email', subject);
      if (changes.password !== undefined) client.report('user.password', subject);
      if (changed.profilePicture !== user.profilePicture) {
        await uploads.removeReplaced(user.id, user.profilePicture);
      }
      return c.json(toUser(changed));
    })
    .delete('/delete/:userId', signedIn, deletable, optionalBody(deletion), async (c) => {
      const userId = c.req.param('userId');
      const { currentPassword } = c.req.valid('json');
      const caller =
        currentPassword === undefined
          ? c.var
          : await reauthenticate(c.var, currentPassword, c.var.client);
      await deleteAccount(services, caller, userId);
      const actorId = userId === c.var.user.id ? undefined : c.var.user.id;
      c.var.client.report('user.delete', { userId, actorId });
      await uploads.removePicturesOf(userId);
      if (userId === c.var.user.id) c.header('Set-Cookie', sessions.blankCookie());
      return c.json({ success: true, message: 'The account is deleted.' });
    })
    .get('/:userId', async (c) => {
      const row = await findUserById(database.read, c.req.param('userId'));
      if (!row) throw new NotFoundError('There is no such user.');
      return c.json(toPublicUser(row, env));
    });
}
