import { and, asc, count, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import type { CommentState, ReportReason } from '../schema/types.ts';
import { commentReports, moderatedComments, users } from '../schema.ts';
import { type Comment, fieldsOf, type Source } from './comment-columns.ts';
import type { Page } from './query.ts';

// The only file that reads the view `moderated_comments`, with comments that only their authors and
// moderators see (tests/api/db/public-views.test.ts).

// Drizzle's types of the columns name the table or view.
const FIELDS = fieldsOf(moderatedComments as unknown as Source);

/** Returns a comment in any state but `erased`, unless its post is hidden. */
export async function findAnyComment(db: Db, id: string): Promise<Comment | undefined> {
  const [row] = await db
    .select(FIELDS)
    .from(moderatedComments)
    .innerJoin(users, eq(users.id, moderatedComments.userId))
    .where(eq(moderatedComments.id, id));
  return row;
}

export const QUEUES = ['held', 'spam', 'removed', 'reported'] as const;
export type Queue = (typeof QUEUES)[number];

/** A comment in a moderator's queue. */
export interface QueuedComment extends Comment {
  reasons: string[];
  reports: number;
}

const REPORTS = sql<number>`(select count(*) from ${commentReports}
  where ${commentReports.commentId} = ${moderatedComments.id})`.mapWith(Number);

function inQueue(db: Db, queue: Queue): SQL | undefined {
  if (queue !== 'reported') return eq(moderatedComments.state, queue);
  const reports = db
    .select({ one: sql`1` })
    .from(commentReports)
    .where(eq(commentReports.commentId, moderatedComments.id));
  return and(eq(moderatedComments.state, 'visible'), exists(reports));
}

/** Returns a page of a queue, the longest waiting first, and its length. */
export async function listQueue(
  db: Db,
  queue: Queue,
  page: Page,
): Promise<{ rows: QueuedComment[]; total: number }> {
  const where = inQueue(db, queue);
  const { stateAt, createdAt, seq, reasons } = moderatedComments;
  const order = queue === 'removed' || queue === 'spam' ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select({ ...FIELDS, reasons, reports: REPORTS })
      .from(moderatedComments)
      .innerJoin(users, eq(users.id, moderatedComments.userId))
      .where(where)
      .orderBy(order(sql`coalesce(${stateAt}, ${createdAt})`), order(seq))
      .limit(page.limit)
      .offset(page.startIndex),
    db.$count(moderatedComments, where),
  ]);
  return { rows, total };
}

export interface History {
  visible: number;
  /** Removed and spam. */
  removed: number;
}

/** Returns how many comments of each user are visible, and how many moderators removed. */
export async function historiesOf(db: Db, userIds: string[]): Promise<Map<string, History>> {
  const { userId, state } = moderatedComments;
  const rows = await db
    .select({ userId, state, number: count() })
    .from(moderatedComments)
    .where(inArray(userId, userIds))
    .groupBy(userId, state);
  const numberOf = (id: string, ...states: CommentState[]) =>
    rows
      .filter((row) => row.userId === id && states.includes(row.state))
      .reduce((sum, row) => sum + row.number, 0);
  return new Map(
    userIds.map((id) => [
      id,
      { visible: numberOf(id, 'visible'), removed: numberOf(id, 'removed', 'spam') },
    ]),
  );
}

/** Returns whether a user has a visible comment. */
export async function hasVisibleComment(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: moderatedComments.id })
    .from(moderatedComments)
    .where(and(eq(moderatedComments.userId, userId), eq(moderatedComments.state, 'visible')))
    .limit(1);
  return row !== undefined;
}

/** Stores a report. Returns false if this user has already reported the comment. */
export async function insertReport(
  tx: Db,
  report: {
    commentId: string;
    userId: string;
    reason: ReportReason;
    note: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const rows = await tx
    .insert(commentReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ commentId: commentReports.commentId });
  return rows.length > 0;
}

export async function countReports(db: Db, commentId: string): Promise<number> {
  return await db.$count(commentReports, eq(commentReports.commentId, commentId));
}

/** Deletes the reports of comments that a moderator has decided about. */
export async function deleteReports(tx: Db, commentIds: string[]): Promise<void> {
  await tx.delete(commentReports).where(inArray(commentReports.commentId, commentIds));
}
