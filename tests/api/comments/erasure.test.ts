import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUpComments } from '../../../api/comments/erase.ts';
import type { Comment, ThreadPage } from '../../../api/contract/comments.ts';
import { deleteUserUnlessLastAdmin } from '../../../api/users/delete.ts';
import { deleteDemo } from '../../../db/queries/demo.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { allComments, commentReports, commentVersions, notifications } from '../../../db/schema.ts';
import { makeComment, makeUser } from '../../support/database.ts';
import { draft, type Scene, scene } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let s: Scene;
let now = 0;
beforeEach(async () => {
  now = Date.now();
  s = await scene({
    services: { now: () => new Date(now) },
    limits: { comment: { points: 100, duration: 60 } },
  });
});

async function write(user: UserRow, content: string, parentId?: string): Promise<Comment> {
  const json = draft(s, user, content, { parentId });
  const { status, body } = await s.call('POST /api/comment/create', { json, as: user });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const edit = (id: string, content: string, as: UserRow) =>
  s.call(`PUT /api/comment/editComment/${id}`, { json: { content }, as });
const remove = (id: string, as: UserRow) =>
  s.call(`DELETE /api/comment/deleteComment/${id}`, { as });
const moderate = (id: string, action: string) =>
  s.call(`PUT /api/comment/moderate/${id}`, { json: { action }, as: s.admin });
const threads = async (): Promise<ThreadPage> =>
  (await s.call(`GET /api/comment/getthreads/${s.post.id}`)).body;
const rows = async () => (await s.database.read.select().from(allComments)).map(({ id }) => id);

/** Everything that is stored about comments, as text. */
async function stored(): Promise<string> {
  const tables = [allComments, commentReports, commentVersions, notifications];
  const found = await Promise.all(tables.map((table) => s.database.read.select().from(table)));
  return JSON.stringify(found);
}

describe('the earlier versions of a comment', () => {
  const versions = (id: string, as?: UserRow) =>
    s.call(`GET /api/comment/getversions/${id}`, { as });

  test('are kept for moderators', async () => {
    const { _id } = await write(s.reader, 'First');
    const at = new Date(now).toISOString();
    now += 1_000;
    await edit(_id, 'Second', s.reader);
    // No edit, so no version.
    await edit(_id, ' Second ', s.reader);
    now += 1_000;
    await edit(_id, 'Third', s.admin);
    const { body } = await versions(_id, s.admin);
    expect(body).toMatchObject([{ content: 'First', at }, { content: 'Second' }]);
    expect((await versions('nothing', s.admin)).status).toBe(404);
    expect((await versions(_id, s.reader)).status).toBe(403);
    expect((await versions(_id)).status).toBe(401);
    const { body: page } = await s.call(`GET /api/comment/getPostComments/${s.post.id}`);
    expect(JSON.stringify(page)).not.toContain('First');
    expect(page[0]).toMatchObject({ content: 'Third', isEdited: true });
  });

  test('are erased with the comment, also if a stub stays', async () => {
    const { _id } = await write(s.reader, 'zqfirst');
    await edit(_id, 'zqsecond', s.reader);
    const report = { reason: 'spam', note: 'zqnote' };
    await s.call(`POST /api/comment/report/${_id}`, { json: report, as: s.author });
    await write(s.author, 'Reply', _id);
    expect(await stored()).toMatch(/zqfirst.*zqnote|zqnote.*zqfirst/);
    expect((await remove(_id, s.reader)).status).toBe(200);
    expect(await stored()).not.toContain('zq');
    expect((await threads()).threads[0]).toMatchObject({
      comment: null,
      replies: [{ content: 'Reply' }],
    });
  });
});

describe('a comment that a moderator removed', () => {
  // Sessions are shorter than that, so only the cleanup runs later.
  const cleanUpAfter = (ms: number) =>
    cleanUpComments({ ...s.services, now: () => new Date(now + ms) });

  test('can be restored for 30 days, then it is erased', async () => {
    const [removed, spam] = [await write(s.reader, 'Removed'), await write(s.reader, 'Spam')];
    await remove(removed._id, s.admin);
    await moderate(spam._id, 'spam');
    await cleanUpAfter(30 * DAY_MS - 1_000);
    expect((await moderate(removed._id, 'restore')).body.state).toBe('visible');
    now += 10_000;
    expect((await moderate(removed._id, 'remove')).body.state).toBe('removed');
    await cleanUpAfter(30 * DAY_MS - 1_000);
    expect(await rows()).toEqual([s.comment.id, removed._id]);
    expect((await moderate(spam._id, 'restore')).status).toBe(404);
    await cleanUpAfter(30 * DAY_MS + 1_000);
    expect(await rows()).toEqual([s.comment.id]);
  });

  test('leaves a stub after 30 days if it has replies, which goes with the last one', async () => {
    const reply = await write(s.reader, 'Reply', s.comment.id);
    await remove(s.comment.id, s.admin);
    await cleanUpAfter(31 * DAY_MS);
    expect((await threads()).threads).toMatchObject([
      { comment: null, replies: [{ content: 'Reply' }] },
    ]);
    expect((await moderate(s.comment.id, 'restore')).status).toBe(404);
    await moderate(reply._id, 'spam');
    expect(await threads()).toMatchObject({ threads: [], total: 0 });
    expect(await rows()).toHaveLength(2);
    await cleanUpAfter(31 * DAY_MS);
    expect(await rows()).toEqual([]);
  });

  test('is erased in slices', async () => {
    for (let n = 0; n < 45; n++) {
      const stateAt = new Date(now - 31 * DAY_MS);
      const values = { postId: s.post.id, userId: s.reader.id, stateAt };
      await makeComment(s.database, { ...values, state: n % 2 ? 'spam' : 'removed' });
    }
    await cleanUpComments(s.services);
    expect(await rows()).toEqual([s.comment.id]);
  });
});

describe('other people’s replies stay', () => {
  async function expectStub() {
    expect((await threads()).threads).toMatchObject([
      { comment: null, replies: [{ content: 'Reply' }] },
    ]);
  }

  test('when the command deletes an account', async () => {
    await write(s.reader, 'Reply', s.comment.id);
    await s.database.transaction((tx) => deleteUserUnlessLastAdmin(tx, s.author, new Date(now)));
    await expectStub();
  });

  test('when the demo content is removed', async () => {
    const demo = await makeUser(s.database, { isDemo: true });
    await remove(s.comment.id, s.author);
    const { _id } = await write(demo, 'From the demo');
    await write(s.reader, 'Reply', _id);
    await s.database.transaction((tx) => deleteDemo(tx, new Date(now)));
    await expectStub();
  });
});
