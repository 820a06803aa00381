import { describe, expect, test } from 'vitest';
import { rememberDevice } from '../../../api/access/devices.ts';
import { listDevices } from '../../../db/queries/devices.ts';
import { insertIdentity } from '../../../db/queries/identities.ts';
import { findUserById, type UserRow } from '../../../db/queries/users.ts';
import { makeAccount, SITE, type TestApp } from '../../support/app.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { lastMail, mailApp, queueOf } from '../mail/support.ts';
import { type Authenticator, signInWith } from '../passkeys/support.ts';
import { codeOf, enterCode, enterPassword, testClock } from '../second-factor/support.ts';

// A thief who knows the password signs in from a browser of their own, and adds ways to come back.

const NEW = 'only the owner knows this';
const DAY_MS = 24 * 60 * 60_000;

/**
 * `start`: sessions use the real clock, so a test that needs one a month later starts in the past.
 */
async function makeSite(values: Partial<UserRow> = { role: 'administrator' }, start = Date.now()) {
  const clock = testClock(start);
  const app = await mailApp({ services: { now: clock.now } });
  const user = await makeAccount(app.database, values);
  return { app, clock, user };
}

/** Signs in from a new browser, or from the one with this cookie. Returns the browser's cookies. */
async function signIn(app: TestApp, user: UserRow, cookie = '') {
  const answer = await enterPassword(app, user, { cookie });
  expect(answer.status).toBe(200);
  return cookiesOf(cookie, answer);
}

async function addPasskey(app: TestApp, Cookie: string, name: string): Promise<Authenticator> {
  const authenticator = createAuthenticator(SITE);
  const begun = await app.call('POST /api/auth/passkeys/begin', { headers: { Cookie } });
  const json = { name, credential: authenticator.create(begun.body) };
  const headers = { Cookie: cookiesOf(Cookie, begun) };
  expect((await app.call('POST /api/auth/passkeys', { json, headers })).status).toBe(201);
  return authenticator;
}

async function turnTotpOn(app: TestApp, Cookie: string, clock: ReturnType<typeof testClock>) {
  const headers = { Cookie };
  const { body } = await app.call('POST /api/auth/second-factor/totp/begin', { headers });
  const json = { code: codeOf(body.secret, clock) };
  await app.call('POST /api/auth/second-factor/totp', { json, headers });
  return body.secret as string;
}

async function mailedLink(app: TestApp, { email }: UserRow): Promise<string> {
  await app.call('POST /api/auth/forgot-password', { json: { email } });
  return (await lastMail(app, 'reset-password')).token;
}

/** Changes the email from this browser, and returns the token of the link that undoes it. */
async function changeEmail(app: TestApp, user: UserRow, Cookie: string): Promise<string> {
  const json = { email: 'thief@example.com' };
  await app.call(`PUT /api/user/update/${user.id}`, { json, headers: { Cookie } });
  const { token } = await lastMail(app, 'email-change');
  const proof = { token: (await lastMail(app, 'confirm-new-email')).token };
  expect((await app.call('POST /api/auth/verify-email', { json: proof })).status).toBe(200);
  return token;
}

async function undo(app: TestApp, token: string) {
  const { status } = await app.call('POST /api/auth/undo-email-change', { json: { token } });
  expect(status).toBe(200);
}

async function reset(app: TestApp, user: UserRow, more: object = {}) {
  const json = { token: await mailedLink(app, user), password: NEW, ...more };
  expect((await app.call('POST /api/auth/reset-password', { json })).status).toBe(200);
}

const statusOf = async (app: TestApp, passkey: Authenticator) =>
  (await signInWith(app, passkey)).status;

describe('a reset by mail', () => {
  test.each(['reader', 'administrator'] as const)(
    'removes what someone with a stolen password added, and keeps what was there before (%s)',
    async (role) => {
      const { app, clock, user } = await makeSite({ role, emailVerified: true });
      const own = await addPasskey(app, await signIn(app, user), 'Laptop');
      clock.pass(DAY_MS);
      const thief = await signIn(app, user);
      const theirs = await addPasskey(app, thief, 'Spare key');
      await turnTotpOn(app, thief, clock);
      const json = { kind: 'reset-password', token: await mailedLink(app, user) };
      const { body } = await app.call('POST /api/auth/check-token', { json });
      expect(body.added).toEqual([
        { kind: 'passkey', name: 'Spare key' },
        { kind: 'two-step', name: '' },
      ]);
      await reset(app, user);
      expect([await statusOf(app, theirs), await statusOf(app, own)]).toEqual([401, 200]);
      // The passkey is enough to sign in, and stays necessary where the mailbox must not be enough.
      const { status } = await enterPassword(app, user, { password: NEW });
      expect(status).toBe(role === 'reader' ? 200 : 401);
    },
  );

  test('a reset by mail keeps what was added if the owner asks for it', async () => {
    const { app, clock, user } = await makeSite();
    await signIn(app, user);
    clock.pass(DAY_MS);
    const phone = await addPasskey(app, await signIn(app, user), 'Phone');
    await reset(app, user, { keepAddedMethods: true });
    expect(await statusOf(app, phone)).toBe(200);
  });

  test('a reset by mail also works after a thief signs in again from a browser that is known by then', async () => {
    const { app, clock, user } = await makeSite();
    await signIn(app, user);
    clock.pass(DAY_MS);
    const thief = await signIn(app, user);
    const passkey = await addPasskey(app, thief, 'Spare key');
    clock.pass(DAY_MS);
    await signIn(app, user, thief);
    await reset(app, user);
    expect(await statusOf(app, passkey)).toBe(401);
  });

  test('a reset by mail also removes what was added with nothing but a stolen session', async () => {
    const { app, clock, user } = await makeSite();
    await signIn(app, user);
    clock.pass(DAY_MS);
    const passkey = await addPasskey(app, await app.signIn(user), 'Spare key');
    await reset(app, user);
    expect(await statusOf(app, passkey)).toBe(401);
  });

  test('a reset by mail keeps what was added before the owner signed in from their own browser', async () => {
    const { app, clock, user } = await makeSite();
    const laptop = await signIn(app, user);
    clock.pass(DAY_MS);
    const phone = await addPasskey(app, await signIn(app, user), 'Phone');
    clock.pass(DAY_MS);
    await signIn(app, user, laptop);
    await reset(app, user);
    expect(await statusOf(app, phone)).toBe(200);
  });

  test('a reset by mail keeps what was added from a browser that has been in use for 30 days', async () => {
    const { app, clock, user } = await makeSite();
    await signIn(app, user);
    const phone = await signIn(app, user);
    clock.pass(30 * DAY_MS);
    const passkey = await addPasskey(app, await signIn(app, user, phone), 'Phone');
    await reset(app, user);
    expect(await statusOf(app, passkey)).toBe(200);
  });

  test('a reset by mail keeps what was added more than 30 days ago', async () => {
    const { app, clock, user } = await makeSite();
    await signIn(app, user);
    clock.pass(DAY_MS);
    const browser = await signIn(app, user);
    clock.pass(1000);
    const phone = await addPasskey(app, browser, 'Phone');
    clock.pass(31 * DAY_MS);
    await reset(app, user);
    expect(await statusOf(app, phone)).toBe(200);
  });

  test('a reset by mail works however often a thief signs in: their browsers only replace each other', async () => {
    const { app, clock, user } = await makeSite();
    await signIn(app, user);
    clock.pass(DAY_MS);
    const thief = await signIn(app, user);
    for (let n = 0; n < 49; n++) {
      clock.pass(1000);
      const { database, services } = app;
      await database.transaction((tx) => rememberDevice(tx, services, user.id, undefined));
    }
    expect(await listDevices(app.database.read, user.id, clock.now())).toHaveLength(50);
    const passkey = await addPasskey(app, await signIn(app, user, thief), 'Spare key');
    await reset(app, user);
    expect(await statusOf(app, passkey)).toBe(401);
  });

  test('a reset by mail keeps what the owner just turned on: access to the mailbox is not enough', async () => {
    const { app, clock, user } = await makeSite();
    await turnTotpOn(app, await signIn(app, user), clock);
    await reset(app, user);
    const answer = await enterPassword(app, user, { password: NEW });
    expect(answer.body.code).toBe('second_factor');
  });
});

describe('undoing a change of the email', () => {
  test('keeps what the owner added from their own browser since then', async () => {
    const { app, clock, user } = await makeSite();
    const laptop = await signIn(app, user);
    const token = await changeEmail(app, user, laptop);
    clock.pass(60_000);
    const passkey = await addPasskey(app, laptop, 'Laptop');
    await turnTotpOn(app, laptop, clock);
    clock.pass(DAY_MS);
    await undo(app, token);
    await reset(app, user);
    const thief = await enterPassword(app, user, { password: NEW });
    expect([thief.body.code, await statusOf(app, passkey)]).toEqual(['second_factor', 200]);
  });

  test('keeps an old passkey and recovery codes, and removes what a thief added', async () => {
    const { app, clock, user } = await makeSite(
      { role: 'administrator' },
      Date.now() - 33 * DAY_MS,
    );
    const laptop = await signIn(app, user);
    clock.pass(DAY_MS);
    const phone = await addPasskey(app, await signIn(app, user), 'Phone');
    clock.pass(31 * DAY_MS);
    const theirs = await addPasskey(app, await signIn(app, user), 'Spare key');
    const own = await signIn(app, user, laptop);
    const secret = await turnTotpOn(app, own, clock);
    const token = await changeEmail(app, user, own);
    clock.pass(60_000);
    const renew = { headers: { Cookie: own }, json: { code: codeOf(secret, clock) } };
    const { body } = await app.call('POST /api/auth/second-factor/recovery-codes', renew);
    await undo(app, token);
    expect([await statusOf(app, theirs), await statusOf(app, phone)]).toEqual([401, 200]);
    const restored = await findUserById(app.database.read, user.id);
    await reset(app, restored ?? user);
    const asked = await enterPassword(app, user, { password: NEW });
    expect((await enterCode(app, body.recoveryCodes[0], asked)).status).toBe(200);
  });
});

test('each change of how an account signs in is mailed to its owner', async () => {
  const { app, clock, user } = await makeSite();
  const headers = { Cookie: await signIn(app, user) };
  await addPasskey(app, headers.Cookie, 'Laptop');
  const secret = await turnTotpOn(app, headers.Cookie, clock);
  clock.pass(60_000);
  const renewed = { headers, json: { code: codeOf(secret, clock) } };
  const { body } = await app.call('POST /api/auth/second-factor/recovery-codes', renewed);
  const json = { code: body.recoveryCodes[0] };
  await app.call('DELETE /api/auth/second-factor/totp', { headers, json });
  const identity = { issuer: 'https://id.example.com', subject: '1' };
  await app.database.transaction((tx) => insertIdentity(tx, identity, user.id, clock.now()));
  for (const kind of ['passkeys', 'identities']) {
    const list = (await app.call(`GET /api/auth/${kind}`, { headers })).body[kind];
    await app.call(`DELETE /api/auth/${kind}/${list[0]._id}`, { headers });
  }
  expect(await queueOf(app)).toMatchObject([
    { kind: 'passkey-added', to: user.email, name: 'Laptop' },
    { kind: 'sign-in-change', to: user.email, change: 'two-step-on' },
    { kind: 'sign-in-change', to: user.email, change: 'recovery-codes' },
    { kind: 'sign-in-change', to: user.email, change: 'two-step-off' },
    { kind: 'sign-in-change', to: user.email, change: 'passkey-removed', name: 'Laptop' },
    { kind: 'sign-in-change', change: 'identity-unlinked', name: 'id.example.com' },
  ]);
});
