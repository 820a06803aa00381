import { asc, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { changes, feed } from '../schema.ts';

export type ChangeRow = typeof changes.$inferSelect;
export type NewChange = Pick<ChangeRow, 'action' | 'postId' | 'slug'>;

/**
 * Appends changes to the feed. Call it last in the transaction that makes them: it locks the counter,
 * and others wait for the commit. `isBulk`: these may wait for a person's publish.
 */
export async function recordChanges(
  tx: Db,
  made: readonly NewChange[],
  at: Date,
  { isBulk = false }: { isBulk?: boolean } = {},
): Promise<void> {
  if (made.length === 0) return;
  const seqOf = (index: number) => sql<number>`(select seq from feed) - ${made.length - 1 - index}`;
  const rows = made.map((change, index) => ({ ...change, seq: seqOf(index), at, isBulk }));
  await Promise.all([
    tx.update(feed).set({ seq: sql`${feed.seq} + ${made.length}` }),
    tx.insert(changes).values(rows),
  ]);
}

/** Where the feed is: its identity, and the number of its last change. */
export async function findFeed(db: Db): Promise<{ id: string; seq: number }> {
  const [row] = await db.select().from(feed);
  if (row === undefined) throw new Error('The table "feed" is empty');
  return row;
}

/** Returns the changes after `seq`, oldest first. */
export async function listChanges(db: Db, seq: number, limit: number): Promise<ChangeRow[]> {
  return await db
    .select()
    .from(changes)
    .where(gt(changes.seq, seq))
    .orderBy(asc(changes.seq))
    .limit(limit);
}

/** Deletes changes from before a time. A node that hasn't seen them yet renders everything. */
export async function deleteOldChanges(tx: Db, before: Date): Promise<void> {
  await tx.delete(changes).where(lt(changes.at, before));
}
