import { eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { categories, posts, users } from '../schema.ts';

export type PicturedPost = NonNullable<Awaited<ReturnType<typeof findPicturedPost>>>;

/**
 * Returns the data for the share picture of a post. `label` is the stored one of its category, if
 * any.
 */
export async function findPicturedPost(db: Db, slug: string) {
  const [post] = await db
    .select({
      slug: posts.slug,
      title: posts.title,
      language: posts.language,
      category: posts.category,
      image: posts.image,
      imageFocus: posts.imageFocus,
      label: categories.label,
      author: users.username,
    })
    .from(posts)
    .leftJoin(categories, eq(categories.slug, posts.category))
    .leftJoin(users, eq(users.id, posts.userId))
    .where(eq(posts.slug, slug));
  return post;
}
