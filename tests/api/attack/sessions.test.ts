import { expect, test } from 'vitest';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';

const COOKIE = 'inkwell_session';
const idOf = (headers: Headers) =>
  /^[^=]+=([^;]+)/.exec(headers.get('Set-Cookie') ?? '')?.[1] ?? '';

async function who({ call }: TestApp, Cookie: string, more = {}): Promise<string | null> {
  const { body } = await call('GET /api/auth/session', { headers: { Cookie, ...more } });
  return body.user?.username ?? null;
}

test('a session id planted before the sign-in is useless afterwards', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const json = { email: user.email, password: PASSWORD };
  for (const planted of ['planted', 'a'.repeat(40), '0'.repeat(32), '']) {
    const headers = { Cookie: `${COOKIE}=${planted}` };
    const answer = await app.call('POST /api/auth/signin', { json, headers });
    const id = idOf(answer.headers);
    expect(id.length).toBeGreaterThanOrEqual(32);
    expect(id).not.toBe(planted);
    expect(await who(app, `${COOKIE}=${planted}`)).toBe(null);
    expect(await who(app, `${COOKIE}=${id}`)).toBe(user.username);
  }
});

test('the victim’s sign-in ends an attacker’s planted session', async () => {
  const app = await testApp();
  const attacker = await makeAccount(app.database);
  const victim = await makeAccount(app.database);
  const planted = await app.signIn(attacker);
  const json = { email: victim.email, password: PASSWORD };
  const answer = await app.call('POST /api/auth/signin', { json, headers: { Cookie: planted } });
  expect(answer.body.user._id).toBe(victim.id);
  expect(await who(app, planted)).toBe(null);
  // Two cookies with the same name, which another host of the same domain can set.
  const own = `${COOKIE}=${idOf(answer.headers)}`;
  const both = [`${own}; ${planted}`, `${planted}; ${own}`, `${own}; ${own}`];
  for (const cookies of both) expect([null, victim.username]).toContain(await who(app, cookies));
});

test('a session is read only from its cookie', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const cookie = await app.signIn(user);
  const id = cookie.split('=')[1] ?? '';
  const headers = {
    Authorization: `Bearer ${id}`,
    'X-Session': id,
    'X-User-Id': user.id,
    'X-Forwarded-User': user.username,
    'X-Original-URL': '/api/user/getusers',
    'X-HTTP-Method-Override': 'DELETE',
  };
  expect(await who(app, '', headers)).toBe(null);
  for (const name of ['session', COOKIE, 'sid', 'token', 'userId']) {
    const { body } = await app.call(`GET /api/auth/session?${name}=${id}`);
    expect(body.user).toBe(null);
  }
  for (const variant of [id.toUpperCase(), `${id} `, `${id}x`, id.slice(1), `"${id}"x`]) {
    if (variant === id) continue;
    expect([null]).toContain(await who(app, `${COOKIE.toUpperCase()}=${variant}`));
  }
});

test('a stolen cookie ends with a sign-out, a new password, or the account', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const [stolen, own] = [await app.signIn(user), await app.signIn(user)];
  await app.call('POST /api/user/signout', { headers: { Cookie: stolen } });
  expect([await who(app, stolen), await who(app, own)]).toEqual([null, user.username]);
  const again = await app.signIn(user);
  await app.call(`PUT /api/user/update/${user.id}`, {
    json: { password: 'another rather long pass phrase' },
    headers: { Cookie: own },
  });
  expect([await who(app, again), await who(app, own)]).toEqual([null, user.username]);
  await app.call(`DELETE /api/user/delete/${user.id}`, { headers: { Cookie: own } });
  expect(await who(app, own)).toBe(null);
});

test('session ids can’t be guessed: all differ, with at least 120 bits each', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const ids = await Promise.all(Array.from({ length: 200 }, () => app.signIn(user)));
  const values = ids.map((cookie) => cookie.split('=')[1] ?? '');
  expect(new Set(values).size).toBe(200);
  const alphabet = new Set(values.join('')).size;
  const shortest = Math.min(...values.map((value) => value.length));
  expect(shortest * Math.log2(alphabet)).toBeGreaterThan(120);
  // No position is the same in all of them.
  for (let i = 0; i < shortest; i++) {
    expect(new Set(values.map((value) => value[i])).size).toBeGreaterThan(1);
  }
});

test('responses don’t reveal what the caller can’t see', async () => {
  const app = await testApp();
  const known = await makeAccount(app.database);
  const other = await makeAccount(app.database);
  const answers = async (lines: [string, object?][], as = other) => {
    const said = [];
    for (const [line, json] of lines) {
      const { status, body } = await app.call(line, { json, as });
      said.push(JSON.stringify([status, body]));
    }
    return new Set(said).size;
  };
  // The response is the same, whether it exists or not.
  const signIn = (email: string) => ['POST /api/auth/signin', { email, password: 'wrong' }];
  expect(
    await answers([signIn(known.email), signIn('nobody@example.com')] as [string, object][]),
  ).toBe(1);
  const change = { username: 'taken-over' };
  expect(
    await answers([
      [`PUT /api/user/update/${known.id}`, change],
      ['PUT /api/user/update/nobody', change],
    ]),
  ).toBe(1);
  expect(
    await answers([[`DELETE /api/user/delete/${known.id}`], ['DELETE /api/user/delete/nobody']]),
  ).toBe(1);
  const google = (email: string) => ['POST /api/auth/google', { email }] as [string, object];
  expect(await answers([google(known.email), google('nobody@example.com')])).toBe(1);
  // Only owners and administrators see emails.
  const { body } = await app.call(`GET /api/user/${known.id}`, { as: other });
  expect(JSON.stringify(body)).not.toContain('@');
});
