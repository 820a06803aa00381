import type SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { insertComment } from '../../../db/queries/comments-table.ts';
import { scene } from './support.ts';

test('a thread uses an index to page through ten thousand comments', async () => {
  const s = await scene();
  await s.database.transaction(async (tx) => {
    for (let n = 0; n < 10_000; n++) {
      const times = { createdAt: new Date(n), updatedAt: new Date(n) };
      const ids = { postId: s.post.id, userId: s.reader.id };
      await insertComment(tx, { ...ids, content: `Number ${n}`, ...times });
    }
  });
  const connection = (s.database.read as unknown as { $client: SQLite.Database }).$client;
  const plans: string[] = [];
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((source: string) => {
    const parameters = Array.from(source.matchAll(/\?/g), () => null);
    for (const row of prepare(`explain query plan ${source}`).all(...parameters))
      plans.push((row as { detail: string }).detail);
    return prepare(source);
  }) as typeof connection.prepare;
  const { headers, body } = await s.call(
    `GET /api/comment/getPostComments/${s.post.id}?startIndex=9000&limit=100`,
  );
  expect(headers.get('X-Total-Count')).toBe('10001');
  expect(body).toHaveLength(100);
  expect(plans.length).toBeGreaterThan(0);
  const index =
    'SEARCH comments USING COVERING INDEX comments_post_created (post_id=? AND state=?)';
  expect(plans.filter((plan) => plan === index).length).toBeGreaterThan(0);
  expect(plans.filter((plan) => /comments USING INDEX comments_post/.test(plan))).toEqual([]);
  // Only the rows of the page are sorted, and `first` has the first likes of a comment.
  expect(plans.filter((plan) => /^SCAN (?!pragma_data_version|first)/.test(plan))).toEqual([]);
  expect(plans.filter((plan) => /TEMP B-TREE/.test(plan))).toHaveLength(1);
});
