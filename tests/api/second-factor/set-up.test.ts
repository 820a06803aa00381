import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { insertIdentity } from '../../../db/queries/identities.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { cookiesOf } from '../../support/cookies.ts';
import { addPasskey } from '../passkeys/support.ts';
import { codeOf, enterCode, enterPassword, testClock, turnOn, wrongCode } from './support.ts';

async function makeSite(options: Parameters<typeof testApp>[0] = {}) {
  const clock = testClock();
  const app = await testApp({ ...options, services: { now: clock.now } });
  const user = await makeAccount(app.database);
  return { app, clock, user };
}

test('setting up gives a key, a QR code and, after a first code, ten recovery codes', async () => {
  const { app, clock, user } = await makeSite();
  const { secret, url, recoveryCodes, answer } = await turnOn(app, user, clock);
  expect(answer.status).toBe(201);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(URI.parse(url)).toMatchObject({
    issuer: 'Inkwell',
    label: user.email,
    digits: 6,
    period: 30,
  });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-z1-9]{4}-){5}[a-z1-9]{4}$/);
  const { body } = await app.call('GET /api/auth/second-factor', { as: user });
  expect(body).toEqual({ totp: true, recoveryCodes: 10, passkeys: 0, missing: false });
});

test('nothing is on until the first code was right', async () => {
  const { app, clock, user } = await makeSite();
  const begun = await app.call('POST /api/auth/second-factor/totp/begin', { as: user });
  const json = { code: wrongCode(begun.body.secret, clock) };
  const wrong = await app.call('POST /api/auth/second-factor/totp', { json, as: user });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'bad_code']);
  expect((await enterPassword(app, user)).status).toBe(200);
});

test('the code that turned it on can’t be used to sign in', async () => {
  const { app, clock, user } = await makeSite();
  const begun = await app.call('POST /api/auth/second-factor/totp/begin', { as: user });
  const json = { code: codeOf(begun.body.secret, clock) };
  await app.call('POST /api/auth/second-factor/totp', { json, as: user });
  const asked = await enterPassword(app, user);
  const headers = { Cookie: asked.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const { body } = await app.call('POST /api/auth/second-factor', { json, headers });
  expect(body.code).toBe('bad_code');
});

test('it is on once: a second set-up and a second confirmation are refused', async () => {
  const { app, clock, user } = await makeSite();
  const { secret } = await turnOn(app, user, clock);
  const begun = await app.call('POST /api/auth/second-factor/totp/begin', { as: user });
  const json = { code: codeOf(secret, clock) };
  const again = await app.call('POST /api/auth/second-factor/totp', { json, as: user });
  expect([begun.status, again.status]).toEqual([409, 409]);
});

const OFF = 'DELETE /api/auth/second-factor/totp';
const RENEW = 'POST /api/auth/second-factor/recovery-codes';
const ADD_PASSKEY = 'POST /api/auth/passkeys/begin';

test('new recovery codes replace the old ones; turning it off ends all of them', async () => {
  const { app, clock, user } = await makeSite();
  const { secret, recoveryCodes } = await turnOn(app, user, clock);
  const renewed = await app.call(RENEW, { json: { code: codeOf(secret, clock) }, as: user });
  expect(renewed.status).toBe(201);
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect(renewed.body.recoveryCodes).not.toContain(recoveryCodes[0]);
  const asked = await enterPassword(app, user);
  const headers = { Cookie: asked.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const json = { code: recoveryCodes[0] };
  expect((await app.call('POST /api/auth/second-factor', { json, headers })).status).toBe(401);

  const code = renewed.body.recoveryCodes[0];
  const off = await app.call(OFF, { json: { code }, as: user });
  expect(off.status).toBe(200);
  expect((await enterPassword(app, user)).status).toBe(200);
  const { body } = await app.call('GET /api/auth/second-factor', { as: user });
  expect(body).toMatchObject({ totp: false, recoveryCodes: 0 });
  const more = await app.call(RENEW, { as: user });
  expect(more.status).toBe(409);
});

test.each([OFF, RENEW, ADD_PASSKEY])('%s takes more than the password', async (line) => {
  const { app, clock, user } = await makeSite();
  const { secret } = await turnOn(app, user, clock);
  for (const json of [undefined, {}, { currentPassword: PASSWORD }]) {
    const { status, body } = await app.call(line, { json, as: user });
    expect([status, body.code]).toEqual([403, 'second_factor']);
  }
  const wrong = { currentPassword: PASSWORD, code: wrongCode(secret, clock) };
  const refused = await app.call(line, { json: wrong, as: user });
  expect([refused.status, refused.body.code]).toEqual([400, 'bad_code']);
  const code = codeOf(secret, clock);
  expect((await app.call(line, { json: { code }, as: user })).status).toBeLessThan(300);
});

test.each(['passkeys', 'identities'] as const)(
  'removing one of the %s takes more than the password',
  async (kind) => {
    const { app, clock, user } = await makeSite();
    await addPasskey({ app, user });
    const identity = { issuer: 'https://id.example.com', subject: '1' };
    await app.database.transaction((tx) => insertIdentity(tx, identity, user.id, clock.now()));
    const { secret } = await turnOn(app, user, clock);
    const { body } = await app.call(`GET /api/auth/${kind}`, { as: user });
    const remove = (json: object) =>
      app.call(`DELETE /api/auth/${kind}/${body[kind][0]._id}`, { json, as: user });
    const refused = await remove({ currentPassword: PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor']);
    expect((await remove({ code: codeOf(secret, clock) })).status).toBe(200);
  },
);

test.each([OFF, RENEW, ADD_PASSKEY])('%s takes a passkey instead of a code', async (line) => {
  const { app, clock, user } = await makeSite();
  const passkey = await addPasskey({ app, user });
  const stranger = await addPasskey({ app, user: await makeAccount(app.database) });
  await turnOn(app, user, clock);
  const session = await app.signIn(user);
  const prove = async (authenticator: typeof passkey) => {
    const headers = { Cookie: session };
    const begun = await app.call('POST /api/auth/passkeys/proof/begin', { headers });
    const json = { passkey: authenticator.get(begun.body) };
    return await app.call(line, { json, headers: { Cookie: cookiesOf(session, begun) } });
  };
  expect((await prove(stranger)).status).toBe(403);
  expect((await prove(passkey)).status).toBeLessThan(300);
});

test('an old session is asked for the password before the code is used up', async () => {
  const { app, clock, user } = await makeSite();
  const { secret } = await turnOn(app, user, clock);
  const headers = { Cookie: await app.signIn(user) };
  clock.pass(31 * 60_000);
  const json = { code: codeOf(secret, clock) };
  expect((await app.call(OFF, { json, headers })).body.code).toBe('reauthenticate');
  await app.call('POST /api/auth/reauthenticate', { json: { password: PASSWORD }, headers });
  expect((await app.call(OFF, { json, headers })).status).toBe(200);
});

test('someone with a stolen session can try ten codes, and the owner can still sign in', async () => {
  const { app, clock, user } = await makeSite();
  const { secret } = await turnOn(app, user, clock);
  const json = { code: wrongCode(secret, clock) };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await app.call(OFF, { json, as: user })).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  const asked = await enterPassword(app, user);
  expect((await enterCode(app, codeOf(secret, clock), asked)).status).toBe(200);
});

test.each([
  'POST /api/auth/second-factor/totp/begin',
  'POST /api/auth/second-factor/totp',
  'DELETE /api/auth/second-factor/totp',
  'POST /api/auth/second-factor/recovery-codes',
  'POST /api/auth/passkeys/begin',
  'DELETE /api/auth/passkeys/x',
])('%s needs a fresh session', async (line) => {
  const { app, clock, user } = await makeSite();
  const Cookie = await app.signIn(user);
  clock.pass(31 * 60_000);
  const json = line.endsWith('/totp') && line.startsWith('POST') ? { code: '123456' } : undefined;
  const { status, body } = await app.call(line, { json, headers: { Cookie } });
  expect([status, body.code]).toEqual([403, 'reauthenticate']);
});

test('each change is in the audit log, without secrets', async () => {
  const { app, clock, user } = await makeSite();
  const administrator = await makeAccount(app.database, { role: 'administrator' });
  const { secret, recoveryCodes } = await turnOn(app, user, clock);
  await app.call(RENEW, { json: { code: recoveryCodes[0] }, as: user });
  await app.call(OFF, { json: { code: codeOf(secret, clock) }, as: user });
  const { body } = await app.call('GET /api/audit?action=user.second-factor', {
    as: administrator,
  });
  expect(body.entries.map((entry: { details: object }) => entry.details)).toEqual([
    { change: 'off' },
    { change: 'recovery-codes' },
    { change: 'on' },
  ]);
  for (const word of [secret, ...recoveryCodes]) expect(JSON.stringify(body)).not.toContain(word);
});

test('the database has no recovery code in clear', async () => {
  const { app, clock, user } = await makeSite();
  const { recoveryCodes } = await turnOn(app, user, clock);
  const { recoveryCodes: table } = await import('../../../db/schema.ts');
  const rows = JSON.stringify(await app.database.read.select().from(table));
  for (const code of recoveryCodes) {
    expect(rows).not.toContain(code);
    expect(rows).not.toContain(code.replaceAll('-', ''));
  }
});

test('with requireSecondFactor, administrators without one can only set one up', async () => {
  const { app, clock } = await makeSite();
  const secured = await makeAccount(app.database, { role: 'administrator' });
  const bare = await makeAccount(app.database, { role: 'administrator' });
  const json = { requireSecondFactor: true };

  const refused = await app.call('PUT /api/settings', { json, as: bare });
  expect(refused.status).toBe(409);
  await turnOn(app, secured, clock);
  expect((await app.call('PUT /api/settings', { json, as: secured })).status).toBe(200);

  const status = await app.call('GET /api/auth/second-factor', { as: bare });
  expect(status.body.missing).toBe(true);
  const post = { title: 'Title', category: 'javascript', content: '<p>Text</p>' };
  for (const [line, options] of [
    ['GET /api/user/getusers', {}],
    ['GET /api/audit', {}],
    ['PUT /api/settings', { json: { requireSecondFactor: false } }],
    ['POST /api/post/create', { json: post }],
  ] as const) {
    const { status: code, body } = await app.call(line, { ...options, as: bare });
    expect([line, code, body.code]).toEqual([line, 403, 'second_factor_required']);
    const other = await app.call(line, { ...options, as: secured });
    expect([line, other.status]).not.toEqual([line, 403]);
    // The settings were just changed: change them back.
    await app.call('PUT /api/settings', { json, as: secured });
  }
  // What every member may do, they may do.
  const update = { json: { username: 'renamed-admin' }, as: bare };
  expect((await app.call(`PUT /api/user/update/${bare.id}`, update)).status).toBe(200);
  expect((await addPasskey({ app, user: bare })).answer.status).toBe(201);
  expect((await app.call('GET /api/user/getusers', { as: bare })).status).toBe(200);
});
