import { expect, test } from 'vitest';
import type { Comment } from '../../../api/contract/comments.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { allComments, likes } from '../../../db/schema.ts';
import { withLikeToggled } from '../../../src/stores/thread.ts';
import { makeComment, makeUser } from '../../support/database.ts';
import { type Scene, scene } from './support.ts';

/** Lets so many new users like comments. Returns them, sorted by id, as `likes` is. */
async function fans({ database }: Scene, count: number, commentIds: string[]): Promise<UserRow[]> {
  const users: UserRow[] = [];
  for (let n = 0; n < count; n++) users.push(await makeUser(database));
  const createdAt = new Date();
  await database.transaction(async (tx) => {
    for (const commentId of commentIds) {
      await tx.insert(likes).values(users.map(({ id }) => ({ commentId, userId: id, createdAt })));
    }
  });
  return users.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function thread({ call, post }: Scene, as?: UserRow, limit = 20): Promise<Comment[]> {
  const line = `GET /api/comment/getPostComments/${post.id}?limit=${limit}`;
  return (await call(line, as && { as })).body;
}

test('a comment names a hundred of the users who like it, and counts all', async () => {
  const s = await scene();
  const users = await fans(s, 130, [s.comment.id]);
  const [first] = await thread(s);
  expect(first?.likes).toEqual(users.slice(0, 100).map(({ id }) => id));
  expect(first?.numberOfLikes).toBe(130);
});

test('a user’s own like is always named: in threads, lists and answers', async () => {
  const s = await scene();
  const users = await fans(s, 130, [s.comment.id]);
  const last = users.at(-1) as UserRow;
  const [own] = await thread(s, last);
  expect(own?.likes).toContain(last.id);
  expect(own?.likes).toHaveLength(101);
  const [other] = await thread(s, s.reader);
  expect(other?.likes).not.toContain(last.id);

  const like = () => s.call(`PUT /api/comment/likeComment/${s.comment.id}`, { as: last });
  const removed = (await like()).body;
  expect([removed.numberOfLikes, removed.likes.includes(last.id)]).toEqual([129, false]);
  const added = (await like()).body;
  expect([added.numberOfLikes, added.likes.includes(last.id)]).toEqual([130, true]);

  await s.call(`PUT /api/comment/likeComment/${s.comment.id}`, { as: s.author });
  const edit = `PUT /api/comment/editComment/${s.comment.id}`;
  const edited = await s.call(edit, { as: s.author, json: { content: 'Edited' } });
  expect(edited.body.likes).toContain(s.author.id);
  expect(edited.body.numberOfLikes).toBe(131);
});

test('a page of a hundred comments with thousands of likes stays under 100 kB', async () => {
  const s = await scene();
  const { id: postId } = s.post;
  const ids = [s.comment.id];
  for (let n = 1; n < 100; n++) {
    const values = { postId, userId: s.author.id, content: 'x'.repeat(200) };
    ids.push((await makeComment(s.database, values)).id);
  }
  const users = await fans(s, 110, ids);
  const last = users.at(-1) as UserRow;
  for (const as of [undefined, last]) {
    const page = await thread(s, as, 100);
    expect(page).toHaveLength(100);
    expect(JSON.stringify(page).length).toBeLessThan(100_000);
    expect(page.every(({ numberOfLikes }) => numberOfLikes === 110)).toBe(true);
    if (as) expect(page.every(({ likes: ids }) => ids.includes(as.id))).toBe(true);
  }
});

test('a toggle in the browser counts from the whole number', () => {
  const comment = { likes: ['a'], numberOfLikes: 5_000 } as Comment;
  const liked = withLikeToggled(comment, 'me');
  expect([liked.likes, liked.numberOfLikes]).toEqual([['a', 'me'], 5_001]);
  expect(withLikeToggled(liked, 'me').numberOfLikes).toBe(5_000);
});

test('an account with many comments and likes is deleted in slices, others’ comments stay', async () => {
  const s = await scene();
  const { database, reader } = s;
  const createdAt = new Date();
  const rows = Array.from({ length: 1_200 }, (_, n) => ({
    id: `c${n}`,
    postId: s.post.id,
    userId: reader.id,
    content: `Comment ${n}`,
    createdAt,
    updatedAt: createdAt,
  }));
  await database.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += 200) {
      await tx.insert(allComments).values(rows.slice(from, from + 200));
      const liked = rows.slice(from, from + 200).map(({ id }) => ({ commentId: id }));
      await tx.insert(likes).values(liked.map((row) => ({ ...row, userId: reader.id, createdAt })));
    }
    await tx.insert(likes).values({ commentId: s.comment.id, userId: reader.id, createdAt });
  });
  const done = await s.call(`DELETE /api/user/delete/${reader.id}`, { as: s.admin });
  expect(done.status).toBe(200);
  expect((await s.call(`GET /api/user/${reader.id}`)).status).toBe(404);
  expect(await thread(s)).toMatchObject([{ _id: s.comment.id, numberOfLikes: 0, likes: [] }]);
  const audit = await s.call('GET /api/audit?action=user.delete', { as: s.admin });
  expect(audit.body.entries).toHaveLength(1);
});

test('a comment with many likes is deleted with them', async () => {
  const s = await scene();
  await fans(s, 1_100, [s.comment.id]);
  const line = `DELETE /api/comment/deleteComment/${s.comment.id}`;
  expect((await s.call(line, { as: s.author })).status).toBe(200);
  expect(await s.database.read.$count(likes)).toBe(0);
  expect(await thread(s)).toEqual([]);
});

test('far pages have the same order as one long list', async () => {
  const s = await scene();
  const { id: postId } = s.post;
  // Several of the same millisecond.
  for (let n = 0; n < 30; n++) {
    const createdAt = new Date(1_700_000_000_000 + Math.floor(n / 4));
    await makeComment(s.database, { postId, userId: s.author.id, content: `C ${n}`, createdAt });
  }
  const all = (await thread(s, undefined, 100)).map(({ _id }) => _id);
  const paged: string[] = [];
  for (let start = 0; start < 31; start += 7) {
    const line = `GET /api/comment/getPostComments/${postId}?startIndex=${start}&limit=7`;
    paged.push(...(await s.call(line)).body.map(({ _id }: Comment) => _id));
  }
  expect(paged).toEqual(all);
});
