import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findCommentById } from '../../../db/queries/comments.ts';
import { findPostById } from '../../../db/queries/posts.ts';
import { allRows } from '../../../db/queries/query.ts';
import { findUserByEmail, findUserById } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';

const attempt = tally();

/** Protected fields that an attacker might try to set, in every spelling. */
const WANTED = {
  _id: 'mine',
  id: 'mine',
  seq: -1,
  isAdmin: true,
  is_admin: true,
  admin: true,
  role: 'admin',
  isDemo: true,
  is_demo: 1,
  emailVerified: true,
  email_verified: true,
  version: 99,
  passwordHash: 'x',
  password_hash: 'x',
  usernameKey: 'x',
  slug: 'mine',
  text: 'mine',
  createdAt: '1999-01-01T00:00:00.000Z',
  updatedAt: '1999-01-01T00:00:00.000Z',
  created_at: 0,
  updated_at: 0,
  likes: ['mine'],
  numberOfLikes: 9_000,
  likeCount: 9_000,
  author: { isAdmin: true },
  user: { isAdmin: true },
  currentUser: { isAdmin: true },
  $set: { isAdmin: true },
  'user.isAdmin': true,
  'isAdmin[]': true,
  where: '1=1',
};
/** As text, because JavaScript object literals can't have these names. */
const POLLUTION =
  '"__proto__":{"isAdmin":true,"polluted":true},"constructor":{"prototype":{"polluted":true}}';

const NAMES = Object.keys(WANTED).length + Object.keys(JSON.parse(`{${POLLUTION}}`)).length;

/** A test that sends extra fields in `calls` calls. */
const testGreed = (title: string, calls: number, work: () => Promise<void>) =>
  test(title, () => attempt('mass assignment of protected fields', work, calls * NAMES));

/** Returns the JSON of `json` with all the protected fields. */
function greedy(json: object): { body: string; headers: Record<string, string> } {
  const text = JSON.stringify({ ...WANTED, ...json });
  return {
    body: `{${POLLUTION},${text.slice(1)}`,
    headers: { 'Content-Type': 'application/json' },
  };
}

/** Expects that no protected field reached this row. */
function expectUntouched(row: object | undefined): void {
  expect(row).toBeDefined();
  const values = Object.values(row ?? {}).map((value) =>
    value instanceof Date ? value.toISOString() : value,
  );
  for (const value of ['mine', -1, 99, 9_000, 'x', WANTED.createdAt]) {
    expect(values).not.toContain(value);
  }
  expect((row as { isAdmin?: unknown }).isAdmin ?? false).toBe(false);
  expect({}).not.toHaveProperty('polluted');
  expect({}).not.toHaveProperty('isAdmin');
}

async function isAdministrator({ call }: TestApp, email: string): Promise<unknown> {
  const { body } = await call('POST /api/auth/signin', { json: { email, password: PASSWORD } });
  return body.user.isAdmin;
}

testGreed('sign-up ignores extra fields', 1, async () => {
  const app = await testApp();
  const email = 'greedy@example.com';
  const form = greedy({ username: 'greedy', email, password: PASSWORD });
  expect((await app.call('POST /api/auth/signup', form)).status).toBe(201);
  const row = await findUserByEmail(app.database.read, email);
  expectUntouched({ ...row, passwordHash: '' });
  expect(row).toMatchObject({ isDemo: false, emailVerified: false, usernameKey: 'greedy' });
  expect(await isAdministrator(app, email)).toBe(false);
});

testGreed('a user changes the fields of their profile and no others', 1, async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const form = greedy({ username: 'greedy' });
  const { status, body } = await app.call(`PUT /api/user/update/${user.id}`, { ...form, as: user });
  expect([status, body.username, body.isAdmin]).toEqual([200, 'greedy', false]);
  const row = await findUserById(app.database.read, user.id);
  expectUntouched(row);
  expect(row).toMatchObject({
    id: user.id,
    seq: user.seq,
    isDemo: user.isDemo,
    createdAt: user.createdAt,
    emailVerified: user.emailVerified,
    passwordHash: user.passwordHash,
  });
  expect(await isAdministrator(app, user.email)).toBe(false);
});

testGreed('sign-in ignores extra fields', 1, async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const form = greedy({ email: user.email, password: PASSWORD });
  const { body } = await app.call('POST /api/auth/signin', form);
  expect(body.user).toMatchObject({ _id: user.id, isAdmin: false });
});

testGreed('a comment has one author, one time and no likes but real ones', 2, async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const post = await makePost(app.database);
  const form = greedy({ content: 'Hello', postId: post.id, userId: user.id });
  const made = await app.call('POST /api/comment/create', { ...form, as: user });
  expect([made.status, made.body.numberOfLikes, made.body.userId]).toEqual([201, 0, user.id]);
  const edit = greedy({ content: 'Hello again', postId: 'mine', userId: 'mine' });
  const line = `PUT /api/comment/editComment/${made.body._id}`;
  expect((await app.call(line, { ...edit, as: user })).status).toBe(200);
  const row = await findCommentById(app.database.read, made.body._id);
  expectUntouched(row);
  expect(row).toMatchObject({ postId: post.id, userId: user.id, content: 'Hello again' });
});

testGreed('a post keeps the author, slug and times that the server sets', 2, async () => {
  const app = await testApp();
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const text = { title: 'A title', category: 'javascript', content: '<p>Text</p>' };
  const made = await app.call('POST /api/post/create', {
    ...greedy({ ...text, userId: 'mine' }),
    as: admin,
  });
  expect([made.status, made.body.slug, made.body.userId]).toEqual([201, 'a-title', admin.id]);
  const line = `PUT /api/post/updatepost/${made.body._id}/${admin.id}`;
  const edited = await app.call(line, { ...greedy({ title: 'B', userId: 'mine' }), as: admin });
  expect([edited.status, edited.body.updatedPost?.slug]).toEqual([200, 'a-title']);
  const row = await findPostById(app.database.read, made.body._id);
  expectUntouched(row);
  expect(row).toMatchObject({ userId: admin.id, isDemo: false });
});

test('values of other types than text are refused, not converted', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const values: unknown[] = [1, true, null, ['a'], { $gt: '' }, { toString: 'x' }, [[]]];
  const tries = values.flatMap((value) => [
    ['POST /api/auth/signin', { email: value, password: PASSWORD }],
    ['POST /api/auth/signin', { email: user.email, password: value }],
    ['POST /api/auth/signup', { username: value, email: 'a@example.com', password: PASSWORD }],
    ['POST /api/auth/signup', { username: 'abc', email: value, password: PASSWORD }],
    ['POST /api/comment/create', { content: value, postId: 'x', userId: user.id }],
    ['POST /api/comment/create', { content: 'x', postId: value, userId: user.id }],
    ['POST /api/upload', { kind: value, name: 'a', type: 'image/png', size: 1 }],
    ['POST /api/upload', { kind: 'profile', name: value, type: 'image/png', size: 1 }],
  ]) as [string, object][];
  for (const [line, json] of tries) {
    await attempt('values other than text', async () => {
      const { status } = await app.call(line, { json, as: user });
      expect([400, 401], `${line} ${JSON.stringify(json)}`).toContain(status);
    });
  }
});

test('SQL in any field is text', async () => {
  const app = await testApp();
  const user = await makeAccount(app.database);
  const post = await makePost(app.database);
  await makeComment(app.database, { postId: post.id, userId: user.id });
  const injections = [
    "' or '1'='1",
    "'; drop table users; --",
    '" or ""="',
    "') union select password_hash from users --",
    "x' and 1=(select count(*) from sqlite_schema) --",
    '%',
    '_',
    '\\',
    '*',
    '0x00',
    'NULL',
  ];
  for (const text of injections) {
    const part = encodeURIComponent(text);
    const inSql = (attack: () => Promise<void>) => attempt('SQL in every field', attack);
    for (const name of ['userId', 'category', 'slug', 'postId', 'searchTerm']) {
      await inSql(async () => {
        const { status, body } = await app.call(`GET /api/post/getposts?${name}=${part}`);
        expect([name, text, status, body.totalPosts]).toEqual([name, text, 200, 0]);
      });
    }
    for (const name of ['sort', 'order', 'startIndex', 'limit']) {
      await inSql(async () => {
        const { status } = await app.call(`GET /api/post/getposts?${name}=${part}`);
        expect([name, [200, 400].includes(status)]).toEqual([name, true]);
      });
    }
    await inSql(async () => {
      expect((await app.call(`GET /api/user/${part}`)).status).toBe(404);
    });
    await inSql(async () => {
      expect((await app.call(`GET /api/comment/getPostComments/${part}`)).body).toEqual([]);
    });
    await inSql(async () => {
      const json = { email: text, password: text };
      expect((await app.call('POST /api/auth/signin', { json })).status).toBe(401);
    });
  }
  expect(await allRows(app.database.read, sql`select count(*) as n from users`)).toEqual([
    { n: 1 },
  ]);
});
