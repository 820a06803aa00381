import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { deleteSomeActivity } from '../../../db/queries/comment-states.ts';
import { listComments } from '../../../db/queries/comments.ts';
import { deleteSomeLikes, replaceLikes, toggleLike } from '../../../db/queries/likes.ts';
import { hidePost, showPost } from '../../../db/queries/posts-table.ts';
import { moveContent } from '../../../db/queries/transfer.ts';
import { likes, users } from '../../../db/schema.ts';
import { makeComment, makePost, makeUser, testDatabase } from '../../support/database.ts';

const FANS = 5;

let database: Database;
let postId: string;
/** The first comment has no likes, the second has one, and so on. */
let comments: string[];
let fans: string[];
beforeEach(async () => {
  database = await testDatabase();
  postId = (await makePost(database)).id;
  const { id: userId } = await makeUser(database);
  fans = [];
  for (let n = 0; n < FANS; n++) fans.push((await makeUser(database)).id);
  comments = [];
  for (let n = 0; n <= FANS; n++)
    comments.push((await makeComment(database, { postId, userId })).id);
  // In one statement.
  const given = comments.flatMap((commentId, number) =>
    fans.slice(0, number).map((fan) => ({ commentId, userId: fan, createdAt: new Date(1) })),
  );
  await database.transaction((tx) => tx.insert(likes).values(given));
});

/** Returns the stored number of each comment. Fails if it isn't the number of its likes. */
async function numbers(): Promise<number[]> {
  const rows = await listComments(database.read, { startIndex: 0, limit: 100, sort: 'asc' });
  for (const { likes: ids, numberOfLikes } of rows) expect(numberOfLikes).toBe(ids.length);
  return rows.map(({ numberOfLikes }) => numberOfLikes);
}

const first = () => fans[0] as string;
const last = () => comments[FANS] as string;

test('is right for likes that are inserted together', async () => {
  expect(await numbers()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('follows likes that are added and removed at the same time', async () => {
  const toggles = comments.flatMap((id) => fans.map((fan) => [id, fan] as const));
  await Promise.all(
    toggles.map(([id, fan]) => database.transaction((tx) => toggleLike(tx, id, fan))),
  );
  expect(await numbers()).toEqual([5, 4, 3, 2, 1, 0]);
});

test('follows an account that is deleted', async () => {
  await database.transaction((tx) => tx.delete(users).where(eq(users.id, first())));
  expect(await numbers()).toEqual([0, 0, 1, 2, 3, 4]);
});

test('follows likes that are deleted in slices', async () => {
  await database.transaction((tx) => deleteSomeLikes(tx, last(), 3));
  expect((await numbers()).at(-1)).toBe(2);
  await database.transaction((tx) =>
    deleteSomeActivity(tx, first(), { limit: 100, now: new Date() }),
  );
  expect(await numbers()).toEqual([0, 0, 1, 2, 3, expect.any(Number)]);
});

test('is the same after the post was hidden and restored', async () => {
  await database.transaction((tx) => hidePost(tx, postId));
  expect(await numbers()).toEqual([]);
  await database.transaction((tx) => showPost(tx, postId));
  expect(await numbers()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('follows an import and a merged account', async () => {
  const like = { userId: first(), createdAt: new Date(2) };
  await database.transaction((tx) => replaceLikes(tx, last(), [like]));
  expect(await numbers()).toEqual([0, 1, 2, 3, 4, 1]);
  const [from, to] = [fans[1] as string, first()];
  await database.transaction((tx) => moveContent(tx, from, to));
  expect(await numbers()).toEqual([0, 1, 1, 2, 3, 1]);
});
