import { expect, test } from 'vitest';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';

const NEW_PASSWORD = 'another long pass phrase';
const WRONG = 'typed into the wrong field';

const securityLog = ({ logged }: TestApp) =>
  logged()
    .filter((line) => 'event' in line)
    .map(({ time, msg, requestId, ...line }) => {
      expect([msg, requestId]).toEqual(['security', expect.any(String)]);
      return line;
    });

/** Triggers every event of the log. Returns the secrets that it used. */
async function everything(app: TestApp): Promise<{ userId: string; secrets: string[] }> {
  const { call } = app;
  const from = '2001:db8:1:2::3';
  const email = 'ada@example.com';
  const account = { username: 'ada', email, password: PASSWORD };
  await call('POST /api/auth/signup', { json: account, from });
  await call('POST /api/auth/signin', { json: { email, password: WRONG }, from });
  await call('POST /api/auth/signin', { json: { email: `${WRONG}@x`, password: WRONG }, from });
  const entered = await call('POST /api/auth/signin', { json: account, from });
  const cookies = entered.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const headers = { Cookie: cookies.join('; ') };
  const userId = entered.body.user._id;
  await call('POST /api/auth/reauthenticate', { json: { password: WRONG }, headers, from });
  await call('POST /api/auth/reauthenticate', { json: { password: PASSWORD }, headers, from });
  const json = { username: 'grace', email: 'grace@example.com', password: NEW_PASSWORD };
  await call(`PUT /api/user/update/${userId}`, { json, headers, from });
  await call(`PUT /api/user/update/${userId}`, { json: { username: 'grace' }, headers, from });
  await call('POST /api/user/signout', { headers, from });
  const again = await call('POST /api/auth/signin', {
    json: { email: json.email, password: NEW_PASSWORD },
    headers,
    from,
  });
  const Cookie = again.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await call(`DELETE /api/user/delete/${userId}`, { headers: { Cookie }, from });
  const ids = [...cookies, Cookie].map((cookie) => cookie.split('=')[1] ?? '');
  return { userId, secrets: [...ids, email, json.email, PASSWORD, NEW_PASSWORD, WRONG] };
}

test('each security event is one line with its name, the address and the account', async () => {
  const app = await testApp();
  const { userId } = await everything(app);
  const info = { level: 30, address: '2001:db8:1:2::/64', userId };
  const warning = { ...info, level: 40 };
  expect(securityLog(app)).toEqual([
    { ...info, event: 'signup' },
    { ...warning, event: 'signin.failure' },
    { level: 40, address: info.address, event: 'signin.failure' },
    { ...info, event: 'signin.success' },
    { ...warning, event: 'reauthenticate.failure' },
    { ...info, event: 'reauthenticate.success' },
    { ...info, event: 'user.username' },
    { ...info, event: 'user.email' },
    { ...info, event: 'user.password' },
    { ...info, event: 'session.end' },
    { ...info, event: 'signin.success' },
    { ...info, event: 'user.delete' },
  ]);
});

test('no line contains a password, a cookie, an email, or input for them', async () => {
  const app = await testApp();
  const { secrets } = await everything(app);
  const text = JSON.stringify(app.logged());
  expect(secrets).toHaveLength(8);
  for (const secret of secrets) {
    expect(secret).not.toBe('');
    expect(text).not.toContain(secret);
  }
});

test('a rate limit that was hit is logged with the path and the signed-in account', async () => {
  const app = await testApp({ limits: { emailTaken: { points: 1, duration: 60 } } });
  const user = await makeAccount(app.database);
  const { email } = await makeAccount(app.database);
  const path = `/api/user/update/${user.id}`;
  for (let n = 0; n < 2; n++) await app.call(`PUT ${path}`, { as: user, json: { email } });
  expect(securityLog(app)).toEqual([
    { level: 40, event: 'rate-limit', address: '192.0.2.1', userId: user.id, path },
  ]);
});

test('deleting another account is logged with both accounts', async () => {
  const app = await testApp();
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const user = await makeAccount(app.database);
  await app.call(`DELETE /api/user/delete/${user.id}`, { as: admin });
  expect(securityLog(app)).toEqual([
    {
      level: 30,
      event: 'user.delete',
      address: '192.0.2.1',
      userId: user.id,
      actorId: admin.id,
    },
  ]);
});
