import { expect, test } from 'vitest';
import { testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';

const MEBIBYTE = 1024 * 1024;
const PAGE_BYTES = 2 * MEBIBYTE;

/** An app with 24 posts of 300 kB each; every one is found by "needle". */
async function withLongPosts() {
  const app = await testApp();
  for (let n = 0; n < 24; n++) {
    const content = `<p>"needle" ${'é"'.repeat(100_000)}</p>`;
    await makePost(app.database, { title: `needle ${n}`, text: 'needle', content });
  }
  return app;
}

type App = Awaited<ReturnType<typeof withLongPosts>>;

async function page(app: App, query: string) {
  const response = await app.app.request(`/api/post/getposts?${query}`);
  const text = await response.text();
  expect(response.status).toBe(200);
  const { posts, ...totals } = JSON.parse(text);
  return { bytes: Buffer.byteLength(text), posts: posts as { _id: string }[], totals };
}

for (const [what, filter] of [
  ['A list', ''],
  ['A search', 'searchTerm=needle&'],
] as const) {
  test(`${what} of more than nine posts ends at 2 MiB, and the next page continues there`, async () => {
    const app = await withLongPosts();
    const seen = new Set<string>();
    while (seen.size < 24) {
      const query = `${filter}limit=100&startIndex=${seen.size}`;
      const { bytes, posts, totals } = await page(app, query);
      expect(bytes).toBeLessThanOrEqual(PAGE_BYTES + 1024);
      expect(posts.length).toBeGreaterThan(0);
      expect(totals).toEqual({ totalPosts: 24, lastMonthPosts: 24 });
      for (const { _id } of posts) expect(seen.has(_id)).toBe(false);
      for (const { _id } of posts) seen.add(_id);
    }
  });

  test(`${what} of up to nine posts is whole, however long they are`, async () => {
    const app = await withLongPosts();
    const { bytes, posts } = await page(app, `${filter}limit=9`);
    expect(posts).toHaveLength(9);
    expect(bytes).toBeGreaterThan(PAGE_BYTES);
  });

  test(`${what} has a post of more than 2 MiB alone on its page`, async () => {
    const app = await testApp();
    const content = `<p>${'x'.repeat(3 * MEBIBYTE)}</p>`;
    for (let n = 0; n < 2; n++) {
      await makePost(app.database, { title: 'needle', text: 'needle', content });
    }
    expect((await page(app, `${filter}limit=10`)).posts).toHaveLength(1);
  });
}

test('other work continues while a list of long posts is built', async () => {
  const app = await withLongPosts();
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await page(app, 'limit=9');
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(9);
});
