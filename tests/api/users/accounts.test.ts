import { describe, expect, test, vi } from 'vitest';
import { toggleLike } from '../../../db/queries/likes.ts';
import { listUserSessions } from '../../../db/queries/sessions.ts';
import { findUserById } from '../../../db/queries/users.ts';
import { comments, likes, posts } from '../../../db/schema.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import {
  lastChange,
  makeComment,
  makePicture,
  makePost,
  makeUser,
} from '../../support/database.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('GET /api/user/{userId}', () => {
  test('returns only the public fields of a user', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database);
    const { body } = await call(`GET /api/user/${user.id}`);
    expect(body).toEqual({
      _id: user.id,
      username: user.username,
      profilePicture: user.profilePicture,
      isAdmin: false,
    });
  });
});

describe('PUT /api/user/update/{userId}', () => {
  test('changes the fields that are sent, trims them, and returns the user', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database);
    await makePicture(database, { userId: user.id, url: '/uploads/1700000000000-me.webp' });
    const answer = await call(`PUT /api/user/update/${user.id}`, {
      as: user,
      json: { username: ' Grace.Hopper-1_ ', profilePicture: '/uploads/1700000000000-me.webp' },
    });
    expect(answer.body).toEqual({
      _id: user.id,
      username: 'Grace.Hopper-1_',
      email: user.email,
      profilePicture: '/uploads/1700000000000-me.webp',
      isAdmin: false,
      role: 'reader',
      emailVerified: false,
      pendingEmail: null,
      suspendedUntil: null,
      bio: '',
      links: [],
      createdAt: user.createdAt.toISOString(),
    });
    const signedIn = await call('POST /api/auth/signin', {
      json: { email: user.email, password: PASSWORD },
    });
    expect(signedIn.body.user).toEqual(answer.body);
  });

  test('ignores fields that the caller can’t set', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database);
    const { status } = await call(`PUT /api/user/update/${user.id}`, {
      as: user,
      json: {
        _id: 'mine',
        id: 'mine',
        seq: 0,
        isAdmin: true,
        role: 'admin',
        emailVerified: true,
        passwordHash: 'x',
        usernameKey: 'x',
        createdAt: '2001-01-01T00:00:00.000Z',
      },
    });
    expect(status).toBe(200);
    expect(await findUserById(database.read, user.id)).toEqual(user);
  });

  test('marks a changed email as unverified, but not an unchanged one', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database, { emailVerified: true });
    const line = `PUT /api/user/update/${user.id}`;
    await call(line, { as: user, json: { email: user.email.toUpperCase() } });
    expect((await findUserById(database.read, user.id))?.emailVerified).toBe(true);
    const { body } = await call(line, { as: user, json: { email: ' NEW@Example.com ' } });
    expect(body.email).toBe('new@example.com');
    expect((await findUserById(database.read, user.id))?.emailVerified).toBe(false);
  });

  test('updates a generated picture with the new name', async () => {
    const { call, database } = await testApp();
    await call('POST /api/auth/signup', {
      json: { username: 'zoe', email: 'zoe@example.com', password: PASSWORD },
    });
    const zoe = await database.read.query.users.findFirst();
    if (!zoe) throw new Error('not signed up');
    const line = `PUT /api/user/update/${zoe.id}`;
    const { body } = await call(line, { as: zoe, json: { username: 'bea' } });
    expect([zoe.profilePicture[9], body.profilePicture[9]]).toEqual(['z', 'b']);
  });

  test.each([{ username: 'TAKEN' }, { email: 'TAKEN@example.com' }])(
    'refuses another user’s value in any letter case: %j',
    async (json) => {
      const { call, database } = await testApp();
      await makeUser(database, { username: 'Taken', email: 'taken@example.com' });
      const user = await makeAccount(database);
      const line = `PUT /api/user/update/${user.id}`;
      expect((await call(line, { as: user, json })).status).toBe(409);
      expect(await findUserById(database.read, user.id)).toEqual(user);
    },
  );

  test('PUT /api/user/update/{userId} can change the letter case of your own name', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database, { username: 'ada' });
    const { body } = await call(`PUT /api/user/update/${user.id}`, {
      as: user,
      json: { username: 'ADA' },
    });
    expect(body.username).toBe('ADA');
  });

  test.each([
    ['username', ''],
    ['username', 'no spaces'],
    ['username', null],
    ['email', 'nonsense'],
    ['password', 'short'],
    ['password', 'password1'],
    ['password', ''],
    ['profile picture', 'javascript:alert(1)'],
    ['profile picture', 'JavaScript:alert(1)//http://x'],
    ['profile picture', 'data:image/svg+xml,<svg onload=alert(1)>'],
    ['profile picture', '//evil.example/x.png'],
    ['profile picture', '/\\evil.example/x.png'],
    ['profile picture', '/uploads/../api/user/signout'],
    ['profile picture', '/uploads//evil.example'],
    ['profile picture', '/uploads/%2E%2e/api/user/signout'],
    ['profile picture', '/api/user/signout'],
    ['profile picture', 'https://x.example/"onerror="alert(1)'],
    ['profile picture', 'https://x.example/a b'],
    ['profile picture', 'https://'],
    ['profile picture', 'ftp://x.example/x.png'],
    ['profile picture', `https://x.example/${'x'.repeat(3000)}`],
    ['profile picture', ''],
    ['profile picture', 7],
  ])('refuses a bad %s and names it: %j', async (field, value) => {
    const { call, database } = await testApp();
    const user = await makeAccount(database);
    const key = { email: 'email', 'profile picture': 'profilePicture' }[field] ?? field;
    const answer = await call(`PUT /api/user/update/${user.id}`, {
      as: user,
      json: { [key]: value },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message.toLowerCase()).toContain(field);
    expect(await findUserById(database.read, user.id)).toEqual(user);
  });

  test.each([
    'https://lh3.googleusercontent.com/a/AbC=s96-c?sz=50',
    'http://pictures.example.com/me.png',
    '/uploads/1700000000000-me.webp',
    '/avatars/a-3.svg',
  ])('takes the profile picture %s', async (profilePicture) => {
    const { call, database } = await testApp();
    const user = await makeAccount(database);
    await makePicture(database, { userId: user.id, url: '/uploads/1700000000000-me.webp' });
    const line = `PUT /api/user/update/${user.id}`;
    const { body } = await call(line, { as: user, json: { profilePicture } });
    expect(body.profilePicture).toBe(profilePicture);
  });

  test('PUT /api/user/update/{userId} with a new password ends the other sessions and invalidates the old password', async () => {
    const { call, database, signIn } = await testApp();
    const user = await makeAccount(database);
    const other = await makeAccount(database);
    const [here, phone, stranger] = [await signIn(user), await signIn(user), await signIn(other)];
    const headers = { Cookie: here };
    const json = { password: 'another long pass phrase' };
    const { status } = await call(`PUT /api/user/update/${user.id}`, { headers, json });
    expect(status).toBe(200);
    const who = async (Cookie: string) =>
      (await call('GET /api/auth/session', { headers: { Cookie } })).body.user?._id ?? null;
    expect([await who(here), await who(phone), await who(stranger)]).toEqual([
      user.id,
      null,
      other.id,
    ]);
    const signInWith = async (password: string) =>
      (await call('POST /api/auth/signin', { json: { email: user.email, password } })).status;
    expect([await signInWith(PASSWORD), await signInWith(json.password)]).toEqual([401, 200]);
  });
});

describe('DELETE /api/user/delete/{userId}', () => {
  test('deletes the account with its comments, likes and sessions, but not its posts', async () => {
    const { call, database, signIn } = await testApp();
    const user = await makeAccount(database);
    const other = await makeAccount(database);
    const post = await makePost(database, { userId: user.id });
    await makeComment(database, { postId: post.id, userId: user.id });
    const kept = await makeComment(database, { postId: post.id, userId: other.id });
    await database.transaction((tx) => toggleLike(tx, kept.id, user.id, new Date()));
    const cookie = await signIn(user);
    const answer = await call(`DELETE /api/user/delete/${user.id}`, {
      headers: { Cookie: cookie },
    });
    expect(answer.body).toEqual({ success: true, message: expect.any(String) });
    expect(answer.headers.get('Set-Cookie')).toMatch(/^inkwell_session=; .*Max-Age=0/);
    const { read } = database;
    expect((await read.select().from(comments)).map(({ id }) => id)).toEqual([kept.id]);
    expect(await read.select().from(likes)).toEqual([]);
    expect(await read.$count(posts)).toBe(1);
    expect(await listUserSessions(database.read, user.id)).toEqual([]);
    const session = await call('GET /api/auth/session', { headers: { Cookie: cookie } });
    expect(session.body).toEqual({ user: null });
  });

  test('deleting a user as an administrator ends the user’s sessions at once, not the administrator’s', async () => {
    const { call, database, signIn } = await testApp();
    const user = await makeAccount(database);
    const cookie = await signIn(user);
    const answer = await call(`DELETE /api/user/delete/${user.id}`, {
      as: await makeAccount(database, { role: 'administrator' }),
    });
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([200, null]);
    const line = `PUT /api/user/update/${user.id}`;
    expect((await call(line, { json: {}, headers: { Cookie: cookie } })).status).toBe(401);
  });

  test('deleting the last administrator gets 409', async () => {
    const { call, database } = await testApp();
    const admin = await makeAccount(database, { role: 'administrator' });
    expect((await call(`DELETE /api/user/delete/${admin.id}`, { as: admin })).status).toBe(409);
    expect(await findUserById(database.read, admin.id)).toBeDefined();
  });

  test('deleting the last two administrators at once deletes only one', async () => {
    const { call, database } = await testApp();
    const admins = [
      await makeAccount(database, { role: 'administrator' }),
      await makeAccount(database, { role: 'administrator' }),
    ];
    const answers = await Promise.all(
      admins.map((admin) => call(`DELETE /api/user/delete/${admin.id}`, { as: admin })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('GET /api/user/getusers', () => {
  async function setUp() {
    const app = await testApp();
    const now = Date.now();
    const admin = await makeAccount(app.database, {
      role: 'administrator',
      username: 'root',
      email: 'root@example.com',
      createdAt: new Date(now),
    });
    for (let n = 1; n <= 12; n++) {
      const createdAt = new Date(now - n * 5 * DAY);
      await makeUser(app.database, {
        username: `Old-${n}`,
        email: `${n}.old@example.com`,
        createdAt,
      });
    }
    const list = async (query = '') =>
      (await app.call(`GET /api/user/getusers${query}`, { as: admin })).body;
    const names = (body: { users: { username: string }[] }) =>
      body.users.map(({ username }) => username);
    return { ...app, admin, list, names };
  }

  test('returns nine, newest first, with the totals overall and of the last 30 days', async () => {
    const { list, names, admin } = await setUp();
    const body = await list();
    expect(names(body)).toEqual(['root', ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Old-${n}`)]);
    expect([body.totalUsers, body.lastMonthUsers]).toEqual([13, 6]);
    expect(body.users[0]).toEqual({
      _id: admin.id,
      username: 'root',
      email: 'root@example.com',
      profilePicture: admin.profilePicture,
      isAdmin: true,
      role: 'administrator',
      emailVerified: false,
      pendingEmail: null,
      suspendedUntil: null,
      isTrusted: false,
      createdAt: admin.createdAt.toISOString(),
    });
  });

  test('pages with startIndex and limit', async () => {
    const { list, names } = await setUp();
    expect(names(await list('?startIndex=11&limit=5&unknown=x'))).toEqual(['Old-11', 'Old-12']);
    expect(names(await list('?limit=1'))).toEqual(['root']);
    expect((await list('?limit=100')).users).toHaveLength(13);
    expect(await list('?startIndex=9007199254740991')).toMatchObject({ users: [], totalUsers: 13 });
  });

  test('filters by the start of the username or email, and counts the matches', async () => {
    const { list, names } = await setUp();
    expect(await list('?searchTerm=OLD-')).toMatchObject({ totalUsers: 12, lastMonthUsers: 5 });
    expect(names(await list('?searchTerm=12.o'))).toEqual(['Old-12']);
    expect(names(await list('?searchTerm=old-1&startIndex=1&limit=2'))).toEqual([
      'Old-10',
      'Old-11',
    ]);
    for (const term of ['%25', '_', "'", '*', 'ld-']) {
      expect(await list(`?searchTerm=${term}`)).toEqual({
        users: [],
        totalUsers: 0,
        lastMonthUsers: 0,
      });
    }
    expect((await list('?searchTerm=')).totalUsers).toBe(13);
  });

  test.each([
    'startIndex=-1',
    'startIndex=x',
    'startIndex=',
    'startIndex=1.5',
    'startIndex=1e3',
    'limit=0',
    'limit=101',
    'limit=ten',
    'limit=99999999999999999999',
    'limit=0x10',
  ])('with the bad number %s is 400 and names it', async (query) => {
    const { call, database } = await testApp();
    const as = await makeAccount(database, { role: 'administrator' });
    const answer = await call(`GET /api/user/getusers?${query}`, { as });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(query.split('=')[0]);
  });
});

describe('a session', () => {
  test('ends with POST /api/user/signout, which also clears a guest’s cookie', async () => {
    const { call, database, signIn } = await testApp();
    const user = await makeAccount(database);
    const headers = { Cookie: await signIn(user) };
    for (const sent of [headers, {}]) {
      const answer = await call('POST /api/user/signout', { headers: sent });
      expect(answer.body).toEqual({ success: true, message: expect.any(String) });
      expect(answer.headers.get('Set-Cookie')).toMatch(/^inkwell_session=; .*Max-Age=0/);
    }
    expect((await call('GET /api/auth/session', { headers })).body).toEqual({ user: null });
    expect(await listUserSessions(database.read, user.id)).toEqual([]);
  });

  test('lasts 30 days and is renewed with its cookie in the second half', async () => {
    const { call, database, signIn } = await testApp();
    const user = await makeAccount(database);
    const headers = { Cookie: await signIn(user) };
    const later = async (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY });
      const answer = await call('GET /api/auth/session', { headers });
      return [
        answer.body.user?._id ?? null,
        answer.headers.get('Set-Cookie')?.split(';')[0] ?? null,
      ];
    };
    try {
      expect(await later(14)).toEqual([user.id, null]);
      expect(await later(2)).toEqual([user.id, headers.Cookie]);
      expect(await later(29)).toEqual([user.id, headers.Cookie]);
      expect(await later(31)).toEqual([null, null]);
      expect(await listUserSessions(database.read, user.id)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(['', 'x', '%zz', '%00', 'a'.repeat(5000), "' or 1=1 --", '../../etc/passwd'])(
    'doesn’t exist for the invented id %j',
    async (id) => {
      const { call } = await testApp();
      const answer = await call('GET /api/auth/session', {
        headers: { Cookie: `a=%E0%A4%A; inkwell_session=${id}` },
      });
      expect([answer.status, answer.body]).toEqual([200, { user: null }]);
    },
  );

  test('a session is deleted after it expires, at the next sign-in', async () => {
    const { call, database, signIn } = await testApp();
    const gone = await makeAccount(database);
    const user = await makeAccount(database);
    await signIn(gone);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY });
    try {
      await call('POST /api/auth/signin', { json: { email: user.email, password: PASSWORD } });
      expect(await database.read.query.sessions.findMany()).toMatchObject([{ userId: user.id }]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the author’s page', () => {
  test('shows a bio and links, which are checked', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database, { role: 'author' });
    const update = (json: object) => call(`PUT /api/user/update/${user.id}`, { json, as: user });
    const links = ['https://example.com/me', '  ', 'http://example.org'];
    expect(await update({ bio: '  Writes\nabout  code. ', links })).toMatchObject({
      status: 200,
      body: { bio: 'Writes about code.', links: ['https://example.com/me', 'http://example.org'] },
    });
    for (const json of [
      { bio: 'x'.repeat(501) },
      { bio: 5 },
      { links: 'https://example.com' },
      { links: ['javascript:alert(1)'] },
      { links: ['https://user@example.com'] },
      { links: Array.from({ length: 6 }, () => 'https://example.com') },
    ]) {
      expect((await update(json)).status, JSON.stringify(json)).toBe(400);
    }
  });

  test('a new name or bio has the author’s posts rendered again', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database, { role: 'author' });
    const post = await makePost(database, { userId: user.id });
    await call(`PUT /api/user/update/${user.id}`, { json: { bio: 'New' }, as: user });
    expect(await lastChange(database, post.id)).toMatchObject({ action: 'publish', isBulk: true });
  });

  test('deleting the account has the author’s posts rendered again', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database, { role: 'author' });
    const post = await makePost(database, { userId: user.id });
    expect((await call(`DELETE /api/user/delete/${user.id}`, { as: user })).status).toBe(200);
    expect(await lastChange(database, post.id)).toMatchObject({ action: 'publish', isBulk: true });
  });
});
