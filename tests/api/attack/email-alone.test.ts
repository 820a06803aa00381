import { describe, expect, test } from 'vitest';
import { resetPassword as resetOnTerminal } from '../../../cli/accounts.ts';
import { listIdentities } from '../../../db/queries/identities.ts';
import { insertPasskey } from '../../../db/queries/passkeys.ts';
import { findUserById, type UserRow } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp } from '../../support/app.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { lastMail, MAIL, mailApp } from '../mail/support.ts';
import { addPasskey, signInWith } from '../passkeys/support.ts';
import { googleApp, person, TestBrowser } from '../providers/support.ts';
import { codeOf, enterCode, enterPassword, testClock, turnOn } from '../second-factor/support.ts';

// What an attacker can do with nothing but the mailbox of a staff member.

const NEW = 'only the thief knows this';
const MONTH_MS = 31 * 24 * 60 * 60_000;
const STAFF = ['author', 'editor', 'administrator'] as const;

/** Resets the password by mail, as anyone with the mailbox can. */
async function resetByMail(app: TestApp, { email }: UserRow, more: object = {}) {
  await app.call('POST /api/auth/forgot-password', { json: { email } });
  const { token } = await lastMail(app, 'reset-password');
  const json = { token, password: NEW, ...more };
  expect((await app.call('POST /api/auth/reset-password', { json })).status).toBe(200);
}

const unproven = (app: TestApp, role: UserRow['role']) =>
  makeAccount(app.database, { role, emailVerified: false });
const current = async (app: TestApp, { id }: UserRow) =>
  (await findUserById(app.database.read, id)) as UserRow;

describe('after a reset by mail', () => {
  test.each(STAFF)('the sign-in of an unproven %s still takes a code', async (role) => {
    const clock = testClock();
    const app = await mailApp({ services: { now: clock.now } });
    const user = await unproven(app, role);
    const { secret } = await turnOn(app, user, clock);
    await resetByMail(app, user);
    const asked = await enterPassword(app, user, { password: NEW });
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor']);
    expect((await enterCode(app, codeOf(secret, clock), asked)).status).toBe(200);
  });

  test.each(STAFF)(
    'an unproven %s needs their passkey until they choose a password',
    async (role) => {
      const app = await mailApp();
      const user = await unproven(app, role);
      const passkey = await addPasskey({ app, user });
      await resetByMail(app, user);
      const thief = await enterPassword(app, user, { password: NEW });
      expect([thief.status, thief.body.code]).toEqual([401, 'passkey_required']);
      expect(thief.headers.getSetCookie()).toEqual([]);
      const owner = await signInWith(app, passkey);
      expect(owner.status).toBe(200);
      // The owner's sign-in must not let in the thief, whose password it still is.
      expect((await enterPassword(app, user, { password: NEW })).body.code).toBe(
        'passkey_required',
      );
      const change = { json: { password: PASSWORD }, headers: { Cookie: cookiesOf('', owner) } };
      expect((await app.call(`PUT /api/user/update/${user.id}`, change)).status).toBe(200);
      expect((await enterPassword(app, user)).status).toBe(200);
    },
  );

  test('a proven administrator needs their passkey, too', async () => {
    const app = await mailApp();
    const user = await makeAccount(app.database, { role: 'administrator', emailVerified: true });
    await addPasskey({ app, user });
    await resetByMail(app, user);
    expect((await enterPassword(app, user, { password: NEW })).status).toBe(401);
  });

  test('no passkey is asked for where browsers offer none, such as at an IP address', async () => {
    const app = await mailApp({ env: { SITE_URL: 'http://192.0.2.7:4321' } });
    const user = await unproven(app, 'administrator');
    const values = { userId: user.id, credentialId: 'old', publicKey: '', createdAt: new Date() };
    const rest = { counter: 0, transports: '[]', name: 'Old name' };
    await app.database.transaction((tx) => insertPasskey(tx, { ...values, ...rest }));
    await resetByMail(app, user);
    expect((await enterPassword(app, user, { password: NEW })).status).toBe(200);
  });

  test('a password from the terminal signs in without the passkey', async () => {
    const app = await mailApp();
    const user = await unproven(app, 'administrator');
    const passkey = await addPasskey({ app, user });
    await resetByMail(app, user);
    await resetOnTerminal(app.services, user.email, PASSWORD);
    expect((await enterPassword(app, user)).status).toBe(200);
    expect((await signInWith(app, passkey)).status).toBe(200);
  });

  test('a promoted reader keeps their ways to sign in', async () => {
    const clock = testClock();
    const app = await mailApp({ services: { now: clock.now } });
    const administrator = await makeAccount(app.database, { role: 'administrator' });
    const user = await unproven(app, 'reader');
    await turnOn(app, user, clock);
    const json = { role: 'author' };
    const line = `PUT /api/user/role/${user.id}`;
    expect((await app.call(line, { json, as: administrator })).status).toBe(200);
    await resetByMail(app, user);
    expect((await enterPassword(app, user, { password: NEW })).body.code).toBe('second_factor');
  });

  test('a reader signs in with the new password alone, as before', async () => {
    const app = await mailApp();
    const user = await makeAccount(app.database, { emailVerified: true });
    await addPasskey({ app, user });
    await resetByMail(app, user);
    expect((await enterPassword(app, user, { password: NEW })).status).toBe(200);
  });
});

describe('with a provider that vouches for the email', () => {
  async function site(role: UserRow['role'], values: Partial<UserRow> = {}) {
    const app = await googleApp({ env: MAIL });
    const owner = person(app.provider, { hd: 'example.com' });
    const account = { role, email: owner.email ?? '', emailVerified: false, ...values };
    const user = await makeAccount(app.database, account);
    const linked = async () => (await listIdentities(app.database.read, user.id)).length;
    return { app, owner, user, linked, browser: new TestBrowser(app) };
  }

  test.each(STAFF)('an unproven %s enters the password once', async (role) => {
    const { app, owner, user, browser, linked } = await site(role);
    const cookie = await app.signIn(user);
    const asked = await browser.signIn(owner);
    expect([asked.status, asked.body.code]).toEqual([403, 'password_required']);
    expect(await linked()).toBe(0);
    const { body } = await app.call('GET /api/auth/session', { headers: { Cookie: cookie } });
    expect(body.user._id).toBe(user.id);
    expect((await enterPassword(app, user)).status).toBe(200);
    expect((await browser.redeem(owner.email, { password: PASSWORD })).status).toBe(200);
    expect(await linked()).toBe(1);
    const notice = { to: owner.email, change: 'identity-linked', name: 'Google' };
    expect(await lastMail(app, 'sign-in-change')).toMatchObject(notice);
  });

  test('an administrator who proved the email enters it, too', async () => {
    const { owner, browser } = await site('administrator', { emailVerified: true });
    expect((await browser.signIn(owner)).body.code).toBe('password_required');
  });

  test('nothing is linked before the second factor', async () => {
    const { app, owner, user, browser, linked } = await site('administrator');
    await turnOn(app, user, { now: app.services.now, pass: app.pass });
    await browser.signIn(owner);
    const refused = await browser.redeem(owner.email, { password: PASSWORD });
    expect([refused.status, await linked()]).toEqual([403, 0]);
    expect(refused.body.message).toContain('in your profile');
  });

  test('nothing is linked with a password from a mail to an account with a passkey', async () => {
    const { app, owner, user, browser, linked } = await site('administrator');
    await addPasskey({ app, user });
    await resetByMail(app, user);
    await browser.signIn(owner);
    const refused = await browser.redeem(owner.email, { password: NEW });
    expect([refused.status, await linked()]).toEqual([403, 0]);
  });

  test('an administrator without a password is told to sign in first', async () => {
    const { owner, browser, linked } = await site('administrator', { passwordHash: null });
    const refused = await browser.signIn(owner);
    expect([refused.status, refused.body.code]).toEqual([403, 'no_password']);
    expect(refused.body.message).toContain('in your profile');
    expect(await linked()).toBe(0);
  });
});

test('undoing a change of the email keeps what an unproven administrator had before', async () => {
  // Sessions use the real clock.
  const clock = testClock(Date.now() - MONTH_MS);
  const app = await mailApp({ services: { now: clock.now } });
  const user = await unproven(app, 'administrator');
  await turnOn(app, user, clock);
  clock.pass(MONTH_MS);
  const line = `PUT /api/user/update/${user.id}`;
  await app.call(line, { json: { email: 'next@example.com' }, as: user });
  const { token } = await lastMail(app, 'email-change');
  await app.call('POST /api/auth/undo-email-change', { json: { token } });
  await resetByMail(app, await current(app, user));
  expect((await enterPassword(app, user, { password: NEW })).body.code).toBe('second_factor');
});
