import { beforeEach, describe, expect, test } from 'vitest';
import { FOREVER } from '../../../api/contract/users.ts';
import { findUserById, type UserRow, updateUser } from '../../../db/queries/users.ts';
import { type Answer, makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';

const UNTIL = '2099-01-31T10:00:00.000Z';

let app: TestApp;
let admin: UserRow;
let user: UserRow;
beforeEach(async () => {
  app = await testApp();
  admin = await makeAccount(app.database, { role: 'administrator' });
  user = await makeAccount(app.database);
});

const suspend = (who: UserRow, as: UserRow, json: object = { until: UNTIL, reason: 'Spam' }) =>
  app.call(`PUT /api/user/suspend/${who.id}`, { as, json });
const signIn = ({ email }: UserRow, password = PASSWORD): Promise<Answer> =>
  app.call('POST /api/auth/signin', { json: { email, password } });

describe('a suspended user', () => {
  test('a suspended user is told until when and why, and only with the right password', async () => {
    expect((await suspend(user, admin)).status).toBe(200);
    const refused = await signIn(user);
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
    expect(refused.body.message).toBe(
      'Your account is suspended until January 31, 2099 at 10:00 AM UTC. Reason: Spam',
    );
    expect(refused.headers.get('Set-Cookie')).toBeNull();
    const wrong = await signIn(user, 'a wrong password');
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password.']);
  });

  test('a suspended user without an end or a reason gets a shorter message', async () => {
    await suspend(user, admin, { until: FOREVER });
    expect((await signIn(user)).body.message).toBe('Your account is suspended.');
  });

  test('loses all sessions at once, and gets them back by no means', async () => {
    const headers = { Cookie: await app.signIn(user) };
    await suspend(user, admin);
    expect((await app.call('GET /api/auth/session', { headers })).body.user).toBeNull();
    await suspend(user, admin, { until: null });
    expect((await app.call('GET /api/auth/session', { headers })).body.user).toBeNull();
    expect((await signIn(user)).status).toBe(200);
  });

  test('writes nothing, even when the suspension comes while the call runs', async () => {
    const post = await makePost(app.database, { userId: admin.id });
    const headers = { Cookie: await app.signIn(user), 'Content-Type': 'application/json' };
    const json = JSON.stringify({ content: 'Hello', postId: post.id, userId: user.id });
    // The first half of the body arrives, then the suspension, then the rest.
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(json.slice(0, 10)));
        await new Promise((resolve) => setTimeout(resolve, 50));
        // Only the account, as if the session had begun at the same moment.
        const suspendedUntil = new Date(UNTIL);
        const changes = { suspendedUntil, suspendedReason: 'Spam' };
        await app.database.transaction((tx) => updateUser(tx, user.id, changes, new Date()));
        controller.enqueue(new TextEncoder().encode(json.slice(10)));
        controller.close();
      },
    });
    const answer = await app.call('POST /api/comment/create', { headers, body });
    expect([answer.status, answer.body.code]).toEqual([403, 'suspended']);
    expect((await app.call(`GET /api/comment/getPostComments/${post.id}`)).body).toEqual([]);
  });

  test('a suspended user can sign in again when the time is over', async () => {
    let ahead = 0;
    const later = await testApp({ services: { now: () => new Date(Date.now() + ahead) } });
    const owner = await makeAccount(later.database, { role: 'administrator' });
    const target = await makeAccount(later.database);
    const until = new Date(Date.now() + 60_000).toISOString();
    const json = { until, reason: '' };
    await later.call(`PUT /api/user/suspend/${target.id}`, { as: owner, json });
    const enter = { json: { email: target.email, password: PASSWORD } };
    expect((await later.call('POST /api/auth/signin', enter)).status).toBe(403);
    ahead = 61_000;
    expect((await later.call('POST /api/auth/signin', enter)).status).toBe(200);
  });
});

describe('PUT /api/user/suspend/{userId}', () => {
  test('returns the user, and logs who did it', async () => {
    const { body } = await suspend(user, admin);
    expect(body).toMatchObject({ suspendedUntil: UNTIL, suspendedReason: 'Spam' });
    const { body: log } = await app.call('GET /api/audit?action=user.suspend', { as: admin });
    expect(log.entries).toMatchObject([
      { actor: admin.id, subject: user.id, address: '192.0.2.1', details: { until: UNTIL } },
    ]);
    const events = app.logged().filter(({ event }) => event === 'user.suspend');
    expect(events).toMatchObject([{ userId: user.id, actorId: admin.id }]);
  });

  test.each([
    [{}, 'until'],
    [{ until: 'tomorrow' }, 'until'],
    [{ until: '2020-01-01T00:00:00Z' }, 'until must be in the future.'],
    [{ until: UNTIL, reason: 5 }, 'reason must be text.'],
    [{ until: UNTIL, reason: 'x'.repeat(501) }, 'reason must have at most 500 characters.'],
  ])('refuses %j', async (json, message) => {
    const answer = await suspend(user, admin, json);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(await findUserById(app.database.read, user.id)).toEqual(user);
  });

  test('refuses one’s own account', async () => {
    await makeAccount(app.database, { role: 'administrator' });
    const answer = await suspend(admin, admin);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe("You can't suspend your own account.");
  });
});

describe('the last administrator who can act', () => {
  test('stays when the other one is suspended', async () => {
    const other = await makeAccount(app.database, { role: 'administrator' });
    await suspend(other, admin);
    const json = { role: 'reader' };
    const demotion = await app.call(`PUT /api/user/role/${admin.id}`, { as: admin, json });
    const deletion = await app.call(`DELETE /api/user/delete/${admin.id}`, { as: admin });
    expect([demotion.status, deletion.status]).toEqual([409, 409]);
    // The suspended one can go.
    expect((await app.call(`PUT /api/user/role/${other.id}`, { as: admin, json })).status).toBe(
      200,
    );
  });

  test.each([
    ['suspend each other', 'suspend', 'suspend'],
    ['suspend and demote each other', 'suspend', 'demote'],
    ['suspend the other one, who leaves', 'suspend', 'leave'],
  ] as const)('is left when two %s at the same time', async (_, first, second) => {
    const other = await makeAccount(app.database, { role: 'administrator' });
    const act = (what: 'suspend' | 'demote' | 'leave', as: UserRow, target: UserRow) => {
      if (what === 'suspend') return suspend(target, as);
      if (what === 'leave') return app.call(`DELETE /api/user/delete/${as.id}`, { as });
      return app.call(`PUT /api/user/role/${target.id}`, { as, json: { role: 'reader' } });
    };
    await Promise.all([act(first, admin, other), act(second, other, admin)]);
    const left = await Promise.all(
      [admin, other].map(({ id }) => findUserById(app.database.read, id)),
    );
    expect(left.filter((row) => row?.isAdmin && row.suspendedUntil === null)).toHaveLength(1);
  });
});
