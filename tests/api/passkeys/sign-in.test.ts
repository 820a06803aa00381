import { expect, test } from 'vitest';
import { makeAccount, SITE, testApp } from '../../support/app.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { addPasskey, signInWith } from './support.ts';

const INVALID =
  "This passkey couldn't be verified. Please try again, or sign in with your password.";
const EXPIRED = 'This sign-in took too long. Please try again.';

test('a passkey alone signs in to its account', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const passkey = await addPasskey({ app, user });
  expect(passkey.answer.status).toBe(201);

  const answer = await signInWith(app, passkey);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body).toMatchObject({ success: true, user: { _id: user.id, email: user.email } });
  const session = await app.call('GET /api/auth/session', {
    headers: { Cookie: cookiesOf(answer) },
  });
  expect(session.body.user._id).toBe(user.id);
  const { body } = await app.call('GET /api/auth/passkeys', { as: user });
  expect(body.passkeys).toEqual([
    expect.objectContaining({ name: 'Passkey', lastUsedAt: expect.any(String) }),
  ]);
});

test('it asks every browser for a user check and for any passkey of this site', async () => {
  const app = await testApp();
  const { body, headers } = await app.call('POST /api/auth/passkeys/signin/begin');
  expect(body).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(body.allowCredentials ?? []).toEqual([]);
  const [cookie] = headers.getSetCookie();
  expect(cookie).toMatch(
    /^inkwell_passkey_sign_in=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict/,
  );
});

test.each([
  ['signed on another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['without a check of the user', { isVerified: false }],
  ['for another account', { userHandle: Buffer.from('someone').toString('base64url') }],
])('an answer %s is refused', async (_what, answer) => {
  const app = await testApp();
  const passkey = await addPasskey({ app, user: await makeAccount(app.database) });
  const { status, body } = await signInWith(app, passkey, answer);
  expect(status).toBe(401);
  expect(body.message).toBe(INVALID);
});

test('an unknown passkey is refused', async () => {
  const app = await testApp();
  const { status, body } = await signInWith(app, createAuthenticator(SITE));
  expect(status).toBe(401);
  expect(body.message).toBe(
    "This passkey doesn't belong to an account here. It may have been removed.",
  );
});

test('a signature of another key is refused', async () => {
  const app = await testApp();
  const passkey = await addPasskey({ app, user: await makeAccount(app.database) });
  const begun = await app.call('POST /api/auth/passkeys/signin/begin');
  const forged = {
    ...createAuthenticator(SITE).get(begun.body),
    id: passkey.id,
    rawId: passkey.id,
  };
  const { status } = await app.call('POST /api/auth/passkeys/signin', {
    json: { credential: forged },
    headers: { Cookie: cookiesOf(begun) },
  });
  expect(status).toBe(401);
});

test('a challenge works once, in its own browser, for five minutes', async () => {
  let now = new Date();
  const app = await testApp({ services: { now: () => now } });
  const passkey = await addPasskey({ app, user: await makeAccount(app.database) });
  const begun = await app.call('POST /api/auth/passkeys/signin/begin');
  const json = { credential: passkey.get(begun.body) };
  const finish = (Cookie: string) =>
    app.call('POST /api/auth/passkeys/signin', { json, headers: { Cookie } });

  expect((await finish('')).body.message).toBe(EXPIRED);
  expect((await finish(cookiesOf(begun))).status).toBe(200);
  const again = await finish(cookiesOf(begun));
  expect([again.status, again.body.message]).toEqual([401, EXPIRED]);

  const late = await app.call('POST /api/auth/passkeys/signin/begin');
  now = new Date(now.getTime() + 5 * 60_000);
  const answer = await app.call('POST /api/auth/passkeys/signin', {
    json: { credential: passkey.get(late.body) },
    headers: { Cookie: cookiesOf(late) },
  });
  expect(answer.body.message).toBe(EXPIRED);
});

test('a failed answer uses up the challenge', async () => {
  const app = await testApp();
  const passkey = await addPasskey({ app, user: await makeAccount(app.database) });
  const begun = await app.call('POST /api/auth/passkeys/signin/begin');
  const send = (credential: unknown) =>
    app.call('POST /api/auth/passkeys/signin', {
      json: { credential },
      headers: { Cookie: cookiesOf(begun) },
    });
  expect((await send(passkey.get(begun.body, { isVerified: false }))).status).toBe(401);
  expect((await send(passkey.get(begun.body))).body.message).toBe(EXPIRED);
});

test('a counter that does not grow is refused: the passkey may be a copy', async () => {
  const app = await testApp();
  const passkey = await addPasskey({ app, user: await makeAccount(app.database) });
  expect((await signInWith(app, passkey, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0]) {
    expect((await signInWith(app, passkey, { counter })).body.message).toBe(INVALID);
  }
  expect((await signInWith(app, passkey, { counter: 8 })).status).toBe(200);
});

test('of two simultaneous answers with one counter, one signs in', async () => {
  const app = await testApp();
  const passkey = await addPasskey({ app, user: await makeAccount(app.database) });
  const answers = await Promise.all([
    signInWith(app, passkey, { counter: 1 }),
    signInWith(app, passkey, { counter: 1 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a suspended account stays out, and a removed passkey too', async () => {
  const app = await testApp();
  const administrator = await makeAccount(app.database, { role: 'administrator' });
  const user = await makeAccount(app.database);
  const passkey = await addPasskey({ app, user });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const suspend = (json: object) =>
    app.call(`PUT /api/user/suspend/${user.id}`, { json, as: administrator });
  await suspend({ until, reason: 'Spam' });
  const refused = await signInWith(app, passkey);
  expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
  await suspend({ until: null });

  const { body } = await app.call('GET /api/auth/passkeys', { as: user });
  const removed = await app.call(`DELETE /api/auth/passkeys/${body.passkeys[0]._id}`, { as: user });
  expect(removed.status).toBe(200);
  expect((await signInWith(app, passkey)).status).toBe(401);
});

test('malformed answers get 400', async () => {
  const app = await testApp();
  const passkey = createAuthenticator(SITE);
  const credential = passkey.get({ challenge: 'x' });
  for (const bad of [
    undefined,
    'text',
    { ...credential, id: '' },
    { ...credential, type: 'password' },
    { ...credential, response: { ...credential.response, signature: '<>' } },
  ]) {
    const { status } = await app.call('POST /api/auth/passkeys/signin', {
      json: { credential: bad },
    });
    expect(status, JSON.stringify(bad)).toBe(400);
  }
});

test('challenges are limited per address', async () => {
  const app = await testApp({ limits: { passkey: { points: 2, duration: 60 } } });
  const begin = () => app.call('POST /api/auth/passkeys/signin/begin');
  expect([(await begin()).status, (await begin()).status, (await begin()).status]).toEqual([
    200, 200, 429,
  ]);
});

test.each(['http://192.0.2.7:4321', 'http://[::1]:4321', 'http://blog.example.com'])(
  'at %s, browsers offer no passkeys, and the calls answer 404',
  async (siteUrl) => {
    const app = await testApp({ env: { SITE_URL: siteUrl } });
    const { status } = await app.call('POST /api/auth/passkeys/signin/begin');
    expect(status).toBe(404);
  },
);
