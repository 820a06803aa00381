import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportContent } from '../../../cli/export.ts';
import { importContent } from '../../../cli/import.ts';
import { listPostMonths } from '../../../db/queries/archive.ts';
import { listComments } from '../../../db/queries/comments.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { findPostById, listPosts } from '../../../db/queries/posts.ts';
import { findBcryptCost } from '../../../db/queries/settings.ts';
import { findUserByEmail, findUserById, listUsers } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost, makeUser, readFeed } from '../../support/database.ts';
import { PNG, silent, testFolder } from './support.ts';

const OLD_PASSWORD = 'kitchen-sink-42';
let bcryptHash: string;

beforeAll(async () => {
  // The original uses bcryptjs with ten rounds, which writes $2a$ or, in newer versions, $2b$.
  bcryptHash = await hash(OLD_PASSWORD, { cost: 10, version: '2a' });
});

const id = (n: number) => n.toString(16).padStart(24, '65a0000000000000');
const oid = (n: number) => ({ $oid: id(n) });
const relaxed = (text: string) => ({ $date: text });
const canonical = (text: string) => ({ $date: { $numberLong: String(Date.parse(text)) } });

/** Collections as `mongoexport` writes them, with problems of real exports. */
function mern() {
  const times = {
    createdAt: relaxed('2024-01-11T10:00:00Z'),
    updatedAt: relaxed('2024-01-12T10:00:00Z'),
  };
  const user = {
    password: bcryptHash,
    isAdmin: false,
    profilePicture: 'https://cdn.example/p.png',
    ...times,
  };
  return {
    users: [
      {
        _id: oid(1),
        ...user,
        username: 'owner',
        email: 'Owner@Old.example',
        isAdmin: true,
        __v: { $numberInt: '0' },
      },
      { _id: oid(2), ...user, username: 'jörg müller', email: 'joerg@old.example' },
      {
        _id: oid(3),
        ...user,
        username: 'joerg2',
        email: 'JOERG@old.example',
        createdAt: canonical('2024-01-13T00:00:00Z'),
      },
      { _id: oid(4), ...user, username: 'Owner', email: 'no address', password: 'plain text' },
    ],
    posts: [
      {
        _id: oid(11),
        userId: id(1),
        title: 'Old post',
        category: 'NextJS',
        slug: 'old--post',
        image: 'https://firebasestorage.example/o/x.png?alt=media',
        content: `<p onclick="x()">Words \u2028<script>alert(1)</script><img src="data:image/png;base64,${PNG.toString('base64')}"></p>`,
        createdAt: canonical('2024-02-01T08:00:00.123Z'),
        updatedAt: canonical('2024-02-02T08:00:00.000Z'),
      },
      {
        _id: oid(12),
        userId: id(3),
        title: 'T'.repeat(250),
        category: 'My Things!',
        slug: 'Not/valid',
        content: '<p>x</p>',
        ...times,
      },
    ],
    comments: [
      {
        _id: oid(21),
        postId: id(11),
        userId: id(3),
        content: 'First',
        likes: [id(1), id(2), id(3), id(99)],
        numberOfLikes: { $numberInt: '4' },
        ...times,
      },
      { _id: oid(22), postId: id(98), userId: id(1), content: 'On nothing', likes: [], ...times },
      { _id: oid(23), postId: id(11), userId: id(97), content: 'By nobody', likes: [], ...times },
      {
        _id: oid(24),
        postId: id(11),
        userId: id(1),
        content: 'long '.repeat(14_000),
        likes: [],
        ...times,
      },
    ],
  };
}

type Form = (documents: object[]) => string;
const lines: Form = (documents) => documents.map((each) => `${JSON.stringify(each)}\n`).join('');
const array: Form = (documents) => `\uFEFF${JSON.stringify(documents, null, 2)}`;

async function exported(form: Form = lines): Promise<string> {
  const folder = await testFolder();
  for (const [name, documents] of Object.entries(mern())) {
    await writeFile(join(folder, `mern-blog.${name}.json`), form(documents));
  }
  return folder;
}

async function importInto(
  { services }: TestApp,
  from: Parameters<typeof importContent>[0]['from'],
  dryRun = false,
) {
  return await importContent({ env: services.env, from, dryRun, say: silent });
}

const signIn = (test: TestApp, email: string, password: string) =>
  test.call('POST /api/auth/signin', { json: { email, password } });

describe('an import of the MERN blog', () => {
  it.each([
    ['JSON lines', lines],
    ['one array, with a byte order mark', array],
  ])('shows its posts, users and comments (%s)', async (_, form) => {
    const test = await testApp();
    await importInto(test, { mern: [await exported(form)] });

    const { body } = await test.call(`GET /api/post/getposts?postId=${id(11)}`);
    expect(body.posts[0]).toMatchObject({
      _id: id(11),
      userId: id(1),
      title: 'Old post',
      slug: 'old--post',
      category: 'nextjs',
      image: 'https://firebasestorage.example/o/x.png?alt=media',
      createdAt: '2024-02-01T08:00:00.123Z',
      updatedAt: '2024-02-02T08:00:00.000Z',
    });
    expect((await test.call(`GET /api/user/${id(1)}`)).body).toMatchObject({
      username: 'owner',
      isAdmin: true,
      // Pictures on other sites are shown only to their owner.
      profilePicture: '/avatars/ow-5.svg',
    });
    expect(await findUserById(test.database.read, id(1))).toMatchObject({
      profilePicture: 'https://cdn.example/p.png',
    });
    const thread = await test.call(`GET /api/comment/getPostComments/${id(11)}`);
    const first = thread.body.find((comment: { _id: string }) => comment._id === id(21));
    // The third account has the second one's email in another case, so they were merged.
    expect(first).toMatchObject({ content: 'First', userId: id(2), numberOfLikes: 2 });
    expect(first.likes.sort()).toEqual([id(1), id(2)]);
    const found = await test.call('GET /api/post/getposts?searchTerm=words');
    expect(found.body.totalPosts).toBe(1);
  });

  it('an import of the MERN blog sanitizes content and stores embedded pictures as files', async () => {
    const test = await testApp();
    await importInto(test, { mern: [await exported()] });
    const post = await findPostById(test.database.read, id(11));
    expect(post?.content).not.toMatch(/script|onclick|data:/);
    const url = /src="(\/uploads\/[^"]+)"/.exec(post?.content ?? '')?.[1] ?? '';
    expect(await findPictures(test.database.read, [url])).toMatchObject([{ width: 3, height: 2 }]);
    const files = await readdir(join(test.database.folder, 'uploads'));
    expect(files).toContain(url.replace('/uploads/', ''));
  });

  it('an import of the MERN blog lets users sign in with their old passwords and upgrades the hash', async () => {
    const test = await testApp();
    await importInto(test, { mern: [await exported()] });
    expect((await signIn(test, 'owner@old.example', 'wrong')).status).toBe(401);
    const answer = await signIn(test, 'owner@old.example', OLD_PASSWORD);
    expect([answer.status, answer.body.user?.isAdmin]).toEqual([200, true]);
    const upgraded = await findUserByEmail(test.database.read, 'owner@old.example');
    expect(upgraded?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(await findBcryptCost(test.database.read), 'one is left').toBe(10);
    expect((await signIn(test, 'owner@old.example', OLD_PASSWORD)).status).toBe(200);

    expect((await signIn(test, 'joerg@old.example', OLD_PASSWORD)).status).toBe(200);
    expect(await findBcryptCost(test.database.read), 'none is left').toBeUndefined();
    expect((await signIn(test, 'joerg@old.example', 'wrong')).status).toBe(401);
  });

  it('an import of the MERN blog reports what it changed and what it left out', async () => {
    const test = await testApp();
    const { report, reportFile } = await importInto(test, { mern: [await exported()] });
    expect(report.tally).toMatchObject({
      users: { added: 3, merged: 1 },
      posts: { added: 2 },
      comments: { added: 2, left: 2 },
    });
    const told = (kind: string, which: number) =>
      report.findings.filter((each) => each.kind === kind && each.id === id(which));
    expect(told('user', 2)[0]?.before).toBe('jörg müller');
    expect((await findUserById(test.database.read, id(2)))?.username).toBe('jorg-muller');
    expect(told('user', 3)[0]?.what).toContain('Merged into "jorg-muller"');
    const fourth = await findUserById(test.database.read, id(4));
    expect(fourth).toMatchObject({ username: 'Owner-2', passwordHash: null });
    expect(told('user', 4).map((each) => each.before)).toEqual(['no address', undefined, 'Owner']);
    const second = await findPostById(test.database.read, id(12));
    expect(second).toMatchObject({ userId: id(2), category: 'my-things', title: 'T'.repeat(200) });
    expect(told('post', 12).map((each) => each.before)).toEqual([
      'T'.repeat(250),
      'Not/valid',
      'My Things!',
    ]);
    expect(told('comment', 22)[0]?.before).toMatchObject({ content: 'On nothing' });
    expect(told('comment', 23)[0]?.before).toMatchObject({ content: 'By nobody' });
    expect(told('comment', 24)[0]?.before).toBe('long '.repeat(14_000).trim());
    const written = await readFile(reportFile ?? '', 'utf8');
    expect(JSON.parse(written).findings).toEqual(JSON.parse(JSON.stringify(report.findings)));
    expect(written).not.toContain(bcryptHash);
  });

  it('an import of the MERN blog changes nothing in a dry run or when repeated', async () => {
    const test = await testApp();
    const from = { mern: [await exported()] };
    const tried = await importInto(test, from, true);
    expect(tried.report.tally.users.added).toBe(3);
    expect(await listUsers(test.database.read, { startIndex: 0, limit: 9 })).toEqual([]);
    expect(await readdir(test.database.folder)).not.toContain('uploads');

    await importInto(test, from);
    const before = await listPosts(test.database.read, {}, { startIndex: 0, limit: 9 });
    const again = await importInto(test, from);
    expect(again.report.tally).toMatchObject({
      users: { added: 0, unchanged: 3, merged: 1 },
      posts: { added: 0, updated: 0, unchanged: 2 },
      comments: { added: 0, updated: 0, unchanged: 2, left: 2 },
    });
    expect(await listPosts(test.database.read, {}, { startIndex: 0, limit: 9 })).toEqual(before);
  });

  it('an import of the MERN blog records new posts as bulk changes', async () => {
    const test = await testApp();
    await importInto(test, { mern: [await exported()] });
    const rows = await readFeed(test.database);
    expect(rows.map((row) => [row.action, row.postId, row.slug, row.isBulk])).toEqual([
      ['publish', id(11), 'old--post', true],
      ['publish', id(12), 't'.repeat(80), true],
    ]);
  });

  it.each([
    ['a truncated file', '{"_id":{"$oid":"65', 'ends in the middle'],
    ['another format', 'username,email\n', "isn't valid JSON at character 1"],
  ])('refuses %s, and imports nothing', async (_, text, message) => {
    const test = await testApp();
    const folder = await exported();
    await writeFile(join(folder, 'mern-blog.comments.json'), text);
    await expect(importInto(test, { mern: [folder] })).rejects.toThrow(message);
    expect(await listUsers(test.database.read, { startIndex: 0, limit: 9 })).toEqual([]);
  });
});

describe('an export', () => {
  async function filled() {
    const test = await testApp();
    const writer = await makeAccount(test.database, { role: 'administrator', username: 'writer' });
    const reader = await makeUser(test.database);
    const content = '<p>Ünï \u2028 &lt;b&gt; "quoted" \\ 😀</p>';
    const post = await makePost(test.database, { userId: writer.id, content });
    const comment = await makeComment(test.database, { postId: post.id, userId: reader.id });
    await test.call(`PUT /api/comment/likeComment/${comment.id}`, { as: writer });
    return { test, writer, post };
  }

  async function exportOf({ services }: TestApp, withPasswords = false): Promise<string> {
    const file = join(await testFolder(), 'site.json');
    await exportContent({ env: services.env, file, withPasswords, say: silent });
    return file;
  }

  it('recreates the same content in an empty site', async () => {
    const { test, writer } = await filled();
    const file = await exportOf(test, true);
    const other = await testApp();
    await importInto(other, { file });
    const page = { startIndex: 0, limit: 9 };
    const { read } = other.database;
    expect(await listUsers(read, page)).toEqual(await listUsers(test.database.read, page));
    const posts = await listPosts(test.database.read, {}, page);
    expect((await listPosts(read, {}, page)).map(({ text: _, ...rest }) => rest)).toEqual(
      posts.map(({ text: _, ...rest }) => rest),
    );
    expect(await listComments(read, page)).toEqual(await listComments(test.database.read, page));
    expect((await signIn(other, writer.email, PASSWORD)).status).toBe(200);
  });

  it('an export keeps roles and suspensions, except those of administrators', async () => {
    const test = await testApp();
    const suspension = { suspendedUntil: new Date(4e12), suspendedReason: 'Spam' };
    const editor = await makeUser(test.database, { role: 'editor' });
    const spammer = await makeUser(test.database, { role: 'author', ...suspension });
    const admin = await makeUser(test.database, { role: 'administrator', ...suspension });
    const other = await testApp();
    await importInto(other, { file: await exportOf(test) });
    const find = ({ id }: { id: string }) => findUserById(other.database.read, id);
    const free = { suspendedUntil: null, suspendedReason: '' };
    expect(await find(editor)).toMatchObject({ role: 'editor', ...free });
    expect(await find(spammer)).toMatchObject({ role: 'author', ...suspension });
    expect(await find(admin)).toMatchObject({ role: 'administrator', ...free });
  });

  it('an export is one JSON document, without passwords by default', async () => {
    const { test } = await filled();
    const text = await readFile(await exportOf(test), 'utf8');
    expect(text).not.toMatch(/argon2|password/i);
    expect(JSON.parse(text)).toMatchObject({
      format: 'inkwell-export',
      version: 1,
      counts: { users: 2, pictures: 0, posts: 1, comments: 1 },
    });
  });

  it('an export updates older records when imported where it came from, and keeps newer ones', async () => {
    const { test, post } = await filled();
    const file = await exportOf(test);
    const text = await readFile(file, 'utf8');
    const changed = JSON.parse(text);
    changed.posts[0].title = 'A newer title';
    changed.posts[0].slug = 'another-slug';
    changed.posts[0].updatedAt = '2100-01-01T00:00:00.000Z';
    await writeFile(file, JSON.stringify(changed));
    const { report } = await importInto(test, { file });
    expect(report.tally).toMatchObject({ users: { unchanged: 2 }, posts: { updated: 1 } });
    expect(await findPostById(test.database.read, post.id)).toMatchObject({
      title: 'A newer title',
      slug: post.slug,
    });
    await writeFile(file, text);
    expect((await importInto(test, { file })).report.tally.posts).toMatchObject({ unchanged: 1 });
  });

  it.each([
    ['truncated', (text: string) => text.slice(0, -200), /ends in the middle/],
    [
      'with a missing record',
      (text: string) => text.replace('"posts":1', '"posts":2'),
      /is incomplete/,
    ],
    [
      'of a newer version',
      (text: string) => text.replace('"version":1', '"version":2'),
      /newer version/,
    ],
    ['of another program', () => '{"users":[{}]}', /isn't an export/],
  ])('%s is refused, and nothing is imported', async (_, spoil, message) => {
    const { test } = await filled();
    const file = await exportOf(test);
    await writeFile(file, spoil(await readFile(file, 'utf8')));
    const other = await testApp();
    await expect(importInto(other, { file })).rejects.toThrow(message);
    expect(await listUsers(other.database.read, { startIndex: 0, limit: 9 })).toEqual([]);
  });

  it('an export takes no rights and no account away from existing users', async () => {
    const { test, writer } = await filled();
    const file = await exportOf(test);
    const changed = JSON.parse(await readFile(file, 'utf8'));
    for (const user of changed.users) {
      user.isAdmin = false;
      user.role = 'reader';
      user.suspendedUntil = '2100-01-01T00:00:00.000Z';
      user.updatedAt = '2100-01-01T00:00:00.000Z';
    }
    // A stranger with the email of an existing user, and a password.
    const stranger = { ...changed.users[0], _id: 'stranger', password: bcryptHash, isAdmin: true };
    changed.users.push(stranger);
    changed.counts.users++;
    await writeFile(file, JSON.stringify(changed));
    await importInto(test, { file });
    const kept = { isAdmin: true, suspendedUntil: null };
    expect(await findUserById(test.database.read, writer.id)).toMatchObject(kept);
    expect(await findUserById(test.database.read, 'stranger')).toBeUndefined();
    expect((await signIn(test, writer.email, PASSWORD)).status).toBe(200);
    expect((await signIn(test, writer.email, OLD_PASSWORD)).status).toBe(401);
  });
});

describe('dates of imported posts', () => {
  const post = (n: number, createdAt: unknown, updatedAt: unknown = createdAt) => ({
    _id: id(n),
    userId: id(1),
    title: `Post ${n}`,
    category: 'history',
    slug: `post-${n}`,
    content: '<p>x</p>',
    createdAt,
    updatedAt,
  });
  const now = new Date('2026-01-01T00:00:00Z');

  async function imported(posts: object[]) {
    const test = await testApp();
    const folder = await testFolder();
    await writeFile(join(folder, 'posts.json'), lines(posts));
    const { env, database } = test.services;
    const from = { mern: [folder] };
    const { report } = await importContent({ env, from, say: silent, now: () => now });
    return { test, database, notes: report.findings.map(({ id, what }) => [id, what]) };
  }

  it.each([
    ['before 1970', '1965-06-01T12:00:00Z', '1965-06-01T12:00:00.000Z'],
    ['before 1970, as a Mongo date', canonical('1965-06-01T12:00:00Z'), '1965-06-01T12:00:00.000Z'],
    ['a millisecond before 1970', '1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['of the Middle Ages', '1455-02-23', '1455-02-23T00:00:00.000Z'],
    ['in milliseconds', 1_577_836_800_000, '2020-01-01T00:00:00.000Z'],
    ['in seconds', 1_577_836_800, '2020-01-01T00:00:00.000Z'],
    ['in seconds, as text', '1577836800', '2020-01-01T00:00:00.000Z'],
    ['in milliseconds before 1970', -144_460_800_000, '1965-06-04T00:00:00.000Z'],
    ['in seconds before 1970', -144_460_800, '1965-06-04T00:00:00.000Z'],
  ])('are kept without a note: %s', async (_, given, date) => {
    const { database, notes } = await imported([post(11, given)]);
    expect((await findPostById(database.read, id(11)))?.createdAt.toISOString()).toBe(date);
    expect(notes).toEqual([]);
  });

  it.each([
    ['text', 'last Tuesday'],
    ['a zero date of MySQL', '0000-00-00 00:00:00'],
    ['a zero date of Go', '0001-01-01T00:00:00Z'],
    ['a date that pages can’t show', '+012345-01-01T00:00:00Z'],
    ['a date beyond all ranges', 1e20],
    ['a Mongo date that isn’t one', { $date: 'soon' }],
    ['an object', { year: 2020 }],
  ])('are named in the report if they can’t be used: %s', async (_, given) => {
    const { database, notes } = await imported([post(11, given, '2020-05-05T00:00:00Z')]);
    expect(notes).toEqual([[id(11), "createdAt isn't a usable date."]]);
    // From the ObjectId.
    expect((await findPostById(database.read, id(11)))?.createdAt.getUTCFullYear()).toBe(2024);
  });

  it('are named in the report if they’re in the future or missing', async () => {
    const { notes } = await imported([
      post(11, '2027-01-01T00:00:00Z'),
      { ...post(12, undefined), _id: 'own-id' },
    ]);
    expect(notes).toEqual([
      [id(11), 'createdAt is in the future. It was kept.'],
      ['own-id', 'It has no date, so it got the date of the import.'],
    ]);
  });

  it('put old posts at the end of lists and into their month in the archive', async () => {
    const { test, database } = await imported([
      post(11, '1969-12-31T23:59:59.999Z'),
      post(12, '1965-06-01T12:00:00Z'),
      post(13, '2020-01-01T00:00:00Z'),
      post(14, '1970-01-01T00:00:00Z'),
    ]);
    const { body } = await test.call('GET /api/post/getposts');
    const listed = body.posts.map(({ slug }: { slug: string }) => slug);
    expect(listed).toEqual(['post-13', 'post-14', 'post-11', 'post-12']);
    expect(await listPostMonths(database.read)).toEqual([
      { year: 2020, month: 1, posts: 1 },
      { year: 1970, month: 1, posts: 1 },
      { year: 1969, month: 12, posts: 1 },
      { year: 1965, month: 6, posts: 1 },
    ]);
  });
});
