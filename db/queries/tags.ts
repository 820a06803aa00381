import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  lte,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { documents, posts, postTags, publicTags, type StoredTag, tags } from '../schema.ts';
import { findLabel, resolveLabels } from './labels.ts';
import {
  contains,
  directionOf,
  prepared,
  type SortedPage,
  textPlaceholder,
  withoutIndex,
} from './query.ts';

const ofPost = prepared((db) =>
  db
    .select({ slug: tags.slug, label: tags.label })
    .from(postTags)
    .innerJoin(tags, eq(tags.slug, postTags.tag))
    .where(and(eq(postTags.postId, textPlaceholder('postId')), eq(postTags.isFormer, sql`false`)))
    .orderBy(asc(postTags.position)),
);

/** Returns the tags of a post, in the author's order. */
export async function findTagsOf(db: Db, postId: string): Promise<StoredTag[]> {
  return await ofPost(db, { postId });
}

/** Returns the tags of posts, by post. */
export async function findTagsOfAll(db: Db, postIds: string[]): Promise<Map<string, StoredTag[]>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .select({ postId: postTags.postId, slug: tags.slug, label: tags.label })
    .from(postTags)
    .innerJoin(tags, eq(tags.slug, postTags.tag))
    .where(and(inArray(postTags.postId, postIds), eq(postTags.isFormer, false)))
    .orderBy(asc(postTags.position));
  const byPost = Map.groupBy(rows, ({ postId }) => postId);
  return new Map(
    Array.from(byPost, ([postId, own]) => [
      postId,
      own.map(({ slug, label }) => ({ slug, label })),
    ]),
  );
}

/**
 * Stores the tags of a post, and keeps removed ones as former tags. The first label typed for a tag
 * stays. Labels with the same normal form are one tag.
 */
export async function saveTagsOf(tx: Db, postId: string, given: StoredTag[]): Promise<void> {
  const resolved = await resolveLabels(tx, tags, given);
  const slugs = resolved.map(({ slug }) => slug);
  const isLost = and(
    eq(postTags.postId, postId),
    slugs.length === 0 ? undefined : notInArray(postTags.tag, slugs),
  );
  const lose = tx.update(postTags).set({ isFormer: true }).where(isLost).execute();
  if (given.length === 0) {
    await lose;
    return;
  }
  const rows = slugs.map((tag, position) => ({ postId, tag, position, isFormer: false }));
  const added = resolved.filter(({ isNew }) => isNew);
  await Promise.all([
    lose,
    added.length > 0 && tx.insert(tags).values(added).execute(),
    tx
      .insert(postTags)
      .values(rows)
      .onConflictDoUpdate({
        target: [postTags.postId, postTags.tag],
        set: { position: sql`excluded.position`, isFormer: false },
      })
      .execute(),
  ]);
}

/** A tag with the number of documents that have it. */
export interface UsedTag extends StoredTag {
  /** Number of public posts. */
  posts: number;
}

/** Returns the tags of public posts, with their number of posts. */
export async function listTags(db: Db): Promise<UsedTag[]> {
  return await db
    .select({ slug: tags.slug, label: tags.label, posts: count() })
    .from(publicTags)
    .innerJoin(tags, eq(tags.slug, publicTags.tag))
    .groupBy(tags.slug, tags.label)
    .orderBy(asc(tags.label));
}

/** Returns the tags of the newest posts, the most frequent ones first. */
export async function listLatestTags(
  db: Db,
  { ofPosts, limit }: { ofPosts: number; limit: number },
): Promise<StoredTag[]> {
  const newest = db
    .select({ id: posts.id })
    .from(posts)
    .orderBy(desc(posts.createdAt), desc(posts.seq))
    .limit(ofPosts)
    .as('newest');
  return await db
    .select({ slug: tags.slug, label: tags.label })
    .from(newest)
    .innerJoin(postTags, and(eq(postTags.postId, newest.id), eq(postTags.isFormer, false)))
    .innerJoin(tags, eq(tags.slug, postTags.tag))
    .groupBy(tags.slug, tags.label)
    .orderBy(desc(count()), asc(tags.slug))
    .limit(limit);
}

/** Returns the tag lists of all documents that aren't in the trash. */
export async function listDocumentTags(db: Db, userId?: string): Promise<StoredTag[][]> {
  const rows = await db
    .selectDistinct({ tags: documents.tags })
    .from(documents)
    .where(
      and(
        contains(documents.tags, '"slug"'),
        sql`${documents.trashedAt} is null`,
        userId === undefined ? undefined : eq(documents.userId, userId),
      ),
    );
  return rows.map((row) => row.tags);
}

/** Returns the slug of a tag by its slug or label, or `undefined` if there is no such tag. */
export async function findTagSlug(db: Db, slugOrLabel: string): Promise<string | undefined> {
  const slug = slugOrLabel.toLowerCase();
  const [row] = await db.select({ slug: tags.slug }).from(tags).where(eq(tags.slug, slug));
  return row?.slug ?? (await findLabel(db, tags, slugOrLabel));
}

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
