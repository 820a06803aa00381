import { describe, expect, it } from 'vitest';
import { cleanUpMail } from '../../../api/mail/cleanup.ts';
import { insertToken } from '../../../db/queries/tokens.ts';
import {
  deleteUser,
  findUserByEmail,
  type UserRow,
  updateUser,
} from '../../../db/queries/users.ts';
import { invitations, mail } from '../../../db/schema.ts';
import {
  makeAccount,
  PASSWORD,
  type TestApp,
  type TestAppOptions,
  testApp,
} from '../../support/app.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { lastMail, mailApp, queueOf } from '../mail/support.ts';
import { testClock } from '../second-factor/support.ts';

const EMAIL = 'ada@example.com';
const DAY_MS = 24 * 60 * 60_000;

/** A site with an administrator who can invite. */
async function siteWithOwner(options: TestAppOptions = {}) {
  const app = await mailApp(options);
  const owner = await makeAccount(app.database, { role: 'administrator' });
  const invite = (json: object = {}, as: UserRow | undefined = owner) =>
    app.call('POST /api/user/invite', { as, json: { email: EMAIL, role: 'author', ...json } });
  const list = async () =>
    (await app.call('GET /api/user/invitations', { as: owner })).body.invitations;
  /** Invites, and returns the secret of the mailed link. */
  const linked = async (json: object = {}, as: UserRow | undefined = owner) => {
    expect((await invite(json, as)).status).toBe(201);
    return (await lastMail(app, 'invitation')).token;
  };
  return { ...app, app, owner, invite, list, linked };
}

const check = (app: TestApp, token: string) =>
  app.call('POST /api/auth/invitation/check', { json: { token } });
const accept = (app: TestApp, token: string, more: object = {}) =>
  app.call('POST /api/auth/invitation/accept', {
    json: { token, username: 'ada', password: PASSWORD, ...more },
  });

describe('an invitation', () => {
  it('creates an account with its role and a proven email, and signs in to it', async () => {
    const { app, owner, invite, list, database } = await siteWithOwner();
    const { status, body } = await invite({ role: 'editor', message: 'Please join  us.\n' });
    expect(status).toBe(201);
    expect(body).toEqual({
      invitation: {
        _id: expect.any(String),
        email: EMAIL,
        role: 'editor',
        invitedBy: owner.username,
        isUsable: true,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    });
    expect(await list()).toEqual([body.invitation]);
    const letter = await lastMail(app, 'invitation');
    expect(letter).toMatchObject({
      to: EMAIL,
      invitedBy: owner.username,
      role: 'editor',
      message: 'Please join us.',
    });
    expect((await check(app, letter.token)).body).toEqual({
      email: EMAIL,
      role: 'editor',
      invitedBy: owner.username,
      newUsername: 'ada',
    });

    const accepted = await accept(app, letter.token, { role: 'administrator', email: 'x@y.org' });
    expect(accepted.status).toBe(201);
    expect(accepted.body.user).toMatchObject({
      username: 'ada',
      email: EMAIL,
      role: 'editor',
      isAdmin: false,
      emailVerified: true,
    });
    const Cookie = cookiesOf(accepted);
    const session = await app.call('GET /api/auth/session', { headers: { Cookie } });
    expect(session.body.user.username).toBe('ada');
    const signIn = { email: EMAIL, password: PASSWORD };
    expect((await app.call('POST /api/auth/signin', { json: signIn })).status).toBe(200);
    expect(await list()).toEqual([]);
    const user = await findUserByEmail(database.read, EMAIL);
    const { body: log } = await app.call('GET /api/audit', { as: owner });
    expect(log.entries).toMatchObject([
      { action: 'user.join', actor: user?.id, details: { role: 'editor', invitedBy: owner.id } },
      { action: 'user.invite', actor: owner.id, details: { role: 'editor' } },
    ]);
    expect(JSON.stringify(log)).not.toContain(EMAIL);
    expect(app.logged().map(({ event }) => event)).toContain('user.invite');
  });

  it('works once, also for two people at the same time', async () => {
    const { app, linked } = await siteWithOwner();
    const token = await linked();
    const both = await Promise.all(
      ['ada', 'grace'].map((username) => accept(app, token, { username })),
    );
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    const later = await accept(app, token, { username: 'third' });
    expect([later.status, later.body.message]).toEqual([400, 'This link was already used.']);
  });

  it('is the only one to an address, also when two administrators send one at once', async () => {
    const { app, owner, invite, list, database } = await siteWithOwner();
    const other = await makeAccount(database, { role: 'administrator' });
    const answers = await Promise.all([owner, other, owner, other].map((as) => invite({}, as)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await list()).toHaveLength(1);
    const statuses = [];
    for (const { token = '' } of await queueOf(app))
      statuses.push((await check(app, token)).status);
    expect(statuses.sort()).toEqual([200, 400, 400, 400]);
  });

  it('stays usable after a taken name or a weak password', async () => {
    const { app, owner, linked } = await siteWithOwner();
    const token = await linked();
    expect((await accept(app, token, { username: owner.username })).status).toBe(409);
    expect((await accept(app, token, { username: 'admin' })).status).toBe(400);
    expect((await accept(app, token, { password: 'short' })).status).toBe(400);
    expect((await accept(app, token, { password: '' })).status).toBe(400);
    expect((await accept(app, token)).status).toBe(201);
  });

  it('expires after seven days, and is deleted a week later', async () => {
    const clock = testClock();
    const { app, linked, services, database } = await siteWithOwner({
      services: { now: clock.now },
    });
    const token = await linked();
    clock.pass(7 * DAY_MS - 1000);
    expect((await check(app, token)).status).toBe(200);
    clock.pass(1000);
    expect((await accept(app, token)).body.message).toBe('This link has expired.');
    expect(await database.read.$count(invitations)).toBe(1);
    clock.pass(7 * DAY_MS + 1000);
    await cleanUpMail(services);
    expect(await database.read.$count(invitations)).toBe(0);
  });

  it('has one link that works: a new one replaces it', async () => {
    const { app, owner, linked, list } = await siteWithOwner();
    const first = await linked();
    const second = await linked({ role: 'editor' });
    expect(await list()).toHaveLength(1);
    const [{ _id }] = await list();
    const again = await app.call(`POST /api/user/invite/${_id}`, { as: owner, json: {} });
    expect(again.status).toBe(200);
    expect(again.body.invitation._id).toBe(_id);
    const third = (await queueOf(app))
      .map(({ token }) => token ?? '')
      .find((token) => ![first, second].includes(token));
    for (const old of [first, second]) expect((await accept(app, old)).status).toBe(400);
    expect((await accept(app, third ?? '')).body.user.role).toBe('editor');
  });

  it('can be canceled, which also deletes mail that was not sent yet', async () => {
    const { app, owner, linked, list, database } = await siteWithOwner();
    const token = await linked();
    const [{ _id }] = await list();
    const canceled = await app.call(`DELETE /api/user/invite/${_id}`, { as: owner });
    expect(canceled.status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await database.read.$count(mail)).toBe(0);
    expect((await accept(app, token)).status).toBe(400);
    expect(await findUserByEmail(database.read, EMAIL)).toBeUndefined();
    expect((await app.call(`DELETE /api/user/invite/${_id}`, { as: owner })).status).toBe(404);
    expect((await app.call(`POST /api/user/invite/${_id}`, { as: owner })).status).toBe(404);
  });

  it('has its link in the answer on a site without mail, and leaves the email unproven', async () => {
    const app = await testApp();
    const owner = await makeAccount(app.database, { role: 'administrator' });
    const json = { email: EMAIL, role: 'author' };
    const { body } = await app.call('POST /api/user/invite', { as: owner, json });
    const link = new URL(body.link);
    expect(link.pathname).toBe('/invitation');
    expect(await app.database.read.$count(mail)).toBe(0);
    const listed = await app.call('GET /api/user/invitations', { as: owner });
    expect(listed.body.invitations[0]).not.toHaveProperty('link');
    const accepted = await accept(app, link.searchParams.get('token') ?? '');
    expect(accepted.body.user).toMatchObject({ role: 'author', emailVerified: false });
  });
});

describe('inviting is refused', () => {
  it('for an address that has an account, or can be taken back by one', async () => {
    const { app, invite, database } = await siteWithOwner();
    const user = await makeAccount(database, { email: EMAIL });
    const refused = await invite({ email: 'ADA@Example.com' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `${user.username} has an account with this email. Change their role instead.`,
    ]);
    await database.transaction((tx) =>
      insertToken(tx, {
        idHash: 'x',
        kind: 'undo-email-change',
        userId: user.id,
        email: 'former@example.com',
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + DAY_MS),
      }),
    );
    expect((await invite({ email: 'former@example.com' })).status).toBe(409);
    expect(await queueOf(app)).toEqual([]);
  });

  it('for readers, authors and editors, whatever the role', async () => {
    const { invite, database } = await siteWithOwner();
    for (const role of ['reader', 'author', 'editor'] as const) {
      const as = await makeAccount(database, { role });
      expect((await invite({ role: 'author' }, as)).status).toBe(403);
    }
    expect(await database.read.$count(invitations)).toBe(0);
  });

  it('for other roles, bad addresses and long messages', async () => {
    const { invite } = await siteWithOwner();
    const bad = [
      { role: 'reader' },
      { role: 'owner' },
      { role: undefined },
      { email: '' },
      { email: 'ada' },
      { email: 'ada@example.com\r\nBcc: all@example.com' },
      { message: 'x'.repeat(501) },
      { message: 7 },
    ];
    for (const json of bad) expect([json, (await invite(json)).status]).toEqual([json, 400]);
  });

  it('beyond the limit of an administrator', async () => {
    const { invite } = await siteWithOwner({ limits: { invite: { points: 2, duration: 60 } } });
    const statuses = [];
    for (const name of ['a', 'b', 'c']) {
      statuses.push((await invite({ email: `${name}@example.com` })).status);
    }
    expect(statuses).toEqual([201, 201, 429]);
  });

  it('while there are 100 open invitations', async () => {
    const { invite } = await siteWithOwner({ limits: { invite: { points: 1000, duration: 60 } } });
    const statuses = [];
    for (let n = 0; n < 101; n++) {
      statuses.push((await invite({ email: `a${n}@example.com` })).status);
    }
    expect(statuses).toEqual([...Array(100).fill(201), 409]);
  });
});

describe('an attacker', () => {
  const LOST: [what: string, lose: (app: TestApp, inviter: UserRow) => Promise<unknown>][] = [
    [
      'who lost the role',
      ({ database }, { id }) =>
        database.transaction((tx) => updateUser(tx, id, { role: 'editor' }, new Date())),
    ],
    [
      'who was suspended',
      ({ database }, { id }) =>
        database.transaction((tx) =>
          updateUser(tx, id, { suspendedUntil: new Date(4e12) }, new Date()),
        ),
    ],
    ['who was deleted', ({ database }, { id }) => database.transaction((tx) => deleteUser(tx, id))],
  ];
  it.each(LOST)('%s gives no one a role with an earlier invitation', async (_what, lose) => {
    const { app, linked, list, database } = await siteWithOwner();
    const inviter = await makeAccount(database, { role: 'administrator' });
    const token = await linked({ role: 'administrator' }, inviter);
    await lose(app, inviter);
    expect((await check(app, token)).status).toBe(400);
    expect((await accept(app, token)).status).toBe(400);
    expect(await findUserByEmail(database.read, EMAIL)).toBeUndefined();
    expect((await list()).every(({ isUsable }: { isUsable: boolean }) => !isUsable)).toBe(true);
  });

  it('who signed up with the invited address first gets no role', async () => {
    const { app, linked, database } = await siteWithOwner();
    const token = await linked({ role: 'administrator' });
    await makeAccount(database, { email: EMAIL });
    const late = await check(app, token);
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining('You already have an account with this email.'),
    ]);
    expect((await accept(app, token)).status).toBe(409);
    expect((await findUserByEmail(database.read, EMAIL))?.role).toBe('reader');
  });

  it('who tries links is slowed down, and learns nothing about who was invited', async () => {
    const limits = { token: { points: 3, duration: 60 } };
    const { app, linked } = await siteWithOwner({ limits });
    await linked();
    const answers = [];
    for (const token of ['x', 'y'.repeat(43), EMAIL]) answers.push(await check(app, token));
    expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
    expect((await accept(app, 'x')).status).toBe(429);
    // Neither signing up nor a reset tells an invited address from an unknown one.
    const reset = (email: string) =>
      app.call('POST /api/auth/forgot-password', { json: { email } });
    expect((await reset(EMAIL)).body).toEqual((await reset('nobody@example.com')).body);
    const json = { username: 'grace', email: EMAIL, password: PASSWORD };
    expect((await app.call('POST /api/auth/signup', { json })).status).toBe(201);
  });

  it('who steals the database finds no secret of a link', async () => {
    const { linked, database } = await siteWithOwner();
    const token = await linked();
    const rows = await database.read.select().from(invitations);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
