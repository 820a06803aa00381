import { and, eq, getViewSelectedFields, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { categories, posts, series, seriesPosts, users } from '../schema.ts';
import { CURRENT_PART, SERIES_ORDER } from './post-lists.ts';
import type { PostRow } from './posts.ts';
import { prepared, textPlaceholder } from './query.ts';

/** A post with the data from other tables that its page shows. */
export interface PostWithByline {
  post: PostRow;
  /** `null` if no label is stored. */
  categoryLabel: string | null;
  /** `null` if the account was deleted. */
  author: { username: string; profilePicture: string } | null;
}

const bySlug = prepared((db) =>
  db
    .select({
      post: getViewSelectedFields(posts),
      categoryLabel: categories.label,
      author: { username: users.username, profilePicture: users.profilePicture },
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
