import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp({ cleanUp: afterAll });
  await makePost(site.database, { title: 'Bread and butter', content: '<p>near the oven</p>' });
});

const find = async (searchTerm: string) => {
  const { status, body } = await site.call(
    `GET /api/post/getposts?searchTerm=${encodeURIComponent(searchTerm)}`,
  );
  return { status, posts: body.posts?.length, total: body.totalPosts };
};

test.each([
  ['*', 0],
  ['"', 0],
  ['bread*', 1],
  ['"bread', 1],
  ['bread"', 1],
  ['NEAR', 1],
  ['NEAR(bread, 5)', 0],
  ['AND', 1],
  ['bread AND butter', 1],
  ['bread OR jam', 0],
  ['title:bread', 0],
  ['^bread', 1],
  ['😀', 0],
  ['bread 😀', 1],
  ["'; drop table posts; --", 0],
  ['%', 0],
  ['\u0000', 0],
  ['x'.repeat(10_000), 0],
  ['bread '.repeat(1_600), 1],
  ['"'.repeat(10_000), 0],
])('the API searches for %j', async (term, posts) => {
  expect(await find(term)).toEqual({ status: 200, posts, total: posts });
});

test('the API accepts a repeated searchTerm', async () => {
  const { status } = await site.call('GET /api/post/getposts?searchTerm=bread&searchTerm=%22');
  expect(status).toBe(200);
});

test.each(['%', '%E0%A4%A', '%ff'])(
  'the API takes the invalid encoding %j as text',
  async (raw) => {
    const { status } = await site.call(`GET /api/post/getposts?searchTerm=${raw}`);
    expect(status).toBe(200);
  },
);
