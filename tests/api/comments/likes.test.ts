import { beforeEach, expect, test } from 'vitest';
import { findCommentById } from '../../../db/queries/comments.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeUser } from '../../support/database.ts';
import { type Scene, scene } from './support.ts';

let s: Scene;
beforeEach(async () => {
  s = await scene();
});

const like = (as: UserRow) => s.call(`PUT /api/comment/likeComment/${s.comment.id}`, { as });
const stored = async () => (await findCommentById(s.database.read, s.comment.id))?.likes;

test('a like is toggled by each call and doesn’t count as an edit', async () => {
  const { status, body } = await like(s.reader);
  expect(status).toBe(200);
  expect(body).toMatchObject({ likes: [s.reader.id], numberOfLikes: 1 });
  expect(body.updatedAt).toBe(s.comment.updatedAt.toISOString());
  expect(body.author.username).toBe('author');
  expect((await like(s.reader)).body).toMatchObject({ likes: [], numberOfLikes: 0 });
});

test('fifty likes at once count as fifty', async () => {
  const fans = await Promise.all(Array.from({ length: 50 }, () => makeUser(s.database)));
  const answers = await Promise.all(fans.map(like));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(new Set(answers.map(({ body }) => body.numberOfLikes)).size).toBe(50);
  expect((await stored())?.toSorted()).toEqual(fans.map((fan) => fan.id).toSorted());
});

test('after ten toggles of one user at once, the last response is right', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => like(s.reader)));
  const liked = answers.filter(({ body }) => body.likes.includes(s.reader.id)).length;
  expect(liked).toBe(5);
  expect(await stored()).toEqual([]);
});

test('a like is deleted with its account', async () => {
  await like(s.reader);
  await s.call(`DELETE /api/user/delete/${s.reader.id}`, { as: s.admin });
  expect(await stored()).toEqual([]);
});
