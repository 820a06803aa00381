import { beforeEach, describe, expect, test } from 'vitest';
import type { Comment, CommentThread, ThreadPage } from '../../../api/contract/comments.ts';
import { hidePost } from '../../../db/queries/posts-table.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makePost } from '../../support/database.ts';
import { draft, type Scene, scene } from './support.ts';

let s: Scene;
let now = 0;
beforeEach(async () => {
  now = Date.now();
  s = await scene({
    services: { now: () => new Date(now) },
    limits: { comment: { points: 100, duration: 60 } },
  });
});

/** Writes a comment, a second after the one before. */
async function write(user: UserRow, content: string, parentId?: string): Promise<Comment> {
  now += 1_000;
  const json = draft(s, user, content, { parentId });
  const { status, body } = await s.call('POST /api/comment/create', { json, as: user });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function read(query = '', as?: UserRow): Promise<ThreadPage> {
  const { status, body } = await s.call(`GET /api/comment/getthreads/${s.post.id}${query}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const texts = ({ comment, replies }: CommentThread) => [
  comment?.content ?? null,
  ...replies.map(({ content }) => content),
];

describe('replies', () => {
  test('belong to the thread of their top comment, oldest first', async () => {
    const first = await write(s.reader, 'First', s.comment.id);
    const second = await write(s.author, 'Second', first._id);
    const top = await write(s.reader, 'Another thread');
    expect([first.parentId, second.parentId, top.parentId]).toEqual([
      s.comment.id,
      first._id,
      null,
    ]);
    const page = await read();
    expect(page.threads.map(texts)).toEqual([
      ['Another thread'],
      [s.comment.content, 'First', 'Second'],
    ]);
    expect(page).toMatchObject({ total: 4, next: null, previous: null });
    expect(page.threads[1]?.replies[1]).toMatchObject({ parentId: first._id, state: 'visible' });
  });

  test('need a visible comment of the same post', async () => {
    const other = await makePost(s.database);
    const statusOf = async (more: object) => {
      const json = draft(s, s.reader, 'Reply', more);
      return (await s.call('POST /api/comment/create', { json, as: s.reader })).status;
    };
    expect(await statusOf({ postId: other.id, parentId: s.comment.id })).toBe(404);
    expect(await statusOf({ parentId: 'nothing' })).toBe(404);
    expect(await statusOf({ parentId: 7 })).toBe(400);
  });

  test('show ten of each thread, and the others on request', async () => {
    for (let n = 1; n <= 13; n++) await write(s.reader, `Reply ${n}`, s.comment.id);
    const [thread] = (await read()).threads;
    expect(thread?.replies.map(({ content }) => content).at(-1)).toBe('Reply 10');
    expect(thread?.moreReplies).toBe(3);
    const path = `GET /api/comment/getreplies/${s.comment.id}`;
    const { body } = await s.call(`${path}?startIndex=10`);
    expect(body.replies.map((one: Comment) => one.content)).toEqual([
      'Reply 11',
      'Reply 12',
      'Reply 13',
    ]);
    expect(body.total).toBe(13);
    expect((await s.call('GET /api/comment/getreplies/nothing')).status).toBe(404);
  });

  test('of a reply are those that answer it', async () => {
    const first = await write(s.reader, 'First', s.comment.id);
    await write(s.reader, 'Second', s.comment.id);
    await write(s.author, 'Answer', first._id);
    const { body } = await s.call(`GET /api/comment/getreplies/${first._id}`);
    expect(body).toMatchObject({ total: 1, replies: [{ content: 'Answer' }] });
  });

  test('are part of the flat list', async () => {
    await write(s.reader, 'Reply', s.comment.id);
    const { body } = await s.call(`GET /api/comment/getPostComments/${s.post.id}`);
    expect(body).toMatchObject([
      { content: 'Reply', parentId: s.comment.id },
      { content: s.comment.content, parentId: null },
    ]);
  });
});

describe('a deleted comment', () => {
  const remove = (id: string, as: UserRow) =>
    s.call(`DELETE /api/comment/deleteComment/${id}`, { as });

  test('leaves a stub while it has replies', async () => {
    const reply = await write(s.reader, 'Reply', s.comment.id);
    expect((await remove(s.comment.id, s.author)).status).toBe(200);
    const page = await read();
    expect(page).toMatchObject({ total: 1, threads: [{ comment: null, moreReplies: 0 }] });
    expect(page.threads.map(texts)).toEqual([[null, 'Reply']]);
    const replies = await s.call(`GET /api/comment/getreplies/${s.comment.id}`);
    expect(replies.body).toMatchObject({ total: 1 });
    // Others can answer the reply.
    await write(s.author, 'Second', reply._id);
    const json = draft(s, s.reader, 'Third', { parentId: s.comment.id });
    expect((await s.call('POST /api/comment/create', { json, as: s.reader })).status).toBe(404);
    const [second] = (await read()).threads[0]?.replies.slice(1) ?? [];
    await remove(second?._id ?? '', s.author);
    await remove(reply._id, s.reader);
    expect(await read()).toMatchObject({ total: 0, threads: [] });
    expect((await s.call(`GET /api/comment/getreplies/${s.comment.id}`)).status).toBe(404);
  });

  test('leaves nothing without replies', async () => {
    await remove(s.comment.id, s.author);
    expect(await read()).toMatchObject({ total: 0, threads: [] });
  });

  test('leaves a stub if its author deletes the account', async () => {
    await write(s.reader, 'Reply', s.comment.id);
    const path = `DELETE /api/user/delete/${s.author.id}`;
    expect((await s.call(path, { as: s.admin })).status).toBe(200);
    expect((await read()).threads.map(texts)).toEqual([[null, 'Reply']]);
    expect((await s.call(`GET /api/comment/getPostComments/${s.post.id}`)).body).toHaveLength(1);
  });

  test('by a moderator is seen by its author, and can be deleted', async () => {
    expect((await remove(s.comment.id, s.admin)).status).toBe(200);
    expect(await read('', s.reader)).toMatchObject({ total: 0, threads: [] });
    expect((await remove(s.comment.id, s.reader)).status).toBe(404);
    const edit = `PUT /api/comment/editComment/${s.comment.id}`;
    expect((await s.call(edit, { json: { content: 'New' }, as: s.author })).status).toBe(409);
    expect((await remove(s.comment.id, s.author)).status).toBe(200);
    expect((await remove(s.comment.id, s.author)).status).toBe(404);
  });
});

describe('a page of threads', () => {
  const tops = (page: ThreadPage) => page.threads.map(({ comment }) => comment?.content);

  async function writeTops(count: number): Promise<Comment[]> {
    const all: Comment[] = [];
    for (let n = 1; n <= count; n++) all.push(await write(s.reader, `Top ${n}`));
    return all;
  }

  test.each(['newest', 'oldest', 'liked'])('%s first, back and forth', async (sort) => {
    const all = await writeTops(6);
    const like = (n: number, as: UserRow) =>
      s.call(`PUT /api/comment/likeComment/${all[n]?._id}`, { as });
    await like(3, s.author);
    await like(3, s.reader);
    await like(1, s.author);
    const own = s.comment.content;
    const byTime = [own, 'Top 1', 'Top 2', 'Top 3', 'Top 4', 'Top 5', 'Top 6'];
    const byLikes = ['Top 4', 'Top 2', 'Top 6', 'Top 5', 'Top 3', 'Top 1', own];
    const expected = { newest: byTime.toReversed(), oldest: byTime, liked: byLikes }[sort];
    const first = await read(`?sort=${sort}&limit=3`);
    const second = await read(`?sort=${sort}&limit=3&cursor=${first.next}`);
    const third = await read(`?sort=${sort}&limit=3&cursor=${second.next}`);
    expect([first, second, third].flatMap(tops)).toEqual(expected);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await read(`?sort=${sort}&limit=3&cursor=${third.previous}`);
    expect(tops(back)).toEqual(tops(second));
    expect(tops(await read(`?sort=${sort}&limit=3&cursor=${back.previous}`))).toEqual(tops(first));
    expect(tops(await read(`?sort=${sort}&limit=3&cursor=${back.next}`))).toEqual(tops(third));
  });

  test('around a comment has it and its replies', async () => {
    const all = await writeTops(8);
    const ids = all.map(({ _id }) => _id);
    expect(tops(await read(`?limit=3&around=${ids[7]}`))).toEqual(['Top 8', 'Top 7', 'Top 6']);
    const page = await read(`?limit=3&around=${ids[1]}`);
    expect(tops(page)).toEqual(['Top 2', 'Top 1', s.comment.content]);
    expect(page.next).toBeNull();
    expect(tops(await read(`?limit=3&cursor=${page.previous}`))).toEqual([
      'Top 5',
      'Top 4',
      'Top 3',
    ]);
    let last = all[1];
    for (let n = 1; n <= 12; n++) last = await write(s.author, `Reply ${n}`, ids[1]);
    await write(s.author, 'Reply 13', ids[1]);
    const [thread] = (await read(`?limit=3&around=${last?._id}`)).threads;
    expect(thread?.replies.at(-1)?._id).toBe(last?._id);
    expect([thread?.replies.length, thread?.moreReplies]).toEqual([12, 1]);
    const other = await makePost(s.database);
    for (const path of [`${s.post.id}?around=nothing`, `${other.id}?around=${ids[1]}`])
      expect((await s.call(`GET /api/comment/getthreads/${path}`)).status).toBe(404);
  });

  test.each(['limit=0', 'limit=51', 'sort=best', 'cursor=x', 'cursor=after.1.2'])(
    'refuses %s',
    async (query) => {
      expect((await s.call(`GET /api/comment/getthreads/${s.post.id}?${query}`)).status).toBe(400);
    },
  );

  test('names the rules, which change with the settings and the post', async () => {
    const rulesOf = async () => (await read()).rules;
    expect(await rulesOf()).toEqual({ maxLength: 200, editMinutes: null, openUntil: null });
    const wanted = { commentLength: 300, commentEditMinutes: 5, commentsCloseAfterDays: 2 };
    const changed = await s.call('PUT /api/settings', { json: wanted, as: s.admin });
    expect(changed.status).toBe(200);
    const until = new Date(s.post.createdAt.getTime() + 2 * 24 * 60 * 60 * 1000).toISOString();
    expect(await rulesOf()).toEqual({ maxLength: 300, editMinutes: 5, openUntil: until });
    const path = `PUT /api/post/comments/${s.post.id}`;
    expect((await s.call(path, { json: { open: false }, as: s.admin })).status).toBe(200);
    expect(await rulesOf()).toMatchObject({ openUntil: s.post.createdAt.toISOString() });
  });

  test('has nothing of a hidden or unknown post', async () => {
    await s.database.transaction((tx) => hidePost(tx, s.post.id));
    const empty = { threads: [], total: 0, next: null, previous: null };
    expect(await read()).toMatchObject(empty);
    expect((await s.call('GET /api/comment/getthreads/nothing')).body).toMatchObject(empty);
    expect((await s.call(`GET /api/comment/getreplies/${s.comment.id}`)).status).toBe(404);
  });
});
