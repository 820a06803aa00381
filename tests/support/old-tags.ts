import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../db/client.ts';
import { listPosts } from '../../db/queries/posts.ts';
import { posts, postTags, tags } from '../../db/schema.ts';

const COUNT = 30;

/** SQL that inserts posts with tags into a database from before `post_tags` had their order. */
export function insertOldTags(): string {
  const rows = Array.from({ length: COUNT }, (_, n) => {
    // Not in order of insertion, and with equal times.
    const at = 1_700_000_000_000 + ((n * 7) % 10);
    return [
      `insert into posts (id, user_id, title, slug, text, content, created_at, updated_at)
        values ('p${n}', 'u', 'Post ${n}', 's${n}', '', '', ${at}, ${at})`,
      `insert into post_tags (post_id, tag, position, is_former)
        values ('p${n}', 'tips', 0, ${n === 4}), ('p${n}', 'news', 1, false)`,
    ];
  });
  return ["insert into tags (slug, label) values ('tips', 'Tips')", ...rows.flat()].join(';\n');
}

/** Checks the rows of `insertOldTags` in a migrated database. */
export async function expectMigratedTags({ read }: Database): Promise<void> {
  const stored = await read
    .select()
    .from(postTags)
    .orderBy(asc(postTags.postId), asc(postTags.tag));
  const all = await read.select().from(posts).orderBy(asc(posts.id));
  expect(all.length).toBe(COUNT);
  expect(stored).toEqual(
    all.flatMap(({ id: postId, seq: postSeq, createdAt }) => {
      const row = { postId, postSeq, createdAt };
      return [
        { ...row, tag: 'news', position: 1, isFormer: false },
        { ...row, tag: 'tips', position: 0, isFormer: postId === 'p4' },
      ];
    }),
  );
  expect(await read.select().from(tags)).toEqual([{ slug: 'tips', label: 'Tips', key: null }]);

  const page = { startIndex: 0, limit: 2 * COUNT };
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const everything = idsOf(await listPosts(read, {}, page));
  expect(idsOf(await listPosts(read, { tag: 'news' }, page))).toEqual(everything);
  const tips = everything.filter((id) => id !== 'p4');
  expect(idsOf(await listPosts(read, { tag: 'tips' }, page))).toEqual(tips);
  expect(idsOf(await listPosts(read, { tag: 'tips' }, { startIndex: 20, limit: 5 }))).toEqual(
    tips.slice(20, 25),
  );
}
