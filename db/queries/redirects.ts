import { asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts, redirects } from '../schema.ts';
import { hiddenBySlug, takenSlugs } from './posts-table.ts';
import { BATCH_SIZE } from './query.ts';

export type RedirectRow = typeof redirects.$inferSelect;

/**
 * Redirects the former slug of a post to the post, even if its slug changes again. The new slug is
 * no longer a former one.
 */
export async function addRedirect(
  tx: Db,
  { from, to, postId }: { from: string; to: string; postId: string },
  now: Date,
): Promise<void> {
  await Promise.all([
    tx.delete(redirects).where(eq(redirects.from, to)).execute(),
    tx
      .insert(redirects)
      .values({ from, postId, createdAt: now })
      .onConflictDoUpdate({ target: redirects.from, set: { postId, createdAt: now } })
      .execute(),
  ]);
}

/** Returns the former slugs of a post. */
export async function listRedirectsOf(db: Db, postId: string): Promise<RedirectRow[]> {
  return await db.select().from(redirects).where(eq(redirects.postId, postId));
}

export async function deleteRedirectsOf(tx: Db, postId: string): Promise<void> {
  await tx.delete(redirects).where(eq(redirects.postId, postId));
}

/** The target of a slug without a public post: the current slug of a post, or none. */
export type FormerSlug = { movedTo: string } | 'gone';

/** Returns the target of a slug that no public post has, or `undefined` if no post ever had it. */
export async function findFormerSlug(db: Db, slug: string): Promise<FormerSlug | undefined> {
  const [[moved], [hidden]] = await Promise.all([
    db
      .select({ to: posts.slug })
      .from(redirects)
      .leftJoin(posts, eq(posts.id, redirects.postId))
      .where(eq(redirects.from, slug))
      .execute(),
    hiddenBySlug(db, slug).execute(),
  ]);
  if (moved?.to) return { movedTo: moved.to };
  return moved || hidden ? 'gone' : undefined;
}

/** Yields the former slugs of public posts, with the current ones. */
export async function* eachRedirect(db: Db): AsyncGenerator<{ from: string; to: string }> {
  for (let last = ''; ; ) {
    const rows = await db
      .select({ from: redirects.from, to: posts.slug })
      .from(redirects)
      .innerJoin(posts, eq(posts.id, redirects.postId))
      .where(gt(redirects.from, last))
      .orderBy(asc(redirects.from))
      .limit(BATCH_SIZE);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.from;
  }
}

/** Adds a former slug of a post, unless a post currently has it. */
export async function addRedirectIfFree(
  tx: Db,
  from: string,
  postId: string,
  createdAt: Date,
): Promise<void> {
  if ((await takenSlugs(tx, [from])).length > 0) return;
  await tx.insert(redirects).values({ from, postId, createdAt }).onConflictDoNothing();
}
