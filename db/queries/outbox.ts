import { and, asc, desc, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { outbox, publishes } from '../schema.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type PublishRow = typeof publishes.$inferSelect;

/**
 * Notes that a post is to be published or its page removed; call it in the transaction that changes the
 * post. A row that waits for the same post is replaced, and the new one has a new `seq`: who works on the
 * old one cannot remove the new one by mistake. Gives the row.
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

/** Nobody waits longer for the next attempt. One that is to wait longer was written before the clock was put back. */
const LONGEST_WAIT_MS = 15 * 60 * 1000;

/** What can be worked on at `now` (queued, or failed and waited long enough), in the order it came. */
export async function dueRows(db: Db, now: Date, limit: number): Promise<OutboxRow[]> {
  return await db
    .select()
    .from(outbox)
    .where(
      or(
        eq(outbox.state, 'queued'),
        and(
          eq(outbox.state, 'failed'),
          or(
            lte(outbox.notBefore, now),
            gt(outbox.notBefore, new Date(now.getTime() + LONGEST_WAIT_MS)),
          ),
        ),
      ),
    )
    .orderBy(asc(outbox.seq))
    .limit(limit);
}

export async function findOutboxRow(db: Db, postId: string): Promise<OutboxRow | undefined> {
  const [row] = await db.select().from(outbox).where(eq(outbox.postId, postId));
  return row;
}

export async function findOutboxRowBySlug(db: Db, slug: string): Promise<OutboxRow | undefined> {
  const [row] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.slug, slug))
    .orderBy(desc(outbox.seq));
  return row;
}

/** Everything that waits, in the order it came. */
export async function listOutbox(db: Db): Promise<OutboxRow[]> {
  return await db.select().from(outbox).orderBy(asc(outbox.seq));
}

/**
 * Takes away a row whose work is done and records the publish (or, after a removal, forgets it). Gives
 * false, and records nothing, when a later change has taken the row's place meanwhile.
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

/** Records a failure: it is tried again at `notBefore`. Does nothing when the row has been replaced. */
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

/** Lets a row that waits for its next attempt be worked on now. */
export async function makeDue(tx: Db, postId: string, now: Date): Promise<void> {
  await tx.update(outbox).set({ notBefore: now }).where(eq(outbox.postId, postId));
}

/** The newest publishes, newest first. */
export async function listPublishes(db: Db, limit: number): Promise<PublishRow[]> {
  return await db.select().from(publishes).orderBy(desc(publishes.liveAt)).limit(limit);
}
