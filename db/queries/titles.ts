import { eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts } from '../schema.ts';

/** Returns the ids of at most `limit` posts with exactly this title. */
export async function findPostsByTitle(
  db: Db,
  title: string,
  limit: number,
): Promise<{ id: string }[]> {
  return await db.select({ id: posts.id }).from(posts).where(eq(posts.title, title)).limit(limit);
}
