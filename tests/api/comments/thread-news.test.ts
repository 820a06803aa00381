import { beforeEach, expect, test } from 'vitest';
import type { ThreadPage } from '../../../api/contract/comments.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { draft, type Scene, scene } from './support.ts';

// What the section of comments asks for while a reader has it in view.

let s: Scene;
let now = 0;
beforeEach(async () => {
  now = Date.now();
  s = await scene({ services: { now: () => new Date(now) } });
});

const read = (query = '', as?: UserRow, headers: Record<string, string> = {}) =>
  s.call(`GET /api/comment/getthreads/${s.post.id}${query}`, { as, headers });

test('a page of threads is 304 until something in it changes', async () => {
  const etag = (await read()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const same = await read('', undefined, { 'if-none-match': `W/${etag}` });
  expect(same.status).toBe(304);
  expect(same.headers.get('etag')).toBe(etag);
  expect(same.headers.get('cache-control')).toBe('no-store');
  await s.call(`PUT /api/comment/likeComment/${s.comment.id}`, { as: s.reader });
  const changed = await read('', undefined, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
});

test('members see their own comments that wait for approval, and no one else does', async () => {
  await s.call('PUT /api/settings', { json: { commentHold: 'all' }, as: s.admin });
  const json = draft(s, s.reader, 'May I?', { parentId: s.comment.id });
  const created = await s.call('POST /api/comment/create', { json, as: s.reader });
  expect(created.body).toMatchObject({ state: 'held' });
  const own: ThreadPage = (await read('', s.reader)).body;
  expect(own.held).toMatchObject([{ _id: created.body._id, content: 'May I?' }]);
  for (const as of [undefined, s.author, s.admin]) {
    const { body, headers } = await read('', as);
    expect(JSON.stringify(body)).not.toContain('May I?');
    expect((await read('', s.reader, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(
      200,
    );
  }
});
