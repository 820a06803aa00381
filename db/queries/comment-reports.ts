import { and, asc, count, desc, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Db } from '../client.ts';
import type { ReportReason } from '../schema/types.ts';
import { commentReports, moderatedComments, users } from '../schema.ts';
import type { UserRow } from './users.ts';

const { commentId, userId, reason, note, createdAt } = commentReports;

const isOfComment = eq(commentId, moderatedComments.id);

/**
 * SQL: no moderator has decided since the report. Reports stay, so that undoing a decision brings
 * them back.
 */
export const isOpenReport = and(
  isOfComment,
  or(isNull(moderatedComments.stateAt), gt(createdAt, moderatedComments.stateAt)),
);

interface NewReport {
  commentId: string;
  userId: string;
  reason: ReportReason;
  note: string;
  createdAt: Date;
}

/** Stores a report. Returns false if this user has already reported the comment. */
export async function insertReport(tx: Db, report: NewReport): Promise<boolean> {
  const rows = await tx
    .insert(commentReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ commentId });
  return rows.length > 0;
}

/** Returns the number of reports of a comment since the last decision. */
export async function countReports(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(commentReports)
    .innerJoin(moderatedComments, isOpenReport)
    .where(eq(commentId, id));
  return row?.number ?? 0;
}

export type ReportCounts = Partial<Record<ReportReason, number>>;

/**
 * Returns how many members reported each of these comments, for each reason. Of visible comments,
 * only the reports since the last decision count.
 */
export async function reportsOf(db: Db, ids: string[]): Promise<Map<string, ReportCounts>> {
  const rows = await db
    .select({ id: commentId, reason, number: count() })
    .from(commentReports)
    .innerJoin(
      moderatedComments,
      and(isOfComment, or(ne(moderatedComments.state, 'visible'), isOpenReport)),
    )
    .where(inArray(commentId, ids))
    .groupBy(commentId, reason);
  const counts = new Map<string, ReportCounts>();
  for (const { id, reason, number } of rows) {
    counts.set(id, { ...counts.get(id), [reason]: number });
  }
  return counts;
}

export interface ReportRow {
  reason: ReportReason;
  note: string;
  createdAt: Date;
  by: Pick<UserRow, 'id' | 'username' | 'profilePicture' | 'isAdmin'>;
}

/** Returns the latest reports of a comment. */
export async function listReports(db: Db, id: string, limit: number): Promise<ReportRow[]> {
  const { username, profilePicture, isAdmin } = users;
  return await db
    .select({ reason, note, createdAt, by: { id: users.id, username, profilePicture, isAdmin } })
    .from(commentReports)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(commentId, id))
    .orderBy(desc(createdAt), desc(userId))
    .limit(limit);
}

/** Returns the reports that a member made. */
export async function listReportsBy(
  db: Db,
  by: string,
): Promise<Omit<typeof commentReports.$inferSelect, 'userId'>[]> {
  return await db
    .select({ commentId, reason, note, createdAt })
    .from(commentReports)
    .where(eq(userId, by))
    .orderBy(asc(createdAt), asc(commentId));
}
