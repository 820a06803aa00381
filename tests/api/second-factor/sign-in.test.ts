import { expect, test } from 'vitest';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { addPasskey, signInWith } from '../passkeys/support.ts';
import { codeOf, enterCode, enterPassword, testClock, turnOn, wrongCode } from './support.ts';

const EXPIRED = 'Your sign-in took too long. Please sign in again.';
const MINUTE_MS = 60_000;

async function makeSite(options: Parameters<typeof testApp>[0] = {}) {
  const clock = testClock();
  const app = await testApp({ ...options, services: { now: clock.now } });
  const user = await makeAccount(app.database);
  const { secret, recoveryCodes } = await turnOn(app, user, clock);
  return { app, clock, user, secret, recoveryCodes };
}

test('the password alone starts no session; the code does', async () => {
  const { app, clock, user, secret } = await makeSite();
  const asked = await enterPassword(app, user);
  expect(asked.status).toBe(401);
  expect(asked.body).toEqual({
    success: false,
    statusCode: 401,
    message: 'Please enter the code from your authenticator app.',
    code: 'second_factor',
  });
  const cookies = asked.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(
    /^inkwell_second_factor=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict/,
  );

  const done = await enterCode(app, codeOf(secret, clock), asked);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(done.body).toMatchObject({ success: true, user: { _id: user.id, email: user.email } });
  const headers = { Cookie: cookiesOf(done) };
  const { body } = await app.call('GET /api/auth/session', { headers });
  expect(body.user._id).toBe(user.id);
});

test('a wrong password gets the same answer as for any account', async () => {
  const { app, user } = await makeSite();
  const { status, body, headers } = await enterPassword(app, user, { password: 'not this one' });
  expect([status, body.message]).toEqual([401, 'Invalid email or password.']);
  expect(body.code).toBeUndefined();
  expect(headers.getSetCookie()).toEqual([]);
});

test('an account without a second factor signs in as before', async () => {
  const { app } = await makeSite();
  const other = await makeAccount(app.database);
  const { status, body } = await enterPassword(app, other);
  expect([status, body.message]).toEqual([200, 'You are signed in.']);
});

test('a code works once, for this sign-in and the next', async () => {
  const { app, clock, user, secret } = await makeSite();
  const code = codeOf(secret, clock);
  const first = await enterPassword(app, user);
  expect((await enterCode(app, code, first)).status).toBe(200);
  const replayed = await enterCode(app, code, first);
  expect([replayed.status, replayed.body.code]).toEqual([401, 'sign_in_expired']);
  const second = await enterCode(app, code, await enterPassword(app, user));
  expect([second.status, second.body.code]).toEqual([401, 'bad_code']);
  expect(second.body.message).toBe('This code was used before. Please wait for the next one.');
});

test('of two simultaneous answers with one code, one signs in', async () => {
  const { app, clock, user, secret } = await makeSite();
  const [a, b] = [await enterPassword(app, user), await enterPassword(app, user)];
  const code = codeOf(secret, clock);
  const answers = await Promise.all([enterCode(app, code, a), enterCode(app, code, b)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('codes of the neighboring half minutes work, older and later ones do not', async () => {
  const { app, clock, user, secret } = await makeSite();
  const at = (ms: number) => codeOf(secret, { now: () => new Date(clock.now().getTime() + ms) });
  for (const ms of [-60_000, 90_000]) {
    const { body } = await enterCode(app, at(ms), await enterPassword(app, user));
    expect(body.code).toBe('bad_code');
  }
  expect((await enterCode(app, at(-30_000), await enterPassword(app, user))).status).toBe(200);
  expect((await enterCode(app, at(30_000), await enterPassword(app, user))).status).toBe(200);
});

test('a recovery code signs in once, in any writing', async () => {
  const { app, user, recoveryCodes } = await makeSite();
  const [code = ''] = recoveryCodes;
  const written = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
  expect((await enterCode(app, written, await enterPassword(app, user))).status).toBe(200);
  const again = await enterCode(app, code, await enterPassword(app, user));
  expect([again.status, again.body.message]).toEqual([
    401,
    'This code is wrong. Please try again.',
  ]);
  const { body } = await app.call('GET /api/auth/second-factor', { as: user });
  expect(body).toMatchObject({ totp: true, recoveryCodes: 9 });
});

test("a recovery code of another account doesn't work", async () => {
  const { app, clock, recoveryCodes } = await makeSite();
  const other = await makeAccount(app.database);
  await turnOn(app, other, clock);
  const { status } = await enterCode(app, recoveryCodes[0] ?? '', await enterPassword(app, other));
  expect(status).toBe(401);
});

test('the answer is worth nothing without its cookie, and after five minutes', async () => {
  const { app, clock, user, secret } = await makeSite();
  const asked = await enterPassword(app, user);
  for (const cookie of ['', 'inkwell_second_factor=x', `inkwell_second_factor=${'a'.repeat(43)}`]) {
    const { status, body } = await enterCode(app, codeOf(secret, clock), cookie);
    expect([status, body.message]).toEqual([401, EXPIRED]);
  }
  clock.pass(5 * MINUTE_MS);
  const late = await enterCode(app, codeOf(secret, clock), asked);
  expect([late.status, late.body.message]).toEqual([401, EXPIRED]);
});

test('after five wrong codes, the password is needed again', async () => {
  const { app, clock, user, secret } = await makeSite();
  const asked = await enterPassword(app, user);
  const codes: string[] = [];
  for (let guess = 0; guess < 5; guess++) {
    codes.push((await enterCode(app, wrongCode(secret, clock), asked)).body.code);
  }
  expect(codes).toEqual(['bad_code', 'bad_code', 'bad_code', 'bad_code', 'sign_in_expired']);
  expect((await enterCode(app, codeOf(secret, clock), asked)).status).toBe(401);
});

test('guesses are limited per account, and a browser that signed in before stays free', async () => {
  const { app, clock, user, secret } = await makeSite();
  const known = await enterCode(app, codeOf(secret, clock), await enterPassword(app, user));
  clock.pass(MINUTE_MS);
  const statuses: number[] = [];
  for (let sign = 0; sign < 4; sign++) {
    const asked = await enterPassword(app, user);
    for (let guess = 0; guess < 3; guess++) {
      statuses.push((await enterCode(app, wrongCode(secret, clock), asked)).status);
    }
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  // Not even the right code, from a stranger's browser.
  const stranger = await enterCode(app, codeOf(secret, clock), await enterPassword(app, user));
  expect(stranger.status).toBe(429);
  expect(Number(stranger.headers.get('Retry-After'))).toBeGreaterThan(60);

  const asked = await enterPassword(app, user, { cookie: cookiesOf(known) });
  const owner = await enterCode(app, codeOf(secret, clock), known, asked);
  expect(owner.status).toBe(200);
});

test('guesses are limited per day, too', async () => {
  const { app, clock, user, secret } = await makeSite({
    limits: { secondFactorDay: { points: 3, duration: 86_400 } },
  });
  for (let guess = 0; guess < 3; guess++) {
    await enterCode(app, wrongCode(secret, clock), await enterPassword(app, user));
    clock.pass(60 * MINUTE_MS);
  }
  const { status } = await enterCode(app, codeOf(secret, clock), await enterPassword(app, user));
  expect(status).toBe(429);
});

test('a new password ends sign-ins that wait for a code', async () => {
  const { app, clock, user, secret } = await makeSite();
  const asked = await enterPassword(app, user);
  const json = { password: 'an entirely different one' };
  expect((await app.call(`PUT /api/user/update/${user.id}`, { json, as: user })).status).toBe(200);
  const { body } = await enterCode(app, codeOf(secret, clock), asked);
  expect(body.code).toBe('sign_in_expired');
});

test('a suspended account stays out after the code', async () => {
  const { app, clock, user, secret } = await makeSite();
  const administrator = await makeAccount(app.database, { role: 'administrator' });
  const until = new Date(clock.now().getTime() + 60 * MINUTE_MS).toISOString();
  const json = { until, reason: '' };
  await app.call(`PUT /api/user/suspend/${user.id}`, { json, as: administrator });
  const asked = await enterPassword(app, user);
  const { status, body } = await enterCode(app, codeOf(secret, clock), asked);
  expect([status, body.code]).toEqual([403, 'suspended']);
});

test('a passkey signs in without a code', async () => {
  const { app, user, secret, clock } = await makeSite();
  const code = codeOf(secret, clock);
  const { status } = await signInWith(app, await addPasskey({ app, user, code }));
  expect(status).toBe(200);
});

test('confirming the identity in a session takes the password alone', async () => {
  const { app, user } = await makeSite();
  const json = { password: PASSWORD };
  const { status } = await app.call('POST /api/auth/reauthenticate', { json, as: user });
  expect(status).toBe(200);
});

test('neither codes nor secrets are logged', async () => {
  const { app, clock, user, secret, recoveryCodes } = await makeSite();
  const asked = await enterPassword(app, user);
  const code = codeOf(secret, clock);
  await enterCode(app, wrongCode(secret, clock), asked);
  await enterCode(app, code, asked);
  const text = JSON.stringify(app.logged());
  for (const word of [secret, code, ...recoveryCodes]) expect(text).not.toContain(word);
  const events = app.logged().map(({ event }) => event);
  expect(events).toContain('signin.failure');
  expect(events).toContain('signin.success');
});
