import { and, asc, count, desc, eq, inArray, isNull, max, ne, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, posts, series, seriesPosts } from '../schema.ts';
import { normalForm } from '../words.ts';
import { resolveLabels } from './labels.ts';
import { prepared } from './query.ts';

/** The place of a post in a series. */
export interface PostSeries {
  slug: string;
  title: string;
  position: number;
}

const ofPost = prepared((db) =>
  db
    .select({ slug: series.slug, title: series.title, position: seriesPosts.position })
    .from(seriesPosts)
    .innerJoin(series, eq(series.slug, seriesPosts.series))
    .where(and(eq(seriesPosts.postId, sql.placeholder('postId')), eq(seriesPosts.isFormer, false))),
);

export async function findSeriesOf(db: Db, postId: string): Promise<PostSeries | null> {
  const [row] = await ofPost(db, { postId });
  return row ?? null;
}

/** Returns the series of posts, by post. */
export async function findSeriesOfAll(db: Db, postIds: string[]): Promise<Map<string, PostSeries>> {
  if (postIds.length === 0) return new Map();
  const { postId, position } = seriesPosts;
  const rows = await db
    .select({ postId, slug: series.slug, title: series.title, position })
    .from(seriesPosts)
    .innerJoin(series, eq(series.slug, seriesPosts.series))
    .where(and(inArray(postId, postIds), eq(seriesPosts.isFormer, false)));
  return new Map(rows.map(({ postId: of, ...place }) => [of, place]));
}

/** Returns the title of a series that has public posts by other authors, or `undefined`. */
export async function findTitleOfOthers(
  db: Db,
  title: string,
  userId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ title: series.title })
    .from(series)
    .innerJoin(seriesPosts, eq(seriesPosts.series, series.slug))
    .innerJoin(posts, eq(posts.id, seriesPosts.postId))
    .where(and(isTitled(title), eq(seriesPosts.isFormer, false), ne(posts.userId, userId)))
    .limit(1);
  return row?.title;
}

/** SQL: the series has this title, or one with the same normal form. */
const isTitled = (title: string) => eq(series.key, normalForm(title));

/**
 * Stores the series of a post. The latest title of a series wins. `slug` is for a new series.
 */
export async function saveSeriesOf(
  tx: Db,
  postId: string,
  given: PostSeries | null,
): Promise<void> {
  const typed = given === null ? [] : [{ label: given.title, slug: given.slug }];
  const [resolved] = await resolveLabels(tx, series, typed);
  const isOther = and(
    eq(seriesPosts.postId, postId),
    resolved && ne(seriesPosts.series, resolved.slug),
  );
  const leave = tx.update(seriesPosts).set({ isFormer: true }).where(isOther).execute();
  if (given === null || resolved === undefined) {
    await leave;
    return;
  }
  const { title, position } = given;
  const { slug, key, isNew } = resolved;
  await Promise.all([
    leave,
    isNew
      ? tx.insert(series).values({ slug, title, key }).execute()
      : tx.update(series).set({ title }).where(eq(series.slug, slug)).execute(),
    tx
      .insert(seriesPosts)
      .values({ postId, series: slug, position, isFormer: false })
      .onConflictDoUpdate({
        target: [seriesPosts.postId, seriesPosts.series],
        set: { position, isFormer: false },
      })
      .execute(),
  ]);
}

export interface UsedSeries {
  slug: string;
  title: string;
  /** Number of public posts. */
  posts: number;
}

/** Returns the series of public posts, with their number of posts. */
export async function listSeries(db: Db): Promise<UsedSeries[]> {
  return await db
    .select({ slug: series.slug, title: series.title, posts: count() })
    .from(seriesPosts)
    .innerJoin(posts, eq(posts.id, seriesPosts.postId))
    .innerJoin(series, eq(series.slug, seriesPosts.series))
    .where(eq(seriesPosts.isFormer, false))
    .groupBy(series.slug, series.title)
    .orderBy(asc(series.title));
}

/**
 * Returns the series of the newest posts, the one with the newest post first. Doesn't read all
 * series, because every publish renders the home page.
 */
export async function listLatestSeries(
  db: Db,
  { ofPosts, limit }: { ofPosts: number; limit: number },
): Promise<UsedSeries[]> {
  const newest = db
    .select({ id: posts.id, createdAt: posts.createdAt })
    .from(posts)
    .orderBy(desc(posts.createdAt), desc(posts.seq))
    .limit(ofPosts)
    .as('newest');
  const latest = await db
    .select({ slug: series.slug, title: series.title })
    .from(newest)
    .innerJoin(seriesPosts, and(eq(seriesPosts.postId, newest.id), eq(seriesPosts.isFormer, false)))
    .innerJoin(series, eq(series.slug, seriesPosts.series))
    .groupBy(series.slug, series.title)
    .orderBy(desc(max(newest.createdAt)), asc(series.slug))
    .limit(limit);
  const slugs = latest.map(({ slug }) => slug);
  const counts = await db
    .select({ slug: seriesPosts.series, posts: count() })
    .from(seriesPosts)
    .innerJoin(posts, eq(posts.id, seriesPosts.postId))
    .where(and(inArray(seriesPosts.series, slugs), eq(seriesPosts.isFormer, false)))
    .groupBy(seriesPosts.series);
  const bySlug = new Map(counts.map((row) => [row.slug, row.posts]));
  return latest.map((row) => ({ ...row, posts: bySlug.get(row.slug) ?? 0 }));
}

/** Returns the last position of a public post in a series, or 0. */
export async function findLastPosition(db: Db, title: string): Promise<number> {
  const [row] = await db
    .select({ last: max(seriesPosts.position) })
    .from(seriesPosts)
    .innerJoin(posts, eq(posts.id, seriesPosts.postId))
    .innerJoin(series, eq(series.slug, seriesPosts.series))
    .where(and(isTitled(title), eq(seriesPosts.isFormer, false)));
  return row?.last ?? 0;
}

/**
 * Returns the last position of each series in a user's documents, or in all documents, by title.
 */
export async function listLastPositions(
  db: Db,
  userId?: string,
): Promise<{ title: string; last: number }[]> {
  return await db
    .select({ title: documents.series, last: max(documents.seriesPosition).mapWith(Number) })
    .from(documents)
    .where(isInSeries(userId))
    .groupBy(documents.series);
}

/** Returns the titles of the series of documents that aren't in the trash. */
export async function listDocumentSeries(db: Db, userId?: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ title: documents.series })
    .from(documents)
    .where(isInSeries(userId));
  return rows.map(({ title }) => title);
}

/** SQL: documents of a user, or of all users, that are in a series and not in the trash. */
function isInSeries(userId: string | undefined) {
  return and(
    ne(documents.series, ''),
    isNull(documents.trashedAt),
    userId === undefined ? undefined : eq(documents.userId, userId),
  );
}

/** Returns the slugs of series by title. `slugFor` makes one for a title that isn't stored yet. */
export async function seriesSlugs(
  db: Db,
  titles: readonly string[],
  slugFor: (title: string) => string,
): Promise<Map<string, string>> {
  const typed = titles.map((label) => ({ label, slug: slugFor(label) }));
  const resolved = await resolveLabels(db, series, typed);
  const byKey = new Map(resolved.map(({ key, slug }) => [key, slug]));
  return new Map(titles.map((title) => [title, byKey.get(normalForm(title)) ?? '']));
}
