import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { findUserById } from '../../db/queries/users.ts';
import { createSessions } from '../access/sessions.ts';
import { listEvents } from '../audit/list.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import { body, optionalBody, query } from '../http/body.ts';
import type { ApiEnv, SignedInEnv } from '../http/context.ts';
import { onlyMethods } from '../http/errors.ts';
import { may, signedIn } from '../http/guards.ts';
import { clearSessionCookie } from '../http/session-cookie.ts';
import { onlyPassword, withPassword } from '../passwords/with-password.ts';
import type { Services } from '../services.ts';
import { removePicturesOf, removeReplaced } from '../uploads/cleanup.ts';
import { completeUploadsIn } from '../uploads/uploads.ts';
import { deleteAccount, requireDeletable } from './delete.ts';
import { exportAccount } from './export.ts';
import {
  cancelInvitation,
  invitationInput,
  invite,
  inviteAgain,
  listInvitations,
} from './invitations.ts';
import { listAccounts, userQuery } from './list.ts';
import { changeRole, roleInput } from './role.ts';
import { toListedUser, toPublicUser, toUser } from './serialize.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { suspendUser, suspensionInput } from './suspend.ts';
import { accountChanges, updateAccount } from './update.ts';

/** Put it before the middleware that reads the body. */
const ownAccount = createMiddleware<SignedInEnv, '/:userId'>(async (c, next) => {
  if (c.req.param('userId') !== c.var.user.id) {
    throw new ForbiddenError('You may change only your own account.');
  }
  await next();
});

/** Put it before the middleware that reads the body. Members can delete only their own account. */
const deletable = createMiddleware<SignedInEnv, '/:userId'>(async (c, next) => {
  requireDeletable(c.var.user, c.var, c.req.param('userId'));
  await next();
});

/** The caller's sessions, events and data. */
function ownDataRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/sessions', signedIn, async (c) => c.json(await listSessions(services, c.var)))
    .delete('/sessions', signedIn, async (c) => {
      const ended = await endOtherSessions(services, c.var);
      if (ended > 0) c.var.client.report('session.end', { userId: c.var.user.id });
      return c.json({ success: true, message: 'You are signed out everywhere else.', ended });
    })
    .delete('/sessions/:id', signedIn, async (c) => {
      const { isCurrent } = await endSession(services, c.var, c.req.param('id'));
      c.var.client.report('session.end', { userId: c.var.user.id });
      if (isCurrent) c.header('Set-Cookie', createSessions(services).blankCookie());
      return c.json({ success: true, message: 'The session has ended.' });
    })
    .all('/sessions', onlyMethods('GET', 'HEAD', 'DELETE'))
    .get('/events', signedIn, async (c) =>
      c.json({ events: await listEvents(services, c.var.user.id) }),
    )
    .all('/events', onlyMethods('GET', 'HEAD'))
    .get('/export', signedIn, async (c) => {
      const day = services.now().toISOString().slice(0, 10);
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="my-data-${day}.zip"`,
      };
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      const zip = await exportAccount(services, c.var);
      c.var.client.report('user.export', { userId: c.var.user.id });
      // The download can take a while and must not count as a running call.
      c.env?.permit?.release();
      return c.body(zip, 200, headers);
    })
    .all('/export', onlyMethods('GET', 'HEAD'));
}

/** Changes to accounts. */
function changeRoutes(services: Services) {
  const { env } = services;
  const proof = withPassword(services);
  return new Hono<ApiEnv>()
    .put('/update/:userId', signedIn, ownAccount, body(accountChanges), proof, async (c) => {
      const { client, user } = c.var;
      const { currentPassword: _proof, ...changes } = c.req.valid('json');
      await completeUploadsIn(services, c.var, [changes.profilePicture]);
      const changed = await updateAccount(services, c.var, changes);
      const subject = { userId: user.id };
      if (changed.username !== user.username) client.report('user.username', subject);
      if (changed.email !== user.email) client.report('user.email', subject);
      if (changes.password !== undefined) client.report('user.password', subject);
      if (changed.profilePicture !== user.profilePicture) {
        await removeReplaced(services, user.id, user.profilePicture);
      }
      return c.json(toUser(changed));
    })
    .put('/role/:userId', may('user.role'), body(roleInput), proof, async (c) => {
      const { client, user } = c.var;
      const userId = c.req.param('userId');
      const result = await changeRole(services, c.var, userId, c.req.valid('json').role);
      const actorId = userId === user.id ? undefined : user.id;
      if (result.changed) client.report('user.role', { userId, actorId });
      return c.json(toListedUser(result.user, env));
    })
    .put('/suspend/:userId', may('user.suspend'), body(suspensionInput), async (c) => {
      const userId = c.req.param('userId');
      const result = await suspendUser(services, c.var, userId, c.req.valid('json'));
      const event = { userId, actorId: c.var.user.id };
      if (result.changed) c.var.client.report('user.suspend', event);
      return c.json(toListedUser(result.user, env));
    })
    .delete(
      '/delete/:userId',
      signedIn,
      deletable,
      optionalBody(onlyPassword),
      proof,
      async (c) => {
        const { client, user } = c.var;
        const userId = c.req.param('userId');
        const isOwn = userId === user.id;
        await deleteAccount(services, c.var, userId);
        client.report('user.delete', { userId, actorId: isOwn ? undefined : user.id });
        await removePicturesOf(services, userId);
        if (isOwn) c.header('Set-Cookie', createSessions(services).blankCookie());
        return c.json({ success: true, message: 'The account is deleted.' });
      },
    );
}

/** Invitations to write for the site. */
function invitationRoutes(services: Services) {
  const proof = withPassword(services);
  return new Hono<ApiEnv>()
    .get('/invitations', may('user.invite'), async (c) => c.json(await listInvitations(services)))
    .all('/invitations', onlyMethods('GET', 'HEAD'))
    .post('/invite', may('user.invite'), body(invitationInput), proof, async (c) => {
      const sent = await invite(services, c.var, c.req.valid('json'));
      c.var.client.report('user.invite', { userId: c.var.user.id });
      return c.json(sent, 201);
    })
    .all('/invite', onlyMethods('POST'))
    .post('/invite/:id', may('user.invite'), optionalBody(onlyPassword), proof, async (c) => {
      const sent = await inviteAgain(services, c.var, c.req.param('id'));
      c.var.client.report('user.invite', { userId: c.var.user.id });
      return c.json(sent);
    })
    .delete('/invite/:id', may('user.invite'), async (c) => {
      await cancelInvitation(services, c.var, c.req.param('id'));
      return c.json({ success: true, message: 'The invitation was canceled.' });
    });
}

/** `/api/user`: accounts, and signing out. */
export function userRoutes(services: Services) {
  const { database, env } = services;
  return new Hono<ApiEnv>()
    .post('/signout', async (c) => {
      await clearSessionCookie(c, services);
      return c.json({ success: true, message: 'You are signed out.' });
    })
    .all('/signout', onlyMethods('POST'))
    .get('/getusers', may('user.list'), query(userQuery), async (c) =>
      c.json(await listAccounts(services, c.req.valid('query'))),
    )
    .all('/getusers', onlyMethods('GET', 'HEAD'))
    .route('/', ownDataRoutes(services))
    .route('/', changeRoutes(services))
    .route('/', invitationRoutes(services))
    .get('/:userId', async (c) => {
      const row = await findUserById(database.read, c.req.param('userId'));
      if (!row) throw new NotFoundError('There is no such user.');
      return c.json(toPublicUser(row, env));
    });
}
