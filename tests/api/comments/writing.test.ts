import { beforeEach, describe, expect, test } from 'vitest';
import { countComments } from '../../../db/queries/comments.ts';
import { deletePost } from '../../../db/queries/posts-table.ts';
import { deleteUser } from '../../../db/queries/users.ts';
import { draft, type Scene, scene } from './support.ts';

let s: Scene;
beforeEach(async () => {
  s = await scene();
});

const create = (content: unknown, more = {}) =>
  s.call('POST /api/comment/create', { as: s.reader, json: draft(s, s.reader, content, more) });
const edit = (content: unknown) =>
  s.call(`PUT /api/comment/editComment/${s.comment.id}`, { as: s.author, json: { content } });
const thread = async () => (await s.call(`GET /api/comment/getPostComments/${s.post.id}`)).body;

describe('a new comment', () => {
  test('a new comment is returned with its author and tops the thread', async () => {
    const { status, body } = await create('  Well said.\n');
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      postId: s.post.id,
      userId: s.reader.id,
      content: 'Well said.',
      likes: [],
      numberOfLikes: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: body.createdAt,
      parentId: null,
      isEdited: false,
      state: 'visible',
      author: {
        _id: s.reader.id,
        username: 'reader',
        profilePicture: s.reader.profilePicture,
        isAdmin: false,
      },
    });
    expect((await thread())[0]).toEqual(body);
  });

  test('a new comment must be in the caller’s own name', async () => {
    expect((await create('Hello', { userId: s.admin.id })).status).toBe(403);
    expect((await create('Hello', { userId: undefined })).status).toBe(400);
    expect(await countComments(s.database.read)).toBe(1);
  });

  test('requires a post', async () => {
    expect((await create('Hello', { postId: 'nothing' })).status).toBe(404);
    expect((await create('Hello', { postId: undefined })).status).toBe(400);
  });

  test('ignores fields that only the server sets', async () => {
    const foreign = { _id: 'mine', likes: ['a', 'b'], numberOfLikes: 2, createdAt: '2001-01-01' };
    const { body } = await create('Hello', { ...foreign, isAdmin: true });
    expect(body).toMatchObject({ likes: [], numberOfLikes: 0, author: { isAdmin: false } });
    expect(body._id).not.toBe('mine');
    expect(body.createdAt > '2025').toBe(true);
  });

  test('a new comment is deleted with its post and with its author', async () => {
    await create('Hello');
    await s.database.transaction((tx) => deleteUser(tx, s.reader.id));
    expect(await thread()).toHaveLength(1);
    await s.database.transaction((tx) => deletePost(tx, s.post.id));
    expect(await countComments(s.database.read)).toBe(0);
  });
});

describe.each([
  ['a new comment', (content: unknown) => create(content), 201],
  ['an edited comment', (content: unknown) => edit(content), 200],
])('the text of %s', (_, send, success) => {
  test.each([
    ['200 characters', 'x'.repeat(200)],
    ['100 characters that count twice', '\u{1f58b}'.repeat(100)],
    ['100 line breaks of two characters', `a${'\r\n'.repeat(198)}b`],
    ['two links', 'https://a.example and www.b.example'],
    ['two links with a www', 'https://www.a.example,https://www.b.example'],
    [
      'two links with addresses inside',
      'https://a.example/?x=http://b.example www.c.example/www.d',
    ],
  ])('may be %s', async (_name, content) => {
    expect((await send(content)).status).toBe(success);
  });

  test.each([
    ['201 characters', 'x'.repeat(201)],
    ['101 characters that count twice', '\u{1f58b}'.repeat(101)],
    ['200 spaces and a letter', `${' '.repeat(200)}x`],
    ['empty', ''],
    ['white space', ' \n\t\u00a0'],
    ['invisible', '\u200b\u2060\u3164'],
    ['control characters', '\u0000\u0007'],
    ['a number', 7],
    ['an object', { text: 'x' }],
    ['nothing', null],
    ['absent', undefined],
    ['three links', 'http://a.example HTTPS://b.example www.c.example'],
    ['three links in a row', 'http://a.example,http://b.example;www.c.example'],
  ])('may not be %s', async (_name, content) => {
    const { status, body } = await send(content);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, statusCode: 400, message: expect.any(String) });
  });

  test('normalizes line breaks, keeps markup as text, and removes control characters', async () => {
    const { body } = await send(' <b>one</b>\r\ntwo\rthree\u0000\u001b[31m \u202eevil\ud800 ');
    expect(body.content).toBe('<b>one</b>\ntwo\nthree[31m evil\ufffd');
  });

  test('keeps marks of ordinary words, and cuts stacks of accents', async () => {
    const { body } = await send(`မြို့ မျှော်လင့် e${'\u0301'.repeat(30)}`);
    expect(body.content).toBe(`မြို့ မျှော်လင့် e${'\u0301'.repeat(5)}`);
  });

  test('keeps how lines are indented', async () => {
    const { body } = await send(' \n\n  if (x) {\n    y();\n\tz();\n  }\n\n');
    expect(body.content).toBe('  if (x) {\n    y();\n\tz();\n  }');
  });
});

describe('an edit', () => {
  test('changes the text and updatedAt', async () => {
    const { body } = await edit('Better');
    expect(body).toMatchObject({ _id: s.comment.id, content: 'Better' });
    expect(body.createdAt).toBe(s.comment.createdAt.toISOString());
    expect(body.updatedAt > body.createdAt).toBe(true);
  });

  test('an edit without a change doesn’t count as an edit', async () => {
    const { body } = await edit(` ${s.comment.content} `);
    expect(body.updatedAt).toBe(body.createdAt);
  });
});

describe('spam protection', () => {
  test('refuses the same text on the same post for a day', async () => {
    expect((await create('Nice post')).status).toBe(201);
    const again = await create(' Nice post');
    expect(again.status).toBe(400);
    expect(again.body.message).toBe('You have already posted this comment here.');
    const tomorrow = { ...s.services, now: () => new Date(Date.now() + 24 * 3_600_000 + 1000) };
    s.services.now = tomorrow.now;
    expect((await create('Nice post')).status).toBe(201);
  });

  test('stores the same text only once when it’s sent ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('Nice post')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
  });

  test('accepts the same text from another user or on another post', async () => {
    await create('Nice post');
    const json = draft(s, s.admin, 'Nice post');
    expect((await s.call('POST /api/comment/create', { as: s.admin, json })).status).toBe(201);
  });

  test('refuses a filled honeypot with a message', async () => {
    const { status, body } = await create('Buy', { website: 'https://spam.example' });
    expect(status).toBe(400);
    expect(body.message).toContain('website');
    expect((await create('Buy', { website: '' })).status).toBe(201);
  });

  test('counts duplicates and refusals, though nothing is stored', async () => {
    expect((await create('Again')).status).toBe(201);
    for (let i = 1; i <= 9; i++) expect((await create('Again')).status).toBe(400);
    expect((await create('Something else')).status).toBe(429);
    expect((await create('Again')).status).toBe(429);
  });

  test('limits the eleventh comment in a minute; invalid ones don’t count', async () => {
    await create('');
    await create('Hello', { postId: 'nothing' });
    for (let i = 1; i <= 10; i++) expect((await create(`Number ${i}`)).status).toBe(201);
    const { status, headers, body } = await create('Number 11');
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(body.message).toMatch(/^Too many comments\. Please try again in /);
    const json = draft(s, s.admin, 'Mine');
    expect((await s.call('POST /api/comment/create', { as: s.admin, json })).status).toBe(201);
  });
});
