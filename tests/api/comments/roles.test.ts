import { describe, expect, test } from 'vitest';
import { draft, type Scene, scene } from './support.ts';

const CALLERS = ['guest', 'author', 'reader', 'admin'] as const;

interface Row {
  what: string;
  call: (s: Scene, caller: (typeof CALLERS)[number]) => [line: string, json?: unknown];
  /** One status a caller, in the order of CALLERS. */
  expected: [number, number, number, number];
}

const ROLES: Row[] = [
  {
    what: 'write a comment',
    call: (s, caller) => [
      'POST /api/comment/create',
      draft(s, caller === 'guest' ? s.reader : s[caller], 'Hello'),
    ],
    expected: [401, 201, 201, 201],
  },
  {
    what: 'write a comment in the author’s name',
    call: (s) => ['POST /api/comment/create', draft(s, s.author, 'Hello')],
    expected: [401, 201, 403, 403],
  },
  {
    what: 'write nothing',
    call: () => ['POST /api/comment/create', {}],
    expected: [401, 400, 400, 400],
  },
  {
    what: 'read a thread',
    call: (s) => [`GET /api/comment/getPostComments/${s.post.id}`],
    expected: [200, 200, 200, 200],
  },
  {
    what: 'read the thread of no post',
    call: () => ['GET /api/comment/getPostComments/nothing'],
    expected: [200, 200, 200, 200],
  },
  {
    what: 'read a thread with a bad number',
    call: (s) => [`GET /api/comment/getPostComments/${s.post.id}?limit=0`],
    expected: [400, 400, 400, 400],
  },
  {
    what: 'edit a comment',
    call: (s) => [`PUT /api/comment/editComment/${s.comment.id}`, { content: 'New' }],
    expected: [401, 200, 403, 200],
  },
  {
    what: 'edit a comment into nothing',
    call: (s) => [`PUT /api/comment/editComment/${s.comment.id}`, { content: '' }],
    expected: [401, 400, 403, 400],
  },
  {
    what: 'edit no comment',
    call: () => ['PUT /api/comment/editComment/nothing', { content: 'New' }],
    expected: [401, 404, 404, 404],
  },
  {
    what: 'like a comment',
    call: (s) => [`PUT /api/comment/likeComment/${s.comment.id}`],
    expected: [401, 200, 200, 200],
  },
  {
    what: 'like no comment',
    call: () => ['PUT /api/comment/likeComment/nothing'],
    expected: [401, 404, 404, 404],
  },
  {
    what: 'delete a comment',
    call: (s) => [`DELETE /api/comment/deleteComment/${s.comment.id}`],
    expected: [401, 200, 403, 200],
  },
  {
    what: 'delete no comment',
    call: () => ['DELETE /api/comment/deleteComment/nothing'],
    expected: [401, 404, 404, 404],
  },
  {
    what: 'list all comments',
    call: () => ['GET /api/comment/getcomments'],
    expected: [401, 403, 403, 200],
  },
  {
    what: 'list all comments with a bad number',
    call: () => ['GET /api/comment/getcomments?startIndex=-1'],
    expected: [401, 403, 403, 400],
  },
  {
    what: 'like by a wrong method',
    call: (s) => [`GET /api/comment/likeComment/${s.comment.id}`],
    expected: [405, 405, 405, 405],
  },
];

describe.each(ROLES)('to $what', ({ call, expected }) => {
  test.each(CALLERS.map((caller, i) => [caller, expected[i] ?? 0] as const))(
    'as %s gives %i',
    async (caller, status) => {
      const s = await scene();
      const [line, json] = call(s, caller);
      const answer = await s.call(line, { json, as: caller === 'guest' ? undefined : s[caller] });
      expect(answer.status).toBe(status);
      if (status >= 400) expect(answer.body).toMatchObject({ success: false, statusCode: status });
    },
  );
});

test('a comment that is deleted is gone, with its likes, and cannot be deleted again', async () => {
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

test('another site’s page cannot write a comment', async () => {
  const s = await scene();
  const { status } = await s.call('POST /api/comment/create', {
    as: s.reader,
    json: draft(s, s.reader, 'Hello'),
    headers: { Origin: 'https://elsewhere.example' },
  });
  expect(status).toBe(403);
});
