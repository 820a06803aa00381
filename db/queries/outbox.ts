import { and, asc, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { outbox, posts, publishes } from '../schema.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type PublishRow = typeof publishes.$inferSelect;

/**
 * Queues a post for publishing, or its page for removal. Call it in the transaction that changes
 * the post. Replaces a waiting row of the same post; the new row has a new `seq`, so that a worker
 * that has the old one can't delete it by mistake.
 */
export async function enqueue(
  tx: Db,
  { action, postId, slug }: Pick<OutboxRow, 'action' | 'postId' | 'slug'>,
  now: Date,
): Promise<OutboxRow> {
  await tx.delete(outbox).where(eq(outbox.postId, postId));
  const [row] = await tx
    .insert(outbox)
    .values({ action, postId, slug, notBefore: now, createdAt: now })
    .returning();
  if (row === undefined) throw new Error('The outbox row was not written');
  return row;
}

/** Retries never wait longer. A later time means that the clock was set back, so the row is due. */
const MAX_WAIT_MS = 15 * 60 * 1000;

/** Returns the rows to work on at `now`: queued, or failed and due for a retry. Oldest first. */
export async function dueRows(db: Db, now: Date, limit: number): Promise<OutboxRow[]> {
  const latest = new Date(now.getTime() + MAX_WAIT_MS);
  return await db
    .select()
    .from(outbox)
    .where(
      or(
        eq(outbox.state, 'queued'),
        and(
          eq(outbox.state, 'failed'),
          or(lte(outbox.notBefore, now), gt(outbox.notBefore, latest)),
        ),
      ),
    )
    .orderBy(asc(outbox.seq))
    .limit(limit);
}

export async function findOutboxRow(db: Db, postId: string): Promise<OutboxRow | undefined> {
  return await db.query.outbox.findFirst({ where: eq(outbox.postId, postId) });
}

export async function findOutboxRowBySlug(db: Db, slug: string): Promise<OutboxRow | undefined> {
  return await db.query.outbox.findFirst({
    where: eq(outbox.slug, slug),
    orderBy: desc(outbox.seq),
  });
}

export async function listOutbox(db: Db): Promise<OutboxRow[]> {
  return await db.select().from(outbox).orderBy(asc(outbox.seq));
}

/**
 * Deletes a finished row and records the publish (or, after a removal, deletes that record).
 * Returns false, and records nothing, when a later change has replaced the row.
 */
export async function completeRow(
  tx: Db,
  row: OutboxRow,
  { renderMs, liveAt }: { renderMs: number; liveAt: Date },
): Promise<boolean> {
  const done = await tx.delete(outbox).where(eq(outbox.seq, row.seq)).returning();
  if (done.length === 0) return false;
  if (row.action === 'remove') {
    await tx.delete(publishes).where(eq(publishes.postId, row.postId));
    return true;
  }
  const publish = { slug: row.slug, queuedAt: row.createdAt, liveAt, renderMs };
  await tx
    .insert(publishes)
    .values({ postId: row.postId, ...publish })
    .onConflictDoUpdate({ target: publishes.postId, set: publish });
  return true;
}

/** Records a failure, and schedules a retry unless the row was replaced. */
export async function failRow(
  tx: Db,
  row: OutboxRow,
  error: string,
  notBefore: Date,
): Promise<void> {
  await tx
    .update(outbox)
    .set({ state: 'failed', attempts: sql`${outbox.attempts} + 1`, error, notBefore })
    .where(eq(outbox.seq, row.seq));
}

export async function makeDue(tx: Db, postId: string, now: Date): Promise<void> {
  await tx.update(outbox).set({ notBefore: now }).where(eq(outbox.postId, postId));
}

export async function listPublishes(db: Db, limit: number): Promise<PublishRow[]> {
  return await db.select().from(publishes).orderBy(desc(publishes.liveAt)).limit(limit);
}

/** Returns the titles of all posts in the outbox and of the latest publishes, by post id. */
export async function publishTitles(db: Db, limit: number): Promise<Map<string, string>> {
  const waiting = db.select({ id: outbox.postId }).from(outbox);
  const latest = db
    .select({ id: publishes.postId })
    .from(publishes)
    .orderBy(desc(publishes.liveAt))
    .limit(limit);
  const rows = await db
    .select({ id: posts.id, title: posts.title })
    .from(posts)
    .where(or(inArray(posts.id, waiting), inArray(posts.id, latest)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
