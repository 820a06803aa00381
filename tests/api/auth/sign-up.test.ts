import { describe, expect, test } from 'vitest';
import { findUserByEmail } from '../../../db/queries/users.ts';
import { makeAccount, testApp } from '../../support/app.ts';

// Passwords are hashed here at their real cost.

const ADA = { username: 'Ada', email: 'ada@example.com', password: 'a rather long pass phrase' };

describe('signing up', () => {
  test('signing up creates an account that can sign in, and starts no session', async () => {
    const { call, database } = await testApp();
    const answer = await call('POST /api/auth/signup', {
      json: { username: '  Ada ', email: ' ADA@Example.com ', password: ADA.password },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ success: true, message: expect.any(String) });
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    const row = await findUserByEmail(database.read, 'ada@example.com');
    expect(row).toMatchObject({
      username: 'Ada',
      email: 'ada@example.com',
      isAdmin: false,
      emailVerified: false,
      profilePicture: expect.stringMatching(/^\/avatars\/a[a-z0-9]-\d\.svg$/),
    });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await call('POST /api/auth/signin', { json: ADA })).status).toBe(200);
  });

  test('signing up ignores fields that the caller can’t set', async () => {
    const { call, database } = await testApp();
    await call('POST /api/auth/signup', {
      json: {
        ...ADA,
        _id: 'mine',
        id: 'mine',
        isAdmin: true,
        is_admin: 1,
        emailVerified: true,
        createdAt: '2001-01-01T00:00:00.000Z',
        profilePicture: 'https://example.com/x.png',
        __proto__: { isAdmin: true },
      },
    });
    const row = await findUserByEmail(database.read, ADA.email);
    expect(row).toMatchObject({ isAdmin: false, emailVerified: false });
    expect(row?.id).toMatch(/^[0-9a-f]{24}$/);
    expect(row?.createdAt.getUTCFullYear()).toBeGreaterThan(2001);
    expect(row?.profilePicture).toMatch(/^\/avatars\//);
  });

  test.each([
    {},
    { ...ADA, username: undefined },
    { ...ADA, username: '  ' },
    { ...ADA, email: null },
    { ...ADA, password: '        ' },
  ])('with a field missing asks for all of them: %j', async (json) => {
    const { call } = await testApp();
    const answer = await call('POST /api/auth/signup', { json });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Please fill out all the fields.');
  });

  test.each([
    ['username', 'ab'],
    ['username', 'a'.repeat(31)],
    ['username', 'has space'],
    ['username', 'ünïcode'],
    ['username', '<b>bold</b>'],
    ['username', 'line\nbreak'],
    ['username', 42],
    ['username', { $ne: '' }],
    ['email', 'no-at-sign'],
    ['email', 'two@@example.com'],
    ['email', 'line\nbreak@example.com'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['email', ['ada@example.com']],
    ['password', 'short77'],
    ['password', 'x'.repeat(129)],
    ['password', 12345678],
    ['password', 'password1'],
    ['password', 'PassWord1'],
    ['password', 'iloveyou'],
    ['password', 'aaaaaaaa'],
    ['password', '87654321'],
  ])('refuses a bad %s: %j', async (field, value) => {
    const { call, database } = await testApp();
    const key = field === 'email' ? 'email' : field;
    const answer = await call('POST /api/auth/signup', { json: { ...ADA, [key]: value } });
    expect(answer.status).toBe(400);
    expect(answer.body.message.toLowerCase()).toContain(field);
    expect(await findUserByEmail(database.read, ADA.email)).toBeUndefined();
  });

  test.each([
    ['8 characters', 'zq8#kfLm'],
    ['128 characters', 'x'.repeat(128)],
    ['128 emoji', '🦉'.repeat(128)],
    ['spaces at its ends', '  spaced out  '],
    ['a null character in it', 'before\u0000after'],
    ['quotes and letters of all kinds', `"'\\;--漢字áé`],
  ])('takes a password of %s and signs in with exactly that', async (_what, password) => {
    const { call } = await testApp();
    const json = { ...ADA, password };
    expect((await call('POST /api/auth/signup', { json })).status).toBe(201);
    expect((await call('POST /api/auth/signin', { json })).status).toBe(200);
    for (const other of [`${password}x`, password.slice(0, -1), password.trimEnd().slice(0, 6)]) {
      const answer = await call('POST /api/auth/signin', { json: { ...ADA, password: other } });
      expect(answer.status).toBe(401);
    }
  });

  test('signing up accepts é in any composition', async () => {
    const { call } = await testApp();
    await call('POST /api/auth/signup', { json: { ...ADA, password: 'caf\u00e9 au lait' } });
    const json = { ...ADA, password: 'cafe\u0301 au lait' };
    expect((await call('POST /api/auth/signin', { json })).status).toBe(200);
  });

  test.each([
    [{ username: 'ADA' }, 'Username'],
    [{ email: 'ADA@EXAMPLE.COM' }, 'Email'],
  ])('refuses what is taken in any letter case: %j', async (same, names) => {
    const { call, database } = await testApp();
    await makeAccount(database, { username: 'Ada', email: 'ada@example.com' });
    const json = { username: 'Grace', email: 'grace@example.com', password: ADA.password, ...same };
    const answer = await call('POST /api/auth/signup', { json });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      success: false,
      statusCode: 409,
      message: expect.stringContaining(names),
    });
  });

  test('signing up with one name 30 times at once creates one account', async () => {
    const { call, database } = await testApp();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        call('POST /api/auth/signup', { json: { ...ADA, username: i % 2 ? 'ada' : 'ADA' } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(29).fill(409)]);
    expect(await database.read.query.users.findMany()).toHaveLength(1);
  });

  test('signing up is limited to 20 an hour per address; refused ones don’t count', async () => {
    const { call } = await testApp();
    const nth = (n: number, from?: string) =>
      call('POST /api/auth/signup', {
        json: { ...ADA, username: `ada${n}`, email: `ada${n}@example.com` },
        from,
      });
    for (let n = 0; n < 20; n++) {
      expect((await nth(n)).status).toBe(201);
      expect((await nth(n)).status).toBe(n < 19 ? 409 : 429);
    }
    const held = await nth(20);
    expect(held.status).toBe(429);
    expect(held.body.message).toMatch(/again in (59|60) minutes/);
    expect(Number(held.headers.get('Retry-After'))).toBeGreaterThan(3500);
    expect((await nth(20, '198.51.100.7')).status).toBe(201);
  });
});
