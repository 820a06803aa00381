import { describe, expect, test } from 'vitest';
import { cleanUpMail } from '../../../api/mail/cleanup.ts';
import { findUserByEmail } from '../../../db/queries/users.ts';
import { audit, sessions, signInLinks, users } from '../../../db/schema.ts';
import { makeAccount, PASSWORD } from '../../support/app.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { lastMail, mailApp, queueOf } from '../mail/support.ts';
import { addPasskey, signInWith } from '../passkeys/support.ts';
import { enterPassword, testClock } from '../second-factor/support.ts';
import { check, linkTo, proven, redeem, whoIs } from './email-link-support.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('a link to an account that never proved its email', () => {
  test('removes the password and sessions of the one who created it', async () => {
    const app = await mailApp();
    const json = { username: 'stranger-1', email: 'victim@example.com', password: PASSWORD };
    await app.call('POST /api/auth/signup', { json });
    const user = await findUserByEmail(app.database.read, json.email);
    if (!user) throw new Error('There is no account');
    const stranger = cookiesOf(await enterPassword(app, user));
    const passkey = await addPasskey({ app, user });
    const change = { email: 'stranger@example.com', currentPassword: PASSWORD };
    await app.call(`PUT /api/user/update/${user.id}`, { json: change, as: user });
    const proof = await lastMail(app, 'confirm-new-email');

    const token = await linkTo(app, json.email);
    expect((await check(app, token)).body.removesPassword).toBe(true);
    const { body } = await redeem(app, token);
    expect(body.user).toMatchObject({ _id: user.id, emailVerified: true, pendingEmail: null });
    expect(await whoIs(app, stranger)).toBeNull();
    expect((await enterPassword(app, user)).status).toBe(401);
    expect((await signInWith(app, passkey)).status).toBe(401);
    const late = await app.call('POST /api/auth/verify-email', { json: { token: proof.token } });
    expect(late.body.code).toBe('bad_token');
    const entries = await app.database.read.select().from(audit);
    const event = { action: 'user.password', subject: user.id, details: '{"by":"mail"}' };
    expect(entries).toContainEqual(expect.objectContaining(event));
  });

  test('leaves everything as it is while the account is suspended', async () => {
    const app = await mailApp();
    const until = new Date('2099-01-01T00:00:00Z');
    const user = await makeAccount(app.database, { suspendedUntil: until });
    const token = await linkTo(app, user.email);
    expect((await redeem(app, token)).body.code).toBe('suspended');
    const after = await findUserByEmail(app.database.read, user.email);
    expect(after).toMatchObject({ emailVerified: false, passwordHash: user.passwordHash });
  });
});

describe('a link to an address without an account', () => {
  test('creates an account without a password, with the name that was chosen', async () => {
    const app = await mailApp();
    const token = await linkTo(app, 'Ada.Lovelace+blog@example.com', { next: '/post/x' });
    const info = { email: 'ada.lovelace+blog@example.com', next: '/post/x' };
    expect((await check(app, token)).body).toEqual({ ...info, newUsername: 'ada.lovelace' });
    expect(await app.database.read.$count(users)).toBe(0);
    const answer = await redeem(app, token, 'Countess');
    expect(answer.body).toMatchObject({ next: '/post/x', user: { username: 'Countess' } });
    expect(answer.body.user).toMatchObject({ emailVerified: true, role: 'reader' });
    expect(await whoIs(app, cookiesOf(answer))).toBe(info.email);
    const user = await findUserByEmail(app.database.read, info.email);
    expect(user).toMatchObject({ passwordHash: null, id: answer.body.user._id });
    const events = app.logged().map((line) => line.event);
    expect(events).toContain('signup');
    // The mail proved the email: no other one asks for it, and none reports the first browser.
    expect((await queueOf(app)).map(({ kind }) => kind)).toEqual(['sign-in-link']);
    expect((await redeem(app, token, 'Another')).body.code).toBe('bad_token');
  });

  test('two redeems at once make one account and one session', async () => {
    const app = await mailApp();
    const token = await linkTo(app, 'ada@example.com');
    const names = ['ada', 'ada', 'ada-2', 'ada-3'];
    const answers = await Promise.all(names.map((name) => redeem(app, token, name)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await app.database.read.$count(users)).toBe(1);
    expect(await app.database.read.$count(sessions)).toBe(1);
  });

  test('a bad, reserved, missing or taken name uses nothing up', async () => {
    const app = await mailApp();
    await proven(app, { username: 'Taken' });
    const token = await linkTo(app, 'ada@example.com');
    const statuses: number[] = [];
    for (const name of [undefined, '', 'a', 'admin', 'tAKEN']) {
      const { status, body } = await redeem(app, token, name);
      expect(body.message).toMatch(/username/i);
      statuses.push(status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 409]);
    expect((await redeem(app, token, 'ada')).status).toBe(200);
  });

  test.each([
    ['taken@example.com', /^taken-2$/],
    ['info@example.com', /^reader-\w{6}$/],
    ['a@example.com', /^reader-\w{6}$/],
    ["o'brien@example.com", /^obrien$/],
    [`${'x'.repeat(60)}@example.com`, /^x{30}$/],
  ])('suggests a free name for %s', async (email, expected) => {
    const app = await mailApp();
    await proven(app, { username: 'Taken', email: 'other@example.com' });
    const { body } = await check(app, await linkTo(app, email));
    expect(body.newUsername).toMatch(expected);
    expect((await redeem(app, await linkTo(app, email), body.newUsername)).status).toBe(200);
  });

  test('signs in to the account that was created in the meantime', async () => {
    const app = await mailApp();
    const email = 'ada@example.com';
    const token = await linkTo(app, email);
    const user = await proven(app, { email });
    expect((await redeem(app, token, 'countess')).body.user._id).toBe(user.id);
  });

  test('new accounts of one client are limited, and the link stays usable', async () => {
    const clock = testClock();
    const limits = { signUp: { points: 1, duration: 60 } };
    const app = await mailApp({ limits, services: { now: clock.now } });
    const [first, second] = [
      await linkTo(app, 'a@example.com'),
      await linkTo(app, 'b@example.com'),
    ];
    expect((await redeem(app, first, 'first')).status).toBe(200);
    expect((await redeem(app, second, 'second')).status).toBe(429);
    clock.pass(61_000);
    expect((await redeem(app, second, 'second')).status).toBe(200);
  });

  test('creates none while a former owner can take the address back', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const line = `PUT /api/user/update/${user.id}`;
    await app.call(line, { json: { email: 'new@example.com' }, as: user });
    const { token: proof } = await lastMail(app, 'confirm-new-email');
    await app.call('POST /api/auth/verify-email', { json: { token: proof } });
    const token = await linkTo(app, user.email);
    for (const answer of [await check(app, token), await redeem(app, token, 'thief')]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toContain('can still take it back');
    }
    const { token: undo } = await lastMail(app, 'email-change');
    const undone = await app.call('POST /api/auth/undo-email-change', { json: { token: undo } });
    expect(undone.status).toBe(200);
    expect((await findUserByEmail(app.database.read, user.email))?.id).toBe(user.id);
  });

  test('a new email of an account that isn’t proven yet stays free for its owner', async () => {
    const app = await mailApp();
    const user = await proven(app);
    const email = 'wanted@example.com';
    await app.call(`PUT /api/user/update/${user.id}`, { json: { email }, as: user });
    const { token: proof } = await lastMail(app, 'confirm-new-email');
    expect((await redeem(app, await linkTo(app, email), 'ada')).status).toBe(200);
    const late = await app.call('POST /api/auth/verify-email', { json: { token: proof } });
    expect(late.status).toBe(409);
  });
});

test('links and their mail are deleted a week after they expire', async () => {
  const clock = testClock();
  const app = await mailApp({ services: { now: clock.now } });
  await linkTo(app, 'nobody@example.com');
  await cleanUpMail(app.services);
  // The mail still waits for the mail server.
  expect(await queueOf(app)).toHaveLength(1);
  clock.pass(8 * DAY_MS);
  await cleanUpMail(app.services);
  expect(await app.database.read.$count(signInLinks)).toBe(0);
  expect(await queueOf(app)).toEqual([]);
});
