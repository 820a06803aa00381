import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents } from '../schema.ts';

export interface Scheduled {
  id: string;
  userId: string;
  scheduledAt: Date;
}

/** In the trash, a document keeps its time, in case it's restored. */
const IS_SCHEDULED = eq(documents.status, 'scheduled');

/** Returns the documents due at a time, earliest first. */
export async function listDue(db: Db, at: Date, limit: number): Promise<Scheduled[]> {
  const rows = await db
    .select({
      id: documents.id,
      userId: documents.userId,
      scheduledAt: documents.scheduledAt,
    })
    .from(documents)
    .where(and(lte(documents.scheduledAt, at), IS_SCHEDULED))
    .orderBy(asc(documents.scheduledAt), asc(documents.seq))
    .limit(limit);
  return rows.flatMap((row) => (row.scheduledAt ? [{ ...row, scheduledAt: row.scheduledAt }] : []));
}

/** SQL: when the next document is due, in epoch milliseconds, or null. */
export const nextScheduledAt = sql<number | null>`(select min(scheduled_at) from documents
  where scheduled_at is not null and status = 'scheduled')`.mapWith((value: unknown) =>
  value === null ? null : Number(value),
);
