import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { putState } from '../../db/queries/comment-states.ts';
import type { CommentRow } from '../../db/queries/comments-table.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { allRows } from '../../db/queries/query.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { allComments } from '../../db/schema.ts';
import { makeAccount, type TestApp, testApp } from '../support/app.ts';
import { makeComment, makePost } from '../support/database.ts';

// Replies, reports and moderators at the same time, on two nodes with one database.

let nodes: [TestApp, TestApp];
let database: Database;
let post: PostRow;
let admin: UserRow;
let editor: UserRow;
let author: UserRow;
let reader: UserRow;
/** A transaction is tried again after a deadlock. */
const retried = { transactions: 0, attempts: 0 };

function counted(inner: Database): Database {
  return {
    ...inner,
    transaction: (work) => {
      retried.transactions++;
      return inner.transaction((tx) => {
        retried.attempts++;
        return work(tx);
      });
    },
  };
}

beforeEach(async () => {
  const limits = { comment: { points: 1_000, duration: 60 } };
  const { database: own } = await testApp();
  database = own;
  const other = await openDatabase(own.url);
  onTestFinished(() => other.close());
  nodes = [
    await testApp({ limits, services: { database: counted(database) } }),
    await testApp({ limits, services: { database: counted(other) } }),
  ];
  admin = await makeAccount(database, { role: 'administrator' });
  editor = await makeAccount(database, { role: 'editor' });
  author = await makeAccount(database);
  reader = await makeAccount(database);
  post = await makePost(database);
  Object.assign(retried, { transactions: 0, attempts: 0 });
});

const make = (values: object = {}) =>
  makeComment(database, { postId: post.id, userId: author.id, ...values });
const reply = (node: TestApp, to: string, n: number, as = reader) => {
  const json = { content: `Reply ${n}`, postId: post.id, userId: as.id, parentId: to };
  return node.call('POST /api/comment/create', { json, as });
};
const rows = () => database.read.select().from(allComments);
const stateOf = async (id: string) => (await rows()).find((row) => row.id === id)?.state;

function expectNoRetries(): void {
  expect(retried.transactions).toBeGreaterThan(0);
  expect(retried.attempts).toBe(retried.transactions);
}

test('a reply and the deletion of its top comment leave both out, or the reply below a stub', async () => {
  for (let n = 0; n < 20; n++) {
    const top = await make({ content: `Top ${n}` });
    const path = `DELETE /api/comment/deleteComment/${top.id}`;
    const calls = [nodes[0].call(path, { as: author }), reply(nodes[1], top.id, n)];
    const [deleted, written] = await Promise.all(calls);
    expect(deleted?.status).toBe(200);
    expect([201, 404]).toContain(written?.status);
    const isWritten = written?.status === 201;
    expect(await stateOf(top.id)).toBe(isWritten ? 'erased' : undefined);
    if (isWritten) expect(await stateOf(written?.body._id)).toBe('visible');
  }
  expectNoRetries();
});

test('the last two replies to a stub that go at once take it with them', async () => {
  for (let n = 0; n < 10; n++) {
    const top = await make({ content: `Top ${n}` });
    const replies: CommentRow[] = [];
    for (const userId of [author.id, reader.id]) {
      replies.push(await make({ userId, parentId: top.id, threadId: top.id }));
    }
    const remove = (node: TestApp, id: string | undefined, as: UserRow) =>
      node.call(`DELETE /api/comment/deleteComment/${id}`, { as });
    expect((await remove(nodes[0], top.id, author)).status).toBe(200);
    await Promise.all([
      remove(nodes[0], replies[0]?.id, author),
      remove(nodes[1], replies[1]?.id, reader),
    ]);
    expect(await rows()).toEqual([]);
  }
  expectNoRetries();
});

test('of two moderators, the second decides about what the first one left', async () => {
  const moderate = (node: TestApp, id: string, action: string, as: UserRow) =>
    node.call(`PUT /api/comment/moderate/${id}`, { json: { action, trust: true }, as });
  for (let n = 0; n < 20; n++) {
    const { id } = await make({ state: 'held', stateAt: new Date() });
    const [approved, removed] = await Promise.all([
      moderate(nodes[n % 2] as TestApp, id, 'approve', admin),
      moderate(nodes[(n + 1) % 2] as TestApp, id, 'remove', editor),
    ]);
    expect([200, 409]).toContain(approved?.status);
    expect(removed?.status).toBe(200);
    expect(await stateOf(id)).toBe('removed');
  }
  expectNoRetries();
});

test('members who report a comment at once count each other', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => makeAccount(database)));
  const { id } = await make();
  const answers = await Promise.all(
    members.map((as, n) =>
      (nodes[n % 2] as TestApp).call(`POST /api/comment/report/${id}`, {
        json: { reason: 'spam' },
        as,
      }),
    ),
  );
  // The third one holds it; the others no longer see it.
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 404, 404, 404]);
  expect(await stateOf(id)).toBe('held');
  expectNoRetries();
});

test('moderators who decide about many comments in another order don’t deadlock', async () => {
  const made = await Promise.all(Array.from({ length: 40 }, (_, n) => make({ content: `${n}` })));
  const ids = made.map(({ id }) => id);
  const many = (node: TestApp, list: string[], action: string, as: UserRow) =>
    node.call('PUT /api/comment/moderate', { json: { ids: list, action }, as });
  const answers = await Promise.all([
    many(nodes[0], ids, 'hold', admin),
    many(nodes[1], ids.toReversed(), 'spam', editor),
    ...made.slice(0, 10).map(({ id }, n) => reply(nodes[n % 2] as TestApp, id, n)),
    ...made.slice(10, 15).map(({ id }) =>
      nodes[1].call(`PUT /api/comment/editComment/${id}`, {
        json: { content: 'Edited' },
        as: author,
      }),
    ),
    ...made
      .slice(15, 20)
      .map(({ id }) => nodes[0].call(`PUT /api/comment/likeComment/${id}`, { as: reader })),
  ]);
  expect(answers.filter(({ status }) => ![200, 201, 404, 409].includes(status))).toEqual([]);
  const states = new Set(
    (await rows()).filter(({ threadId }) => !threadId).map((row) => row.state),
  );
  expect([...states]).toEqual(['spam']);
  expectNoRetries();
});

test('removing everything of a member misses nothing when another moderator decides first', async () => {
  // More than one transaction removes.
  const first = await make();
  for (let n = 0; n < 50; n++) await Promise.all(Array.from({ length: 10 }, () => make()));
  const at = new Date();
  const removal = await database.transaction(async (tx) => {
    await putState(tx, first.id, { state: 'spam', stateAt: at, reasons: [] });
    const path = `PUT /api/comment/removeall/${author.id}`;
    const call = nodes[1].call(path, { json: { since: 'all' }, as: admin });
    await expect.poll(isWaiting, { timeout: 30_000, interval: 5 }).toBe(true);
    return { call };
  });
  expect((await removal.call).body.changed).toBe(500);
  expect((await rows()).filter(({ state }) => state === 'visible')).toEqual([]);
});

/** Whether a transaction waits for a lock of another. */
async function isWaiting(): Promise<boolean> {
  // Not in the transaction: it keeps its first view of the other connections.
  const rows = await allRows<{ pid: number }>(
    database.read,
    sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test('trusting a member who answers the same thread doesn’t deadlock', async () => {
  for (let n = 0; n < 10; n++) {
    const top = await make({ content: `Top ${n}` });
    const hold = { json: { action: 'hold' }, as: admin };
    const { id } = await make({ content: `Held ${n}`, threadId: top.id, parentId: top.id });
    await nodes[0].call(`PUT /api/comment/moderate/${id}`, hold);
    await Promise.all([
      nodes[0].call(`PUT /api/comment/moderate/${id}`, {
        json: { action: 'approve', trust: true },
        as: editor,
      }),
      reply(nodes[1], top.id, n, author),
      nodes[1].call(`DELETE /api/comment/deleteComment/${top.id}`, { as: author }),
    ]);
  }
  expectNoRetries();
});
