import { join } from 'node:path';
import * as argon2 from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { engine } from '../../../db/engine.ts';
import { allRows } from '../../../db/queries/query.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { bytesOf, makeUser } from '../../support/database.ts';

// Passwords are hashed here at their real cost.
vi.setConfig({ testTimeout: 60_000 });

vi.mock('@node-rs/argon2', { spy: true });

const cookieOf = (headers: Headers) => headers.get('Set-Cookie')?.split(';')[0] ?? '';

describe('signing in', () => {
  test('returns the user and sets an HttpOnly, SameSite=Lax cookie for all paths and 30 days', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database, { username: 'Ada', email: 'ada@example.com' });
    const answer = await call('POST /api/auth/signin', {
      json: { email: ' ADA@example.com ', password: PASSWORD },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: expect.any(String),
      user: {
        _id: user.id,
        username: 'Ada',
        email: 'ada@example.com',
        profilePicture: user.profilePicture,
        isAdmin: false,
        role: 'reader',
        emailVerified: false,
        pendingEmail: null,
        suspendedUntil: null,
        bio: '',
        links: [],
        createdAt: user.createdAt.toISOString(),
      },
    });
    const cookie = answer.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/^inkwell_session=[a-z0-9]{40}; /);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) {
      expect(cookie.split('; ')).toContain(part);
    }
    expect(cookie).not.toContain('Secure');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const session = await call('GET /api/auth/session', {
      headers: { Cookie: cookieOf(answer.headers) },
    });
    expect(session.body).toEqual({ user: answer.body.user });
  });

  test('over https, the cookie is Secure and has the __Host- prefix', async () => {
    const { call, database } = await testApp({ env: { SITE_URL: 'https://blog.example.com' } });
    await makeAccount(database, { email: 'ada@example.com' });
    const { headers } = await call('POST /api/auth/signin', {
      json: { email: 'ada@example.com', password: PASSWORD },
    });
    expect(headers.get('Set-Cookie')).toMatch(/^__Host-inkwell_session=.*; Secure/);
    const session = await call('GET /api/auth/session', { headers: { Cookie: cookieOf(headers) } });
    expect(session.body.user.email).toBe('ada@example.com');
  });

  test.each([
    {},
    { email: 'ada@example.com' },
    { email: '  ', password: 'x' },
    { email: 'ada@example.com', password: '   ' },
    { email: null, password: null },
  ])('without email or password says so: %j', async (json) => {
    const { call } = await testApp();
    const answer = await call('POST /api/auth/signin', { json });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      statusCode: 400,
      message: 'Please fill all the required field.',
    });
  });

  test.each([
    ['a wrong password', 'ada@example.com', 'not the password'],
    ['a password with a space too many', 'ada@example.com', `${PASSWORD} `],
    ['an unknown email', 'eve@example.com', PASSWORD],
    ['an account that only signs in with Google', 'google@example.com', PASSWORD],
    ['an email that is none', "' or 1=1 --", PASSWORD],
  ])('%s gets the same 401', async (_what, email, password) => {
    const { call, database } = await testApp();
    await makeAccount(database, { email: 'ada@example.com' });
    await makeUser(database, { email: 'google@example.com', passwordHash: null });
    const answer = await call('POST /api/auth/signin', { json: { email, password } });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      success: false,
      statusCode: 401,
      message: 'Invalid email or password.',
    });
    expect(answer.headers.get('Set-Cookie')).toBeNull();
  });

  test('verifies a hash of the same cost for an unknown email as for a wrong password', async () => {
    const { call, database } = await testApp({
      limits: {
        signInAccountAddress: { points: 1000, duration: 60 },
        signInAddress: { points: 1000, duration: 60 },
      },
    });
    await makeAccount(database, { email: 'ada@example.com' });
    const times: Record<string, number[]> = { 'wrong password': [], 'unknown email': [] };
    const verify = vi.mocked(argon2.verify);
    for (let i = 0; i < 30; i++) {
      for (const [what, email] of [
        ['wrong password', 'ada@example.com'],
        ['unknown email', `eve${i}@example.com`],
      ] as const) {
        verify.mockClear();
        const start = performance.now();
        await call('POST /api/auth/signin', { json: { email, password: 'not the password' } });
        times[what]?.push(performance.now() - start);
        expect(verify).toHaveBeenCalledTimes(1);
        expect(verify.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      }
    }
    for (const [what, values] of Object.entries(times)) {
      values.sort((a, b) => a - b);
      const at = (share: number) =>
        `${values[Math.floor(share * (values.length - 1))]?.toFixed(1)} ms`;
      console.log(`${what}: p10 ${at(0.1)}, p50 ${at(0.5)}, p90 ${at(0.9)}`);
    }
  });

  test('starts a new session each time and ends the browser’s previous one', async () => {
    const { call, database } = await testApp();
    await makeAccount(database, { email: 'ada@example.com' });
    const json = { email: 'ada@example.com', password: PASSWORD };
    const chosen = 'inkwell_session=chosenbysomebodyelsechosenbysomebodyelse';
    const first = cookieOf(
      (await call('POST /api/auth/signin', { json, headers: { Cookie: chosen } })).headers,
    );
    expect(first).not.toBe(chosen);
    const second = cookieOf(
      (await call('POST /api/auth/signin', { json, headers: { Cookie: first } })).headers,
    );
    expect(second).not.toBe(first);
    const who = async (Cookie: string) =>
      (await call('GET /api/auth/session', { headers: { Cookie } })).body.user?.email ?? null;
    expect([await who(chosen), await who(first), await who(second)]).toEqual([
      null,
      null,
      'ada@example.com',
    ]);
  });

  test('a stolen copy of the database opens no session', async () => {
    const { call, database, signIn } = await testApp();
    const user = await makeAccount(database);
    const cookie = await signIn(user);
    const id = cookie.split('=')[1] ?? '';
    await database.transaction(async (tx) => void (await allRows(tx, sql`select 1`)));
    const files =
      engine === 'sqlite'
        ? ['blog.db', 'blog.db-wal'].map((name) =>
            bytesOf(join(database.folder, name)).toString('latin1'),
          )
        : [
            JSON.stringify([
              await allRows(database.read, sql`select * from users`),
              await allRows(database.read, sql`select * from sessions`),
            ]),
          ];
    expect(files.some((content) => content.includes(user.email))).toBe(true);
    expect(files.some((content) => content.includes(id))).toBe(false);
    const stored = await allRows<{ id_hash: string }>(
      database.read,
      sql`select id_hash from sessions`,
    );
    expect(stored).toHaveLength(1);
    for (const { id_hash } of stored) {
      const answer = await call('GET /api/auth/session', {
        headers: { Cookie: `inkwell_session=${id_hash}` },
      });
      expect(answer.body).toEqual({ user: null });
    }
  });

  test('no log line contains a password, a cookie or an email', async () => {
    const { call, database, logged } = await testApp();
    await makeAccount(database, { email: 'ada@example.com' });
    const answer = await call('POST /api/auth/signin?password=in-the-query', {
      json: { email: 'ada@example.com', password: PASSWORD },
    });
    const cookie = cookieOf(answer.headers);
    await call('GET /api/auth/session?token=secret', { headers: { Cookie: cookie } });
    const text = JSON.stringify(logged());
    for (const secret of [
      PASSWORD,
      cookie.split('=')[1] ?? '-',
      'in-the-query',
      'secret',
      'ada@',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(logged().at(-1)).toMatchObject({
      method: 'GET',
      path: '/api/auth/session',
      status: 200,
      userId: answer.body.user._id,
      requestId: expect.any(String),
    });
  });
});
