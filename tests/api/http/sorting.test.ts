import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toggleLike } from '../../../db/queries/likes.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeAccount, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost, makeUser } from '../../support/database.ts';

let app: TestApp;
let admin: UserRow;
let ann: UserRow;
beforeAll(async () => {
  app = await testApp({ cleanUp: afterAll });
  const { database } = app;
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const users = { profilePicture: '/avatars/a-0.svg' };
  admin = await makeAccount(database, {
    username: 'Mia',
    email: 'z@example.com',
    role: 'administrator',
    createdAt: day(2),
  });
  ann = await makeUser(database, {
    ...users,
    username: 'ann',
    email: 'y@example.com',
    createdAt: day(3),
  });
  const zoe = await makeUser(database, {
    ...users,
    username: 'Zoe',
    email: 'x@example.com',
    createdAt: day(1),
  });
  const post = (title: string, category: string, userId: string, from: number, to: number) => {
    const times = { createdAt: day(from), updatedAt: day(to) };
    return makePost(database, { title, category, userId, text: 'tea and cake', ...times });
  };
  const b = await post('banana', 'fruit', admin.id, 1, 9);
  const a = await post('Apple', 'tree', admin.id, 2, 3);
  await post('cherry', 'fruit', ann.id, 3, 4);
  const comment = (content: string, postId: string, n: number) =>
    makeComment(database, { content, postId, userId: ann.id, createdAt: day(n) });
  await comment('first', a.id, 1);
  const second = await comment('second', b.id, 2);
  await comment('third', a.id, 3);
  await database.transaction((tx) => toggleLike(tx, second.id, zoe.id));
});

interface Item {
  title?: string;
  username?: string;
  content?: string;
}

const list = async (path: string) => {
  const { status, body } = await app.call(`GET /api/${path}`, { as: admin });
  const items: Item[] = body.posts ?? body.users ?? body.comments ?? [];
  const names = items.map((item) => item.title ?? item.username ?? item.content);
  return { status, body, names: names.join(' ') };
};

describe('lists', () => {
  test.each([
    ['post/getposts?', 'cherry Apple banana'],
    ['post/getposts?sortBy=&sort=', 'cherry Apple banana'],
    ['post/getposts?sort=asc', 'banana Apple cherry'],
    ['post/getposts?sortBy=createdAt&order=asc', 'banana Apple cherry'],
    ['post/getposts?sortBy=title&sort=asc', 'Apple banana cherry'],
    ['post/getposts?sortBy=title', 'cherry banana Apple'],
    ['post/getposts?sortBy=updatedAt', 'banana cherry Apple'],
    ['post/getposts?sortBy=category&sort=asc', 'banana cherry Apple'],
    ['post/getposts?sortBy=title&sort=asc&category=fruit', 'banana cherry'],
    ['post/getposts?sortBy=title&sort=asc&limit=1&startIndex=1', 'banana'],
    ['post/getposts?sortBy=title&sort=asc&searchTerm=cake', 'Apple banana cherry'],
    ['post/getposts?sortBy=updatedAt&sort=asc&searchTerm=tea', 'Apple cherry banana'],
    ['post/getposts?sortBy=category&searchTerm=tea&category=fruit', 'cherry banana'],
    ['user/getusers?', 'ann Mia Zoe'],
    ['user/getusers?sortBy=username&sort=asc', 'ann Mia Zoe'],
    ['user/getusers?sortBy=username', 'Zoe Mia ann'],
    ['user/getusers?sortBy=email&sort=asc', 'Zoe ann Mia'],
    ['user/getusers?sort=asc', 'Zoe Mia ann'],
    ['user/getusers?role=reader&sortBy=email', 'ann Zoe'],
    ['user/getusers?role=administrator', 'Mia'],
    ['user/getusers?role=', 'ann Mia Zoe'],
    ['user/getusers?role=reader&searchTerm=z', 'Zoe'],
    ['user/getusers?role=administrator&searchTerm=z', 'Mia'],
    ['comment/getcomments?', 'third second first'],
    ['comment/getcomments?sort=asc', 'first second third'],
    ['comment/getcomments?sortBy=likes', 'second third first'],
    ['comment/getcomments?sortBy=likes&sort=asc', 'first third second'],
    ['comment/getcomments?sortBy=likes&searchTerm=ir', 'third first'],
  ])('%s: %s', async (path, names) => {
    expect((await list(path)).names).toBe(names);
  });

  test('count what the filter matches', async () => {
    const readers = await list('user/getusers?role=reader&limit=1');
    expect(readers.body.totalUsers).toBe(2);
    const { body } = await list('post/getposts?userId=nobody');
    expect(body.totalPosts).toBe(0);
  });

  test('a list of comments can be limited to those of one post', async () => {
    const { body } = await list('comment/getcomments?searchTerm=first');
    const { postId } = body.comments[0];
    const ofPost = await list(`comment/getcomments?postId=${postId}`);
    expect([ofPost.names, ofPost.body.totalComments]).toEqual(['third first', 2]);
    expect((await list('comment/getcomments?postId=nothing')).body.totalComments).toBe(0);
  });

  test.each([
    ['post/getposts?sortBy=content', 'sortBy must be createdAt, updatedAt, title or category.'],
    ['post/getposts?sort=up', 'sort must be asc or desc.'],
    ['user/getusers?sortBy=passwordHash', 'sortBy must be createdAt, username or email.'],
    ['user/getusers?sort=DESC', 'sort must be asc or desc.'],
    ['user/getusers?role=admin', 'role must be reader, author, editor or administrator.'],
    ['comment/getcomments?sortBy=1;drop', 'sortBy must be createdAt or likes.'],
  ])('%s is 400: %s', async (path, message) => {
    const { status, body } = await list(path);
    expect([status, body.message]).toEqual([400, message]);
  });
});
