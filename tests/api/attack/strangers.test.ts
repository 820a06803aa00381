import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFirstPassword, ensureAdmin } from '../../../api/auth/ensure-admin.ts';
import { runUserCommand } from '../../../cli/user.ts';
import { insertIdentity } from '../../../db/queries/identities.ts';
import { insertPasskey } from '../../../db/queries/passkeys.ts';
import {
  findUserByEmail,
  findUserById,
  lockUser,
  type UserRow,
} from '../../../db/queries/users.ts';
import { devices, identities, passkeys, totpSecrets } from '../../../db/schema.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { lastMail, mailApp } from '../mail/support.ts';
import { addPasskey, signInWith } from '../passkeys/support.ts';
import { googleApp, person, TestBrowser } from '../providers/support.ts';
import { enterPassword, testClock, turnOn } from '../second-factor/support.ts';

const VICTIM = 'victim@example.com';
const NEW = 'only the owner knows this';

/** A stranger's account with someone else's email, and every way to come back. */
async function moveIn(app: TestApp, values: Partial<UserRow> = {}) {
  const user = await makeAccount(app.database, { email: VICTIM, ...values });
  const session = await app.signIn(user);
  expect((await enterPassword(app, user)).status).toBe(200);
  const passkey = await addPasskey({ app, user });
  expect(passkey.answer.status).toBe(201);
  const identity = { issuer: 'https://id.example.com', subject: 'stranger' };
  const at = new Date();
  await app.database.transaction((tx) => insertIdentity(tx, identity, user.id, at));
  return { user, session, passkey };
}

type Stranger = Awaited<ReturnType<typeof moveIn>>;

/** What the stranger still has. */
async function leftOf(app: TestApp, { user, session, passkey }: Stranger) {
  const { body } = await app.call('GET /api/auth/session', { headers: { Cookie: session } });
  const statuses = {
    session: body.user?.email ?? null,
    passkey: (await signInWith(app, passkey)).status,
    password: (await enterPassword(app, user)).status,
  };
  const [linked, known] = await Promise.all([
    app.database.read.$count(identities),
    app.database.read.$count(devices),
  ]);
  return { ...statuses, linked, known };
}

const NOTHING = { session: null, passkey: 401, password: 401, linked: 0, known: 0 };

async function runUser(app: TestApp, line: string, stdin = '') {
  const env = { DATA_DIR: app.database.folder, DATABASE_URL: app.database.url };
  let text = '';
  const out = (more: string) => {
    text += more;
  };
  const streams = { out, err: out, readStdin: async () => stdin };
  expect(await runUserCommand(line.split(' '), { env, ...streams }), text).toBe(0);
  return text;
}

describe('the stranger in an account with someone else’s email is out', () => {
  test('a stranger in an account with another person’s email is out after a reset by mail', async () => {
    const app = await mailApp();
    const stranger = await moveIn(app);
    await app.call('POST /api/auth/forgot-password', { json: { email: VICTIM } });
    const { token } = await lastMail(app, 'reset-password');
    const json = { token, password: NEW };
    expect((await app.call('POST /api/auth/reset-password', { json })).status).toBe(200);
    expect(await leftOf(app, stranger)).toEqual(NOTHING);
  });

  test('a stranger in an account with another person’s email is out after a reset with a link from the terminal', async () => {
    const app = await testApp();
    const stranger = await moveIn(app);
    const printed = await runUser(app, `reset-link ${VICTIM}`);
    const token = /token=(\S+)/.exec(printed)?.[1];
    const json = { token, password: NEW };
    expect((await app.call('POST /api/auth/reset-password', { json })).status).toBe(200);
    expect(await leftOf(app, stranger)).toEqual(NOTHING);
  });

  test('a stranger in an account with another person’s email is out after a reset on the terminal', async () => {
    const app = await testApp();
    const stranger = await moveIn(app);
    await runUser(app, `reset-password ${VICTIM} --password-stdin`, NEW);
    expect(await leftOf(app, stranger)).toEqual(NOTHING);
  });

  test('a stranger in an account with another person’s email is out after a sign-in with Google', async () => {
    const app = await googleApp();
    const owner = person(app.provider);
    const stranger = await moveIn(app, { email: owner.email ?? '' });
    const browser = new TestBrowser(app);
    expect((await browser.signIn(owner)).status).toBe(200);
    expect(await leftOf(app, stranger)).toEqual({ ...NOTHING, linked: 1, known: 1 });
  });

  test('a stranger in an account with another person’s email is out even if they add a passkey at the moment of that sign-in', async () => {
    const app = await googleApp();
    const owner = person(app.provider);
    const user = await makeAccount(app.database, { email: owner.email ?? '' });
    const passkey = { name: 'Late', publicKey: '', counter: 0, transports: '[]', isBackedUp: true };
    const row = { ...passkey, userId: user.id, credentialId: 'late', createdAt: new Date() };
    let signedIn: Promise<{ status: number }> | undefined;
    await app.database.transaction(async (tx) => {
      // What `writeAs` locks.
      await lockUser(tx, user.id);
      await insertPasskey(tx, row);
      signedIn = new TestBrowser(app).signIn(owner);
      await setTimeout(500);
    });
    expect((await signedIn)?.status).toBe(200);
    expect(await app.database.read.$count(passkeys)).toBe(0);
  });

  test('a stranger in an account with another person’s email is out when the victim undoes the change to the stranger’s own email', async () => {
    const app = await mailApp();
    const stranger = await moveIn(app);
    const line = `PUT /api/user/update/${stranger.user.id}`;
    const json = { email: 'stranger@example.com' };
    expect((await app.call(line, { json, as: stranger.user })).status).toBe(200);
    const { token } = await lastMail(app, 'email-change');
    const proof = await lastMail(app, 'confirm-new-email');
    await app.call('POST /api/auth/verify-email', { json: { token: proof.token } });
    const undone = await app.call('POST /api/auth/undo-email-change', { json: { token } });
    expect(undone.status).toBe(200);
    const left = await leftOf(app, stranger);
    expect(left).toEqual(NOTHING);
  });

  test('a stranger in an account with another person’s email is out when the owner makes it the first administrator, with a new password', async () => {
    const ADMIN = { ADMIN_EMAIL: VICTIM, ADMIN_PASSWORD: NEW };
    const clock = testClock();
    const app = await testApp({ env: ADMIN, services: { now: clock.now } });
    const stranger = await moveIn(app);
    await turnOn(app, stranger.user, clock);
    await ensureAdmin(app.services);
    expect(await leftOf(app, stranger)).toEqual(NOTHING);
    const user = (await findUserByEmail(app.database.read, VICTIM)) ?? stranger.user;
    expect(user.isAdmin).toBe(true);
    expect((await enterPassword(app, user, { password: NEW })).status).toBe(200);
  });
});

test('a thief who added a passkey before changing the email is out when that is undone', async () => {
  const app = await mailApp();
  const thief = await moveIn(app, { emailVerified: true });
  const line = `PUT /api/user/update/${thief.user.id}`;
  await app.call(line, { json: { email: 'thief@example.com' }, as: thief.user });
  const { token } = await lastMail(app, 'email-change');
  await app.call('POST /api/auth/undo-email-change', { json: { token } });
  expect(await leftOf(app, thief)).toEqual(NOTHING);
});

test('undoing a change keeps the code that the owner’s sign-ins took before it', async () => {
  const clock = testClock();
  const app = await mailApp({ services: { now: clock.now } });
  const user = await makeAccount(app.database, { email: VICTIM, emailVerified: true });
  await turnOn(app, user, clock);
  const line = `PUT /api/user/update/${user.id}`;
  await app.call(line, { json: { email: 'new@example.com' }, as: user });
  const { token } = await lastMail(app, 'email-change');
  await app.call('POST /api/auth/undo-email-change', { json: { token } });
  expect(await app.database.read.$count(totpSecrets)).toBe(1);
});

test('a reset on the terminal keeps two-step verification, and ends links that were mailed', async () => {
  const clock = testClock();
  const app = await mailApp({ services: { now: clock.now } });
  const user = await makeAccount(app.database, { email: VICTIM });
  await turnOn(app, user, clock);
  await app.call('POST /api/auth/forgot-password', { json: { email: VICTIM } });
  const { token } = await lastMail(app, 'reset-password');
  await runUser(app, `reset-password ${VICTIM} --password-stdin`, NEW);
  const answer = await enterPassword(app, user, { password: NEW });
  expect(answer.body.code).toBe('second_factor');
  const json = { token, password: PASSWORD };
  const used = await app.call('POST /api/auth/reset-password', { json });
  expect(used.body.code).toBe('bad_token');
});

test('an administrator who signs in with a passkey alone gets no other password at a start', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database, { role: 'administrator' });
  await addPasskey({ app, user });
  await app.database.transaction(async (tx) => {
    const { updateUser } = await import('../../../db/queries/users.ts');
    await updateUser(tx, user.id, { passwordHash: null }, new Date());
  });
  expect(await createFirstPassword(app.services)).toBeNull();
  expect(await findUserById(app.database.read, user.id)).toMatchObject({ passwordHash: null });
});
