import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { posts, publicTags } from '../schema.ts';
import { directionOf, type SortedPage, withoutIndex } from './query.ts';

// `public_tags` repeats each post's `created_at` and `seq`, so one index lists and counts a tag's
// posts in order without reading them.

interface TagRange {
  /** Created at this time or later. */
  since?: Date | undefined;
  /** Created at this time or earlier. */
  until?: Date | undefined;
  /** Newer than this post. */
  after?: { createdAt: Date; seq: number } | undefined;
}

function isOf(tag: string, { since, until, after }: TagRange = {}): SQL | undefined {
  const { createdAt, postSeq } = publicTags;
  return and(
    eq(publicTags.tag, tag),
    since && gte(createdAt, since),
    until && lte(createdAt, until),
    after && sql`(${createdAt}, ${postSeq}) > (${after.createdAt.getTime()}, ${after.seq})`,
  );
}

/**
 * SQL condition: a post has this tag. `inOrder` checks posts in the order of the list, instead of
 * sorting the tag's posts.
 */
export function hasTag(tag: string, { inOrder }: { inOrder: boolean }): SQL {
  const { createdAt, postSeq } = publicTags;
  const rows = sql`from ${publicTags} where ${isOf(tag)}`;
  // PostgreSQL looks up each post in the tag's index, which needs both columns. SQLite collects the
  // tag's posts first, which two columns would slow down.
  if (engine === 'postgres') {
    return sql`(${posts.createdAt}, ${posts.seq}) in (select ${createdAt}, ${postSeq} ${rows})`;
  }
  return sql`${inOrder ? withoutIndex(posts.seq) : posts.seq} in (select ${postSeq} ${rows})`;
}

/** Counts the posts with a tag. Await it, or use it as SQL. */
export function countTagged(db: Db, tag: string, range: TagRange = {}) {
  return db.$count(publicTags, isOf(tag, range));
}

/** Query: the `seq` of the posts on a page of a tag, by creation time. */
export function taggedSeqs(
  db: Db,
  tag: string,
  { until, sort, startIndex, limit }: SortedPage<'createdAt'> & Pick<TagRange, 'until'>,
) {
  const direction = directionOf(sort);
  return db
    .select({ seq: publicTags.postSeq })
    .from(publicTags)
    .where(isOf(tag, { until }))
    .orderBy(direction(publicTags.createdAt), direction(publicTags.postSeq))
    .limit(limit)
    .offset(startIndex);
}
