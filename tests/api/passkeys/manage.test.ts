import { expect, test } from 'vitest';
import { MAX_PASSKEYS } from '../../../api/contract/passkeys.ts';
import { insertIdentity } from '../../../db/queries/identities.ts';
import { makeAccount, SITE, testApp } from '../../support/app.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { addPasskey, signInWith } from './support.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('adding asks for a passkey that identifies its user and checks who uses it', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const passkey = await addPasskey({ app, user });
  const { status, body } = await app.call('POST /api/auth/passkeys/begin', { as: user });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    rp: { id: 'localhost', name: 'Inkwell' },
    user: { name: user.email, id: Buffer.from(user.id).toString('base64url') },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: passkey.id, type: 'public-key', transports: ['usb'] }],
  });
});

test('a passkey is named after its browser, and can be renamed', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const session = await app.signIn(user);
  const begun = await app.call('POST /api/auth/passkeys/begin', { headers: { Cookie: session } });
  const added = await app.call('POST /api/auth/passkeys', {
    json: { credential: createAuthenticator(SITE).create(begun.body) },
    headers: { Cookie: cookiesOf(session, begun), 'User-Agent': CHROME },
  });
  expect(added.body).toEqual({
    _id: expect.any(String),
    name: 'Chrome on Linux',
    isBackedUp: false,
    createdAt: expect.any(String),
    lastUsedAt: null,
  });
  const path = `/api/auth/passkeys/${added.body._id}`;
  const rename = (name: string, as = user) => app.call(`PUT ${path}`, { json: { name }, as });
  expect((await rename('  My laptop ')).body.name).toBe('My laptop');
  expect((await rename(' ')).body.message).toBe('Please enter a name.');
  expect((await rename('x'.repeat(51))).status).toBe(400);
  const stranger = await makeAccount(app.database);
  expect((await rename('Mine now', stranger)).status).toBe(404);
  expect((await app.call(`DELETE ${path}`, { as: stranger })).status).toBe(404);
});

test.each([
  ['from another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['without a check of the user', { isVerified: false }],
])('a new passkey %s is refused', async (_what, answer) => {
  const app = await testApp();
  const session = await app.signIn(await makeAccount(app.database));
  const begun = await app.call('POST /api/auth/passkeys/begin', { headers: { Cookie: session } });
  const { status, body } = await app.call('POST /api/auth/passkeys', {
    json: { credential: createAuthenticator(SITE).create(begun.body, answer) },
    headers: { Cookie: cookiesOf(session, begun) },
  });
  expect([status, body.message]).toEqual([
    400,
    "This passkey couldn't be verified. Please try again.",
  ]);
});

test('a challenge adds one passkey, to the account that asked for it', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const session = await app.signIn(user);
  const begun = await app.call('POST /api/auth/passkeys/begin', { headers: { Cookie: session } });
  const json = { credential: createAuthenticator(SITE).create(begun.body) };
  const add = (cookie: string) =>
    app.call('POST /api/auth/passkeys', { json, headers: { Cookie: cookiesOf(cookie, begun) } });
  const stranger = await app.signIn(await makeAccount(app.database));
  expect((await add(stranger)).status).toBe(400);
  expect((await add(session)).body.message).toBe(
    'Adding the passkey took too long. Please try again.',
  );
});

test('an authenticator is added once, for one account', async () => {
  const app = await testApp();
  const authenticator = createAuthenticator(SITE);
  await addPasskey({ app, user: await makeAccount(app.database) }, authenticator);
  const { answer } = await addPasskey(
    { app, user: await makeAccount(app.database) },
    authenticator,
  );
  expect([answer.status, answer.body.message]).toEqual([409, 'This passkey is already added.']);
});

test('an account has a limited number of passkeys', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  for (let n = 0; n < MAX_PASSKEYS; n++) {
    expect((await addPasskey({ app, user })).answer.status).toBe(201);
  }
  const { status } = await app.call('POST /api/auth/passkeys/begin', { as: user });
  expect(status).toBe(409);
});

test('the last way to sign in stays', async () => {
  const app = await testApp({
    env: { GOOGLE_CLIENT_ID: 'inkwell', GOOGLE_CLIENT_SECRET: 'secret' },
  });
  const user = await makeAccount(app.database, { passwordHash: null });
  await addPasskey({ app, user });
  const { body } = await app.call('GET /api/auth/passkeys', { as: user });
  const remove = () => app.call(`DELETE /api/auth/passkeys/${body.passkeys[0]._id}`, { as: user });
  expect((await remove()).status).toBe(409);
  const { body: after } = await app.call('GET /api/auth/passkeys', { as: user });
  expect(after.passkeys).toHaveLength(1);
  const identity = { issuer: 'https://accounts.google.com', subject: '1' };
  await app.database.transaction((tx) => insertIdentity(tx, identity, user.id, new Date()));
  expect((await remove()).status).toBe(200);
});

test('adding and removing are in the audit and security logs, and the owner gets a mail', async () => {
  const mail = { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'blog@example.com' };
  const app = await testApp({ env: mail });
  const administrator = await makeAccount(app.database, { role: 'administrator' });
  const user = await makeAccount(app.database);
  const { answer } = await addPasskey({ app, user, name: 'Key ring' });
  await app.call(`DELETE /api/auth/passkeys/${answer.body._id}`, { as: user });
  const { body } = await app.call('GET /api/audit?action=passkey.', { as: administrator });
  const entry = { actor: user.id, subject: user.id, details: { passkey: answer.body._id } };
  expect(body.entries).toMatchObject([
    { ...entry, action: 'passkey.remove' },
    { ...entry, action: 'passkey.add' },
  ]);
  const events = app.logged().map(({ event }) => event);
  expect(events).toContain('passkey.add');
  expect(events).toContain('passkey.remove');
  const { mail: table } = await import('../../../db/schema.ts');
  const queued = await app.database.read.select().from(table);
  expect(queued).toMatchObject([
    { kind: 'passkey-added', to: user.email },
    { kind: 'sign-in-change', to: user.email },
  ]);
  for (const { payload } of queued) expect(payload).toContain('Key ring');
});

test('a passkey makes its own session fresh again', async () => {
  let now = new Date();
  const app = await testApp({ services: { now: () => now } });
  const user = await makeAccount(app.database);
  const passkey = await addPasskey({ app, user });
  const stranger = await addPasskey({ app, user: await makeAccount(app.database) });
  const session = await app.signIn(user);
  now = new Date(now.getTime() + 31 * 60_000);
  const isFresh = async () =>
    (await app.call('POST /api/auth/passkeys/begin', { headers: { Cookie: session } })).status;
  expect(await isFresh()).toBe(403);

  const prove = async (by: typeof passkey, answer = {}) => {
    const headers = { Cookie: session };
    const begun = await app.call('POST /api/auth/passkeys/proof/begin', { headers });
    expect(begun.body.allowCredentials).toMatchObject([{ id: passkey.id }]);
    return await app.call('POST /api/auth/reauthenticate', {
      json: { passkey: by.get(begun.body, answer) },
      headers: { Cookie: cookiesOf(session, begun) },
    });
  };
  expect((await prove(stranger)).status).toBe(403);
  expect((await prove(passkey, { isVerified: false })).status).toBe(403);
  expect(await isFresh()).toBe(403);
  expect((await prove(passkey)).status).toBe(200);
  expect(await isFresh()).toBe(200);
});

test("a sign-in's challenge doesn't prove an identity, nor the other way round", async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const passkey = await addPasskey({ app, user });
  const session = await app.signIn(user);
  const begun = await app.call('POST /api/auth/passkeys/signin/begin');
  const renamed = cookiesOf(begun).replace('sign_in', 'proof');
  const { status } = await app.call('POST /api/auth/reauthenticate', {
    json: { passkey: passkey.get(begun.body) },
    headers: { Cookie: `${session}; ${renamed}` },
  });
  expect(status).toBe(403);
});

test('deleting the account removes its passkeys', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const passkey = await addPasskey({ app, user });
  await app.call(`DELETE /api/user/delete/${user.id}`, { as: user });
  expect((await signInWith(app, passkey)).body.message).toBe(
    "This passkey doesn't belong to an account here. It may have been removed.",
  );
});
