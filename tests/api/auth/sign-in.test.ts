import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { engine } from '../../../db/engine.ts';
import { allRows } from '../../../db/queries/query.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { bytesOf, makeUser } from '../../support/database.ts';

const cookieOf = (headers: Headers) => headers.get('Set-Cookie')?.split(';')[0] ?? '';

describe('signing in', () => {
  test('signing in returns the user and sets an HttpOnly, SameSite=Lax cookie for all paths and 30 days', async () => {
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

  test('signing in does as much work for an unknown email as for a wrong password', async () => {
    const unlimited = { points: 1000, duration: 60 };
    const { call, database } = await testApp({
      limits: { signInAccountAddress: unlimited, signInAddress: unlimited },
    });
    await makeAccount(database, { email: 'ada@example.com' });
    /** Returns CPU time, which doesn't depend on other programs. */
    const work = async (email: string) => {
      const before = process.cpuUsage();
      const json = { email, password: 'not the password' };
      expect((await call('POST /api/auth/signin', { json })).status).toBe(401);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const ratios: number[] = [];
    for (let n = 0; n < 11; n++) {
      const wrong = await work('ada@example.com');
      ratios.push((await work(`eve${n}@example.com`)) / wrong);
    }
    // The median: garbage collection counts, too. Looking for the account alone takes a twentieth.
    const median = ratios.toSorted((a, b) => a - b)[5];
    expect(median).toBeGreaterThan(0.5);
    expect(median).toBeLessThan(2);
  });

  test('signing in starts a new session each time and ends the browser’s previous one', async () => {
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
