import { and, count, eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts, users } from '../schema.ts';
import type { PostRow } from './posts.ts';

/** How much of the demo content is left. */
export interface DemoCounts {
  posts: number;
  users: number;
}

/** Once somebody has edited a demo post, it is that person's work and no longer to be removed. */
const UNTOUCHED_POSTS = and(eq(posts.isDemo, true), eq(posts.version, 1));
const DEMO_USERS = and(eq(users.isDemo, true), eq(users.isAdmin, false));

export async function countDemo(db: Db): Promise<DemoCounts> {
  const [post] = await db.select({ n: count() }).from(posts).where(UNTOUCHED_POSTS);
  const [user] = await db.select({ n: count() }).from(users).where(DEMO_USERS);
  return { posts: post?.n ?? 0, users: user?.n ?? 0 };
}

/**
 * Removes the demo posts that nobody has edited and the demo users, with all comments on and by them. Gives
 * the posts that are gone.
 */
export async function deleteDemo(
  tx: Db,
): Promise<{ posts: Pick<PostRow, 'id' | 'slug'>[]; users: number }> {
  const gone = await tx
    .delete(posts)
    .where(UNTOUCHED_POSTS)
    .returning({ id: posts.id, slug: posts.slug });
  const accounts = await tx.delete(users).where(DEMO_USERS).returning({ id: users.id });
  return { posts: gone, users: accounts.length };
}
