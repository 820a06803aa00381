import { and, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { posts, redirects } from '../schema.ts';
import { firstFree } from './free-slug.ts';
import type { PostRow } from './posts.ts';
import { takenSlugs } from './posts-table.ts';

/**
 * Returns the first free slug of `base`, `base-2`, `base-3`… (at most 80 characters with the
 * number). Slugs of hidden posts and former addresses are taken, too, but not those of the post
 * `own`. Call it in the transaction that writes the post.
 */
export async function uniqueSlug(tx: Db, base: string, own = ''): Promise<string> {
  return await firstFree(base, async (wanted) => {
    const rows = await findTaken(tx, wanted, own);
    return new Set(rows.map(({ slug }) => slug));
  });
}

async function findTaken(tx: Db, wanted: string[], own: string): Promise<{ slug: string }[]> {
  return await unionAll(
    takenSlugs(tx, wanted, own),
    tx
      .select({ slug: redirects.from })
      .from(redirects)
      .where(and(inArray(redirects.from, wanted), ne(redirects.postId, own))),
  );
}

/** Returns the posts of an author. */
export async function listSlugsOf(db: Db, userId: string): Promise<Pick<PostRow, 'id' | 'slug'>[]> {
  return await db
    .select({ id: posts.id, slug: posts.slug })
    .from(posts)
    .where(eq(posts.userId, userId));
}

/** Returns the next posts before `beforeSeq`, latest first. */
export async function listLatestSlugs(
  db: Db,
  { beforeSeq, limit }: { beforeSeq: number; limit: number },
): Promise<Pick<PostRow, 'seq' | 'slug'>[]> {
  return await db
    .select({ seq: posts.seq, slug: posts.slug })
    .from(posts)
    .where(lt(posts.seq, beforeSeq))
    .orderBy(desc(posts.seq))
    .limit(limit);
}
