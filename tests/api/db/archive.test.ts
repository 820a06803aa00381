import { expect, test } from 'vitest';
import { countPostsBetween, listPostMonths } from '../../../db/queries/archive.ts';
import { makePost, testDatabase } from '../../support/database.ts';

test('the archive lists posts from before 1970 in their month', async () => {
  const database = await testDatabase();
  const dates = ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '1965-06-01', '1455-02-23'];
  for (const date of dates) await makePost(database, { createdAt: new Date(date) });
  expect(await listPostMonths(database.read)).toEqual([
    { year: 1970, month: 1, posts: 1 },
    { year: 1969, month: 12, posts: 1 },
    { year: 1965, month: 6, posts: 1 },
    { year: 1455, month: 2, posts: 1 },
  ]);
  const [from, to] = [new Date('1965-01-01'), new Date('1970-01-01')];
  expect(await countPostsBetween(database.read, from, to)).toBe(2);
});
