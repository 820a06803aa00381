import { and, asc, desc, eq, getViewSelectedFields, lte, min, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { categories, documents, posts, revisions, series, seriesPosts, users } from '../schema.ts';
import { CURRENT_PART, SERIES_ORDER } from './post-lists.ts';
import type { PostRow } from './posts.ts';
import { numberPlaceholder, prepared, textPlaceholder } from './query.ts';

/** A post with the data from other tables that its page shows. */
export interface PostWithByline {
  post: PostRow;
  /** `null` if no label is stored. */
  categoryLabel: string | null;
  /** `null` if the account was deleted. */
  author: { username: string; profilePicture: string; bio: string } | null;
}

const bySlug = prepared((db) =>
  db
    .select({
      post: getViewSelectedFields(posts),
      categoryLabel: categories.label,
      author: { username: users.username, profilePicture: users.profilePicture, bio: users.bio },
    })
    .from(posts)
    .leftJoin(categories, eq(categories.slug, posts.category))
    .leftJoin(users, eq(users.id, posts.userId))
    .where(eq(posts.slug, textPlaceholder('slug'))),
);

export async function findPostWithByline(
  db: Db,
  slug: string,
): Promise<PostWithByline | undefined> {
  const [row] = await bySlug(db, { slug });
  return row;
}

const ofPost = prepared((db) =>
  db
    .select({
      slug: series.slug,
      title: series.title,
      part: { id: posts.id, slug: posts.slug, title: posts.title },
    })
    .from(seriesPosts)
    .innerJoin(series, eq(series.slug, seriesPosts.series))
    .innerJoin(posts, eq(posts.id, seriesPosts.postId))
    .where(
      and(
        sql`${seriesPosts.series} = (select own.series from ${seriesPosts} own
          where own.post_id = ${textPlaceholder('postId')} and not own.is_former)`,
        CURRENT_PART,
      ),
    )
    .orderBy(...SERIES_ORDER),
);

/** Returns the posts of a public post's series, in order, with the series. */
export async function listSeriesOf(db: Db, postId: string) {
  return await ofPost(db, { postId });
}

/** Whether posts are before or after another one. */
export type Side = 'older' | 'newer';

/** The post that `isOn` compares with, as values of a prepared query. */
export const placeOf = ({ createdAt, seq }: Pick<PostRow, 'createdAt' | 'seq'>) => ({
  at: createdAt.getTime(),
  seq,
});

/** SQL condition: a post is on this side of the one at `placeOf`. Uses an index. */
export function isOn(side: Side, columns: SQL = sql`${posts.createdAt}, ${posts.seq}`): SQL {
  const compare = sql.raw(side === 'older' ? '<' : '>');
  return sql`(${columns}) ${compare} (${numberPlaceholder('at')}, ${numberPlaceholder('seq')})`;
}

/** The order in which the closest ones on this side come first. */
export const closestFirst = (side: Side, ...columns: SQLiteColumn[]) =>
  columns.map((column) => (side === 'older' ? desc(column) : asc(column)));

/** A post to read before or after another one. */
export type Neighbor = Pick<PostRow, 'slug' | 'title'>;

/** The limit is a literal, because a parameter would invalidate the plan on each run. */
const neighborOn = (side: Side) =>
  prepared((db) =>
    db
      .select({ slug: posts.slug, title: posts.title })
      .from(posts)
      .where(
        sql`${posts.seq} = (select ${posts.seq} from ${posts} where ${isOn(side)}
          order by ${sql.join(closestFirst(side, posts.createdAt, posts.seq), sql`, `)} limit 1)`,
      ),
  );

const older = neighborOn('older');
const newer = neighborOn('newer');

/** Returns the posts published before and after one. */
export async function findNeighbors(
  db: Db,
  post: Pick<PostRow, 'createdAt' | 'seq'>,
): Promise<{ previous: Neighbor | undefined; next: Neighbor | undefined }> {
  const place = placeOf(post);
  const [[previous], [next]] = await Promise.all([older(db, place), newer(db, place)]);
  return { previous, next };
}

const publicOne = alias(revisions, 'public_one');

/**
 * Returns when a public post last changed its title or content, with its pictures, or `undefined`
 * if no versions of it are stored. Saving only its tags, its cover or other settings isn't a
 * change.
 */
export async function findTextTime(db: Db, postId: string): Promise<Date | undefined> {
  const { documentId, number, kind, title, content, added, removed, createdAt } = revisions;
  // Versions count the characters added and removed so far: equal sums are equal texts.
  const isSameText = and(
    eq(title, publicOne.title),
    eq(added, publicOne.added),
    eq(removed, publicOne.removed),
    // Last, because it's long.
    eq(content, publicOne.content),
  );
  const [row] = await db
    .select({ at: min(createdAt) })
    .from(documents)
    .innerJoin(
      publicOne,
      and(
        eq(publicOne.documentId, documents.id),
        eq(publicOne.number, documents.publishedRevision),
      ),
    )
    .innerJoin(revisions, and(eq(documentId, documents.id), isSameText))
    .where(and(eq(documents.id, postId), eq(kind, 'published'), lte(number, publicOne.number)));
  return row?.at ?? undefined;
}
