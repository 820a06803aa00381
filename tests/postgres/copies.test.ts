import { expect, test } from 'vitest';
import { takeCopy } from './copies.ts';
import { query } from './server.ts';

test('a database that a test filled is used again, with the rows of the template', async () => {
  const first = await takeCopy();
  const feed = await query(first.url, 'select * from feed');
  const label = "insert into categories values ('web', 'Web') returning slug";
  expect(await query(first.url, label)).toHaveLength(1);
  await query(first.url, "update feed set seq = 7; select nextval('posts_seq_seq')");
  await first.giveBack();

  const second = await takeCopy();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select * from categories')).toEqual([]);
  expect(await query(second.url, 'select * from feed')).toEqual(feed);
  expect(await query(second.url, "select nextval('posts_seq_seq')::int as n")).toEqual([{ n: 1 }]);
  await second.giveBack();
});

test.each([
  'create table more (x int)',
  'alter table categories drop constraint categories_pkey',
  'drop index posts_title',
])('a database is not used again after "%s"', async (change) => {
  const first = await takeCopy();
  await query(first.url, change);
  await first.giveBack();
  const second = await takeCopy();
  expect(second.url).not.toBe(first.url);
  await second.giveBack();
});
