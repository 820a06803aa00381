import { expect, test } from 'vitest';
import { draft, scene } from './support.ts';

test('a deleted comment disappears with its likes and can’t be deleted again', async () => {
  const s = await scene();
  await s.call(`PUT /api/comment/likeComment/${s.comment.id}`, { as: s.reader });
  const line = `DELETE /api/comment/deleteComment/${s.comment.id}`;
  expect((await s.call(line, { as: s.author })).body).toEqual({
    success: true,
    message: 'The comment has been deleted.',
  });
  expect((await s.call(line, { as: s.author })).status).toBe(404);
  expect((await s.call(`GET /api/comment/getPostComments/${s.post.id}`)).body).toEqual([]);
});

test('other sites can’t create comments', async () => {
  const s = await scene();
  const { status } = await s.call('POST /api/comment/create', {
    as: s.reader,
    json: draft(s, s.reader, 'Hello'),
    headers: { Origin: 'https://elsewhere.example' },
  });
  expect(status).toBe(403);
});
