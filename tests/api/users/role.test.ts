import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAdmins, findUserById, type UserRow } from '../../../db/queries/users.ts';
import { changes } from '../../../db/schema.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';

const putRole = (app: TestApp, user: Pick<UserRow, 'id'>, as: UserRow, json: object) =>
  app.call(`PUT /api/user/role/${user.id}`, { as, json });

describe('PUT /api/user/role/{userId}', () => {
  async function setUp() {
    const app = await testApp();
    const admin = await makeAccount(app.database, { role: 'administrator' });
    const user = await makeAccount(app.database);
    return { app, admin, user };
  }

  test('PUT /api/user/role/{userId} makes a user an administrator and returns the user with the role', async () => {
    const { app, admin, user } = await setUp();
    const answer = await putRole(app, user, admin, { role: 'administrator' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      _id: user.id,
      username: user.username,
      email: user.email,
      profilePicture: user.profilePicture,
      isAdmin: true,
      role: 'administrator',
      emailVerified: false,
      pendingEmail: null,
      suspendedUntil: null,
      isTrusted: false,
      createdAt: user.createdAt.toISOString(),
    });
    const log = app.logged().filter(({ event }) => event === 'user.role');
    expect(log).toMatchObject([{ userId: user.id, actorId: admin.id }]);
  });

  test('PUT /api/user/role/{userId} renders the posts with comments of the user again, for the badge', async () => {
    const { app, admin, user } = await setUp();
    const post = await makePost(app.database, { userId: admin.id });
    await makeComment(app.database, { postId: post.id, userId: user.id });
    const recorded = async () =>
      (await app.database.read.select().from(changes)).map(({ action, postId }) => [
        action,
        postId,
      ]);
    await putRole(app, user, admin, { role: 'author' });
    expect(await recorded()).toEqual([]);
    await putRole(app, user, admin, { role: 'administrator' });
    expect(await recorded()).toEqual([['comments', post.id]]);
  });

  test('PUT /api/user/role/{userId} ends the rights of a demoted administrator in every session at once', async () => {
    const { app, admin, user } = await setUp();
    await putRole(app, user, admin, { role: 'administrator' });
    const headers = { Cookie: await app.signIn(user) };
    expect((await app.call('GET /api/user/getusers', { headers })).status).toBe(200);
    const answer = await putRole(app, user, admin, { role: 'reader' });
    expect(answer.body).toMatchObject({ isAdmin: false, role: 'reader' });
    expect((await app.call('GET /api/user/getusers', { headers })).status).toBe(403);
    const session = await app.call('GET /api/auth/session', { headers });
    expect(session.body.user).toMatchObject({ _id: user.id, isAdmin: false, role: 'reader' });
  });

  test('PUT /api/user/role/{userId} changes and logs nothing when the user has the role already', async () => {
    const { app, admin, user } = await setUp();
    expect((await putRole(app, user, admin, { role: 'reader' })).status).toBe(200);
    expect(await findUserById(app.database.read, user.id)).toEqual(user);
    expect(app.logged().filter(({ event }) => event === 'user.role')).toEqual([]);
  });

  test('PUT /api/user/role/{userId} keeps the last administrator: 409', async () => {
    const { app, admin, user } = await setUp();
    const answer = await putRole(app, admin, admin, { role: 'reader' });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('The last administrator cannot be demoted.');
    await putRole(app, user, admin, { role: 'administrator' });
    expect((await putRole(app, admin, admin, { role: 'reader' })).body.role).toBe('reader');
  });

  test('PUT /api/user/role/{userId} keeps one of two administrators who demote each other at the same time', async () => {
    const { app, admin, user } = await setUp();
    await putRole(app, user, admin, { role: 'administrator' });
    const answers = await Promise.all([
      putRole(app, admin, user, { role: 'reader' }),
      putRole(app, user, admin, { role: 'reader' }),
    ]);
    // The second caller has lost the role in the meantime.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await countAdmins(app.database.read)).toBe(1);
  });

  test.each([
    [{ role: 'owner' }],
    [{ role: 'Administrator' }],
    [{ role: '' }],
    [{ role: null }],
    [{}],
  ])('refuses %j with 400 and names all roles', async (json) => {
    const { app, admin, user } = await setUp();
    const answer = await putRole(app, user, admin, json);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(
      'role must be "reader", "author", "editor" or "administrator".',
    );
    expect(await findUserById(app.database.read, user.id)).toEqual(user);
  });
});

describe('a session that isn’t fresh', () => {
  let clock = 0;
  let app: TestApp;
  beforeAll(async () => {
    const now = () => new Date(Date.now() + clock);
    app = await testApp({ cleanUp: afterAll, services: { now } });
  });

  test('a session that isn’t fresh changes no role without the password', async () => {
    clock = 0;
    const admin = await makeAccount(app.database, { role: 'administrator' });
    const user = await makeAccount(app.database);
    const headers = { Cookie: await app.signIn(admin) };
    clock = 1800 * 1000;
    const put = (currentPassword?: string) =>
      app.call(`PUT /api/user/role/${user.id}`, {
        headers,
        json: { role: 'administrator', currentPassword },
      });
    for (const [password, code] of [
      [undefined, 'reauthenticate'],
      ['a wrong password', undefined],
    ] as const) {
      const refused = await put(password);
      expect([refused.status, refused.body.code]).toEqual([403, code]);
      expect((await findUserById(app.database.read, user.id))?.isAdmin).toBe(false);
    }
    expect((await put(PASSWORD)).body.role).toBe('administrator');
  });
});
