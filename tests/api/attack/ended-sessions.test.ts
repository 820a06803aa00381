import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSessionId } from '../../../api/access/lucia.ts';
import type { Database, Db } from '../../../db/client.ts';
import { allRows, runSql } from '../../../db/queries/query.ts';
import { deleteUserSessions, findSessionWithUser } from '../../../db/queries/sessions.ts';
import { deleteUser, findUserById, type UserRow, updateUser } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';
import { ACCESS } from './access.ts';
import { makeCast } from './access-cast.ts';

const attempt = tally();
const MANY = { points: 100_000, duration: 60 };

let app: TestApp;
/** Called when the app begins a transaction. */
let onTransaction: () => void = () => undefined;
beforeAll(async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'blog@example.com' };
  const limits = { upload: MANY, comment: MANY };
  const services = (database: Database) => ({
    database: {
      ...database,
      transaction<T>(work: (tx: Db) => Promise<T>) {
        onTransaction();
        return database.transaction(work);
      },
    },
  });
  app = await testApp({ cleanUp: afterAll, env, limits, services });
});

/** Events that end a user's permission to write, and the status of a later write. */
const ENDINGS: [what: string, status: number, end: (tx: Db, user: UserRow) => Promise<unknown>][] =
  [
    ['the session has ended', 401, (tx, user) => deleteUserSessions(tx, user.id)],
    ['the account was deleted', 401, (tx, user) => deleteUser(tx, user.id)],
    [
      'the session has expired',
      401,
      (tx, user) => runSql(tx, sql`update sessions set expires_at = 1 where user_id = ${user.id}`),
    ],
    [
      'the account was suspended',
      403,
      (tx, user) => updateUser(tx, user.id, { suspendedUntil: new Date(4e12) }, new Date()),
    ],
  ];
const DEMOTION: (typeof ENDINGS)[number] = [
  'the role was taken away',
  403,
  (tx, user) => updateUser(tx, user.id, { role: 'reader' }, new Date()),
];

/** Calls for signed-in users that change something, so without the preview. */
const WRITES = ACCESS.filter(
  ({ route, expected: [guest, , , administrator] }) =>
    !route.startsWith('GET') &&
    !/auth\/|signout|\/preview\b/.test(route) &&
    guest >= 400 &&
    administrator < 300,
);
const NAMES = [...new Set(WRITES.map(({ route }) => route))];

/**
 * Makes a call that passes the guard before `end` is committed. Its write must wait for the commit,
 * because `end` has locked the session or the user.
 */
async function callAndEnd(
  call: () => Promise<{ status: number }>,
  end: (tx: Db) => Promise<unknown>,
) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const ended = Promise.withResolvers<void>();
  const blocking = app.database.transaction(async (tx) => {
    await end(tx);
    ended.resolve();
    await opened;
  });
  await ended.promise;
  const isPastGuard = new Promise<void>((resolve) => {
    onTransaction = resolve;
  });
  const answer = call();
  await Promise.race([isPastGuard, answer]);
  // Time for the hash of a password.
  await wait(20);
  open();
  await blocking;
  return (await answer).status;
}

async function contents(): Promise<string> {
  const rows = async (table: string) => {
    const all = await allRows(app.database.read, sql.raw(`select * from ${table} order by 1`));
    return JSON.stringify(all);
  };
  const ofComments = ['comments', 'comment_reports', 'comment_follows', 'likes', 'notifications'];
  const tables = [
    ...ofComments,
    'posts',
    'pictures',
    'changes',
    'mail',
    'settings',
    'site_versions',
    'invitations',
  ];
  return (await Promise.all(tables.map(rows))).join('\n');
}

test('the table has every call that writes', () => {
  expect(NAMES).toEqual([
    'PUT /api/comment/undo',
    'PUT /api/comment/removeall/:userId',
    'PUT /api/comment/restoreall/:userId',
    'PUT /api/comment/trust/:userId',
    'POST /api/document/create',
    'PUT /api/document/update/:id',
    'POST /api/document/publish/:id',
    'POST /api/document/unpublish/:id',
    'POST /api/document/discard/:id',
    'POST /api/document/duplicate/:id',
    'POST /api/document/trash/:id',
    'POST /api/document/previewlink/:id',
    'DELETE /api/document/previewlink/:id',
    'PUT /api/comment/follow/:postId',
    'PUT /api/notifications/preferences',
    'POST /api/comment/create',
    'PUT /api/comment/moderate/:commentId',
    'PUT /api/comment/moderate',
    'POST /api/comment/report/:commentId',
    'PUT /api/post/comments/:postId',
    'POST /api/mail/test',
    'PUT /api/user/update/:userId',
    'PUT /api/user/role/:userId',
    'PUT /api/user/suspend/:userId',
    'DELETE /api/user/sessions',
    'POST /api/user/invite',
    'POST /api/settings/first-start',
    'PUT /api/settings/site',
    'POST /api/settings/site/restore',
    'PUT /api/settings',
    'DELETE /api/user/delete/:userId',
    'POST /api/upload',
    'POST /api/post/create',
    'PUT /api/post/updatepost/:postId/:userId',
    'DELETE /api/post/deletepost/:postId/:userId',
    'PUT /api/comment/editComment/:commentId',
    'PUT /api/comment/likeComment/:commentId',
    'DELETE /api/comment/deleteComment/:commentId',
    'POST /api/stats/seen',
    'POST /api/redirects',
    'POST /api/redirects/import',
    'POST /api/backups',
    'POST /api/imports/publish',
    'DELETE /api/imports',
    'POST /api/demo/remove',
  ]);
});

describe.each(WRITES)('to $what ($route)', ({ route, call, expected }) => {
  const needsAdministrator = expected[1] === 403 && expected[2] === 403;
  // Users may change and delete their own account without being administrators.
  const isOwnAccount = /user\/(?:update|delete)/.test(route);
  const endings = needsAdministrator && !isOwnAccount ? [...ENDINGS, DEMOTION] : ENDINGS;

  test.each(endings)('when %s during the call: returns %i and writes nothing', (...row) =>
    attempt('writes after losing access', async () => {
      const [, status, end] = row;
      const cast = await makeCast(app, 'administrator');
      const caller = cast.administrator;
      const Cookie = await app.signIn(caller);
      const [path, json] = call(cast);
      let before = '';
      const answered = await callAndEnd(
        () => app.call(`${route.split(' ')[0]} ${path}`, { json, headers: { Cookie } }),
        async (tx) => {
          await end(tx, caller);
          before = await contents();
        },
      );
      expect(answered).toBe(status);
      const user = await findUserById(app.database.read, caller.id);
      if (user) expect([user.username, user.email]).toEqual([caller.username, caller.email]);
      // The account's own likes and comments were deleted with it, so compare with the state after.
      if (end !== ENDINGS[1]?.[2]) expect(await contents()).toBe(before);
    }),
  );
});

test.each([...ENDINGS, DEMOTION])(
  'to try a failed post again (POST /api/publish/retry/:postId) when %s: returns %i and changes nothing',
  (_what, status, end) =>
    attempt('writes after losing access', async () => {
      const { administrator } = await makeCast(app, 'administrator');
      const Cookie = await app.signIn(administrator);
      const answered = await callAndEnd(
        () => app.call('POST /api/publish/retry/p', { headers: { Cookie } }),
        (tx) => end(tx, administrator),
      );
      expect(answered).toBe(status);
      expect(app.publisher.retried).toEqual([]);
    }),
);

describe('a body that is sent slowly', () => {
  /** A JSON body that is completed on release. */
  function heldBody(json: unknown) {
    const bytes = new TextEncoder().encode(JSON.stringify(json));
    let send: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 5));
        send = () => {
          controller.enqueue(bytes.slice(5));
          controller.close();
        };
      },
    });
    return { body, send: () => send() };
  }

  async function held(line: string, Cookie: string, json: unknown, during: () => Promise<void>) {
    const { body, send } = heldBody(json);
    const headers = { Cookie, 'Content-Type': 'application/json' };
    const answer = app.call(line, { body, headers });
    await wait(10);
    await during();
    send();
    return await answer;
  }

  test('doesn’t change the email after the owner changed the password', () =>
    attempt('writes with an unfinished body', async () => {
      const owner = await makeAccount(app.database, { role: 'administrator' });
      const [stolen, own] = [await app.signIn(owner), await app.signIn(owner)];
      const line = `PUT /api/user/update/${owner.id}`;
      const answer = await held(line, stolen, { email: 'thief@example.com' }, async () => {
        const json = { password: 'another rather long pass phrase' };
        expect((await app.call(line, { json, headers: { Cookie: own } })).status).toBe(200);
      });
      expect(answer.status).toBe(401);
      expect((await findUserById(app.database.read, owner.id))?.email).toBe(owner.email);
    }));

  test.each(['update', 'comment'])('a slow body of %s is refused after signing out', (what) =>
    attempt('writes with an unfinished body', async () => {
      const user = await makeAccount(app.database);
      const post = await makePost(app.database);
      const Cookie = await app.signIn(user);
      const [line, json] =
        what === 'update'
          ? [`PUT /api/user/update/${user.id}`, { username: 'too-late' }]
          : ['POST /api/comment/create', { content: 'Hi', postId: post.id, userId: user.id }];
      const answer = await held(line, Cookie, json, async () => {
        await app.call('POST /api/user/signout', { headers: { Cookie } });
      });
      expect(answer.status).toBe(401);
    }),
  );

  test('publishes nothing for a demoted or deleted administrator', () =>
    attempt('writes with an unfinished body', async () => {
      const json = { title: 'Title', category: 'javascript', content: '<p>Text</p>' };
      const demoted = await makeAccount(app.database, { role: 'administrator' });
      const first = await held(
        'POST /api/post/create',
        await app.signIn(demoted),
        json,
        async () => {
          await app.database.transaction((tx) =>
            updateUser(tx, demoted.id, { role: 'reader' }, new Date()),
          );
        },
      );
      expect(first.status).toBe(403);
      const deleted = await makeAccount(app.database, { role: 'administrator' });
      const Cookie = await app.signIn(deleted);
      const second = await held('POST /api/post/create', Cookie, json, async () => {
        await app.database.transaction((tx) => deleteUser(tx, deleted.id));
      });
      expect(second.status).toBe(401);
    }));
});

describe('a session that isn’t fresh', () => {
  const LATER = 1800 * 1000;
  let clock = 0;
  let old: TestApp;
  beforeAll(async () => {
    old = await testApp({
      cleanUp: afterAll,
      services: { now: () => new Date(Date.now() + clock) },
    });
  });

  async function staleSession(values: Parameters<typeof makeAccount>[1] = {}) {
    clock = 0;
    const user = await makeAccount(old.database, values);
    const Cookie = await old.signIn(user);
    clock = LATER;
    return { user, headers: { Cookie }, line: `PUT /api/user/update/${user.id}` };
  }

  test.each([{ password: 'another rather long pass phrase' }, { email: 'new@example.com' }])(
    'may not change %o',
    (json) =>
      attempt('changes with a stolen session', async () => {
        const { user, headers, line } = await staleSession();
        const { status, body } = await old.call(line, { json, headers });
        expect([status, body.code]).toEqual([403, 'reauthenticate']);
        const now = await findUserById(old.database.read, user.id);
        expect([now?.email, now?.passwordHash]).toEqual([user.email, user.passwordHash]);
      }),
  );

  test('a session that isn’t fresh can’t delete the account', () =>
    attempt('changes with a stolen session', async () => {
      const { user, headers } = await staleSession();
      const { status, body } = await old.call(`DELETE /api/user/delete/${user.id}`, { headers });
      expect([status, body.code]).toEqual([403, 'reauthenticate']);
      expect(await findUserById(old.database.read, user.id)).toBeDefined();
    }));

  test('a session that isn’t fresh doesn’t reveal whether an email is taken', async () => {
    const other = await makeAccount(old.database);
    const { headers, line } = await staleSession();
    const { status } = await old.call(line, { json: { email: other.email }, headers });
    expect(status).toBe(403);
  });

  test('a session that isn’t fresh can change the username, and send its current email', async () => {
    const { user, headers, line } = await staleSession();
    const json = { username: 'still-allowed', email: user.email };
    expect((await old.call(line, { json, headers })).status).toBe(200);
  });

  test('a session that isn’t fresh can change everything after POST /api/auth/reauthenticate', async () => {
    const { user, headers, line } = await staleSession();
    const answer = await old.call('POST /api/auth/reauthenticate', {
      json: { password: PASSWORD },
      headers,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: expect.any(String) });
    const email = `${user.username}-new@example.com`;
    expect((await old.call(line, { json: { email }, headers })).status).toBe(200);
  });

  test('a session that isn’t fresh can change everything with the right currentPassword', async () => {
    const { user, headers, line } = await staleSession();
    const json = { email: `${user.username}-new@example.com`, currentPassword: PASSWORD };
    expect((await old.call(line, { json, headers })).status).toBe(200);
    clock += LATER;
    const { status } = await old.call(`DELETE /api/user/delete/${user.id}`, {
      json: { currentPassword: PASSWORD },
      headers,
    });
    expect(status).toBe(200);
  });

  test('a session that isn’t fresh gets 403 for a wrong password, which counts as a failed sign-in', () =>
    attempt('guesses of the password at reauthentication', async () => {
      const { user, headers, line } = await staleSession();
      for (let n = 0; n < 10; n++) {
        const guess = n % 2 === 0 ? 'POST /api/auth/reauthenticate' : line;
        const json = n % 2 === 0 ? { password: `wrong ${n}` } : { currentPassword: `wrong ${n}` };
        const { status, body } = await old.call(guess, { json, headers });
        expect([status, body.code]).toEqual([403, undefined]);
      }
      const json = { password: PASSWORD };
      const limited = await old.call('POST /api/auth/reauthenticate', { json, headers });
      expect(limited.status).toBe(429);
      expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
      const found = await findSessionWithUser(
        old.database.read,
        hashSessionId(headers.Cookie.split('=')[1] ?? ''),
      );
      expect(found?.session.provenAt.getTime()).toBeLessThan(Date.now() + LATER - 1);
      expect(found?.user.email).toBe(user.email);
    }));

  test('the body of a call about another account isn’t read', async () => {
    const { headers } = await staleSession();
    const other = await makeAccount(old.database);
    const line = `DELETE /api/user/delete/${other.id}`;
    const bodies = [{ body: '{' }, { json: { currentPassword: 'x' } }, {}];
    for (const sent of bodies) {
      const type = { 'Content-Type': 'application/json' };
      const { status, body } = await old.call(line, { ...sent, headers: { ...headers, ...type } });
      expect([status, body.message]).toEqual([403, 'You may delete only your own account.']);
    }
  });

  test('reauthenticating requires a password and a signed-in user', async () => {
    const { headers } = await staleSession();
    const line = 'POST /api/auth/reauthenticate';
    expect((await old.call(line, { json: {}, headers })).status).toBe(400);
    expect((await old.call(line, { json: { password: PASSWORD } })).status).toBe(401);
  });
});
