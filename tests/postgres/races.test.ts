import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '../../db/client.ts';
import { deleteSomeActivity, eraseComments } from '../../db/queries/comment-states.ts';
import { findCommentById } from '../../db/queries/comments.ts';
import { insertComment, lockComments } from '../../db/queries/comments-table.ts';
import { lockDocument, updateDocument } from '../../db/queries/documents.ts';
import { deleteSomeLikes, toggleLike } from '../../db/queries/likes.ts';
import { findPostById } from '../../db/queries/posts.ts';
import { hasPost, hidePost } from '../../db/queries/posts-table.ts';
import { listUserSessions } from '../../db/queries/sessions.ts';
import { countAdmins, type UserRow } from '../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../support/app.ts';
import { makeComment, makePost } from '../support/database.ts';

// Two nodes: two apps, each with its own connections to one database.

let nodes: [TestApp, TestApp];
let admin: UserRow;

beforeEach(async () => {
  const limits = { comment: { points: 5, duration: 60 }, signUp: { points: 1000, duration: 60 } };
  const first = await testApp({ limits });
  const database = await openDatabase(first.database.url);
  onTestFinished(() => database.close());
  const second = await testApp({ limits, services: { database } });
  nodes = [first, second];
  admin = await makeAccount(first.database, { role: 'administrator' });
});

/** Sends `count` calls at once, to both nodes in turn. Returns the sorted statuses. */
async function race(
  count: number,
  call: (node: TestApp, n: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const calls = Array.from({ length: count }, (_, n) => call(nodes[n % 2] as TestApp, n));
  return (await Promise.all(calls)).map(({ status }) => status).sort();
}

test('one of many sign-ups gets a username', async () => {
  const statuses = await race(6, (node, n) => {
    const json = {
      username: n % 3 === 0 ? 'Racer' : 'racer',
      email: `r${n}@example.com`,
      password: PASSWORD,
    };
    return node.call('POST /api/auth/signup', { json, from: `192.0.2.${n + 1}` });
  });
  expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
});

test('one of many pages gets an address', async () => {
  const json = { kind: 'page', title: 'Now', slug: 'now', content: '<p>Text</p>' };
  const statuses = await race(6, (node) =>
    node.call('POST /api/document/create', { json, as: admin }),
  );
  expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
});

test('posts with the same title get different slugs', async () => {
  const other = await makeAccount(nodes[0].database, { role: 'administrator' });
  const slugs: string[] = [];
  const json = { title: 'The same title', category: 'javascript', content: '<p>Text</p>' };
  const statuses = await race(8, async (node, n) => {
    const answer = await node.call('POST /api/post/create', { json, as: n < 4 ? admin : other });
    slugs.push(answer.body.slug);
    return answer;
  });
  expect(statuses).toEqual(Array(8).fill(201));
  expect(new Set(slugs).size).toBe(8);
});

test('likes by one user toggle, one after the other', async () => {
  const post = await makePost(nodes[0].database);
  const comment = await makeComment(nodes[0].database, { postId: post.id, userId: admin.id });
  const likes = async () =>
    (await findCommentById(nodes[0].database.read, comment.id))?.likes.length;
  const like = (node: TestApp) =>
    node.call(`PUT /api/comment/likeComment/${comment.id}`, { as: admin });
  expect(await race(7, like)).toEqual(Array(7).fill(200));
  expect(await likes()).toBe(1);
  await race(2, like);
  expect(await likes()).toBe(1);
});

type Write = (tx: Db, commentId: string) => Promise<unknown>;

test.each<[name: string, first: Write, second: Write]>([
  [
    'a like and likes that are deleted in slices',
    (tx, id) => toggleLike(tx, id, admin.id),
    (tx, id) => deleteSomeLikes(tx, id, 100),
  ],
  [
    'a comment and an account that are deleted',
    (tx, id) => eraseComments(tx, [id], new Date()),
    (tx) => deleteSomeActivity(tx, admin.id, { limit: 100, now: new Date() }),
  ],
])('%s do not deadlock', async (_, first, second) => {
  const { database } = nodes[0];
  const author = await makeAccount(database);
  const post = await makePost(database);
  const { id } = await makeComment(database, { postId: post.id, userId: author.id });
  await database.transaction((tx) => toggleLike(tx, id, admin.id));
  // After a deadlock, a transaction is tried again.
  let attempts = 0;
  const { promise: locked, resolve } = Promise.withResolvers<void>();
  const holder = database.transaction(async (tx) => {
    attempts++;
    await lockComments(tx, [id]);
    resolve();
    await wait(300);
    await first(tx, id);
  });
  await locked;
  const other = database.transaction(async (tx) => {
    attempts++;
    await second(tx, id);
  });
  await Promise.all([holder, other]);
  expect(attempts).toBe(2);
});

test('of equal comments, one is written', async () => {
  const post = await makePost(nodes[0].database);
  const json = { content: 'Once', postId: post.id, userId: admin.id };
  const statuses = await race(4, (node) =>
    node.call('POST /api/comment/create', { json, as: admin }),
  );
  expect(statuses).toEqual([201, 400, 400, 400]);
});

test('a limit holds across nodes', async () => {
  const post = await makePost(nodes[0].database);
  const statuses = await race(9, (node, n) => {
    const json = { content: `Number ${n}`, postId: post.id, userId: admin.id };
    return node.call('POST /api/comment/create', { json, as: admin });
  });
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429]);
});

test('one administrator remains when all leave at once', async () => {
  const others = await Promise.all(
    [1, 2, 3].map(() => makeAccount(nodes[0].database, { role: 'administrator' })),
  );
  const statuses = await race(4, (node, n) => {
    const user = [admin, ...others][n] as UserRow;
    return node.call(`DELETE /api/user/delete/${user.id}`, { as: user });
  });
  expect(statuses).toEqual([200, 200, 200, 409]);
  expect(await countAdmins(nodes[0].database.read)).toBe(1);
});

test('an edit and a delete leave no post, or neither', async () => {
  const { read } = nodes[0].database;
  for (let round = 0; round < 5; round++) {
    const post = await makePost(nodes[0].database);
    const at = `${post.id}/${admin.id}`;
    const statuses = await race(4, (node, n) =>
      n === 3
        ? node.call(`DELETE /api/post/deletepost/${at}`, { as: admin })
        : node.call(`PUT /api/post/updatepost/${at}`, { as: admin, json: { title: `Edit ${n}` } }),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(await findPostById(read, post.id)).toBeUndefined();
  }
});

test('a user has at most 20 sessions', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => (nodes[n % 2] as TestApp).signIn(admin)));
  expect(await listUserSessions(nodes[0].database.read, admin.id)).toHaveLength(20);
});

/** A post with a comment, and a comment and a like that are about to be written. */
async function thread() {
  const [{ database }, node] = nodes;
  const post = await makePost(database);
  const liked = await makeComment(database, { postId: post.id, userId: admin.id });
  const reader = await makeAccount(database);
  const comment = { content: 'Just now', postId: post.id, userId: admin.id };
  return { database, node, post, liked, reader, comment };
}

/** Publishes the post again, and checks that the comment and the like are there. */
async function expectBoth({ node, post, liked, reader }: Awaited<ReturnType<typeof thread>>) {
  const { revision } = (await node.call(`GET /api/document/${post.id}`, { as: admin })).body;
  await node.call(`POST /api/document/publish/${post.id}`, { json: { revision }, as: admin });
  const shown = await node.call(`GET /api/comment/getPostComments/${post.id}`);
  expect(shown.body).toMatchObject([
    { content: 'Just now' },
    { _id: liked.id, likes: [reader.id], numberOfLikes: 1 },
  ]);
}

test('a comment and a like that are being written while a post is hidden come back with it', async () => {
  const found = await thread();
  const { database, node, post, liked, reader, comment } = found;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
  const writing = database.transaction(async (tx) => {
    expect(await hasPost(tx, post.id)).toBe(true);
    const times = { createdAt: new Date(), updatedAt: new Date() };
    await insertComment(tx, { ...comment, ...times });
    await toggleLike(tx, liked.id, reader.id, new Date());
    isWritten();
    await gate;
  });
  await written;
  const hiding = await node.call(`POST /api/document/unpublish/${post.id}`, { as: admin });
  expect(hiding.status, 'waits for neither').toBe(200);
  open();
  await writing;
  expect((await node.call(`GET /api/comment/getPostComments/${post.id}`)).body).toEqual([]);
  await expectBoth(found);
});

test('a comment and a like that are written while a post is being hidden come back with it', async () => {
  const found = await thread();
  const { database, node, post, liked, reader, comment } = found;
  const write = async () => [
    (await node.call('POST /api/comment/create', { json: comment, as: admin })).status,
    (await node.call(`PUT /api/comment/likeComment/${liked.id}`, { as: reader })).status,
  ];
  await database.transaction(async (tx) => {
    await lockDocument(tx, post.id);
    await hidePost(tx, post.id);
    await updateDocument(tx, post.id, { status: 'unpublished', publishedRevision: null });
    expect(await write()).toEqual([201, 200]);
  });
  expect(await write()).toEqual([404, 404]);
  await expectBoth(found);
});
