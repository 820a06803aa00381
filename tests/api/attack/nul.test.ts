import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';

// PostgreSQL's texts can't have U+0000, and UTF-8 has no lone surrogates.

const TEXTS = [
  ['U+0000', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
] as const;

let app: TestApp;
let admin: UserRow;
let ids: { post: string; comment: string };

beforeAll(async () => {
  app = await testApp({ cleanUp: afterAll });
  admin = await makeAccount(app.database, { role: 'administrator' });
  const post = await makePost(app.database);
  const comment = await makeComment(app.database, { postId: post.id, userId: admin.id });
  ids = { post: post.id, comment: comment.id };
});

describe.each(TEXTS)('%s', (_, text) => {
  test.each([
    [
      'a username',
      'POST /api/auth/signup',
      { username: text, email: 'a@example.com', password: PASSWORD },
    ],
    ['an email', 'POST /api/auth/signin', { email: `${text}@example.com`, password: PASSWORD }],
    ['a password', 'POST /api/auth/signin', { email: 'a@example.com', password: text }],
    [
      'a title',
      'POST /api/post/create',
      { title: text, category: 'javascript', content: '<p>x</p>' },
    ],
    [
      'a text',
      'POST /api/post/create',
      { title: 'x', category: 'javascript', content: `<p>${text}</p>` },
    ],
    ['a category', 'POST /api/post/create', { title: 'x', category: text, content: '<p>x</p>' }],
    [
      'a picture',
      'POST /api/post/create',
      { title: 'x', category: 'css', content: '<p>x</p>', image: `https://a.example/${text}` },
    ],
    [
      'a post id in a body',
      'POST /api/comment/create',
      { content: 'x', postId: text, userId: 'USER' },
    ],
    ['a comment', 'POST /api/comment/create', { content: text, postId: 'POST', userId: 'USER' }],
    ['an edited comment', 'PUT /api/comment/editComment/COMMENT', { content: text }],
    [
      'a profile picture',
      'PUT /api/user/update/USER',
      { profilePicture: `https://a.example/${text}` },
    ],
    [
      'a draft',
      'POST /api/post/preview',
      { title: text, category: text, content: `<p>${text}</p>` },
    ],
    [
      'the name of an upload',
      'POST /api/upload',
      { kind: 'post', name: text, type: 'image/png', size: 9 },
    ],
  ])('in %s is no error of ours', async (_name, line, json) => {
    const fill = (value: string) =>
      value
        .replace('USER', admin.id)
        .replace('POST', (word) => (value.includes('/') ? word : ids.post));
    const path = line.replace('COMMENT', ids.comment).replace('USER', admin.id);
    const body = Object.fromEntries(
      Object.entries(json).map(([key, value]) => [
        key,
        typeof value === 'string' ? fill(value) : value,
      ]),
    );
    const answer = await app.call(path, { json: body, as: admin });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  });

  test.each([
    '/api/post/getposts?searchTerm=TEXT',
    '/api/post/search?searchTerm=TEXT',
    '/api/post/search?tag=TEXT',
    '/api/post/getposts?slug=TEXT',
    '/api/post/getposts?category=TEXT',
    '/api/post/getposts?userId=TEXT',
    '/api/post/getposts?postId=TEXT',
    '/api/document/titles?title=TEXT',
    '/api/document/pageaddress?slug=TEXT',
    '/api/document/pageaddress?slug=a&documentId=TEXT',
    '/api/comment/getPostComments/TEXT',
    '/api/comment/getcomments?searchTerm=TEXT',
    '/api/comment/getcomments?postId=TEXT',
    '/api/user/getusers?searchTerm=TEXT',
    '/api/user/TEXT',
  ])('in %s is no error of ours', async (path) => {
    const encoded = text === 'a\0b' ? 'a%00b' : 'a%ED%A0%80b';
    const answer = await app.call(`GET ${path.replace('TEXT', encoded)}`, { as: admin });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  });
});
