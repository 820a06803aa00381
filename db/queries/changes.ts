import { and, asc, desc, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { changes, feed, siteVersions } from '../schema.ts';
import { jobsAreWaiting } from './jobs.ts';
import { findPostTitles } from './posts.ts';
import { prepared } from './query.ts';
import { nextScheduledAt } from './scheduled.ts';

export type ChangeRow = typeof changes.$inferSelect;
export type NewChange = Pick<ChangeRow, 'action' | 'postId' | 'slug'>;

/** A change of a post, not of its comments. */
export type PostChangeRow = ChangeRow & { action: 'publish' | 'remove' };

export function isPostChange(change: ChangeRow): change is PostChangeRow {
  return change.action === 'publish' || change.action === 'remove';
}

/** Rows per statement: SQLite allows 32,766 values. */
const ROWS_AT_ONCE = 1_000;

/**
 * Appends changes to the feed. Call it last in their transaction: it locks the counter, and others
 * wait for the commit. `isBulk` changes may wait for single ones.
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
  const inserts: PromiseLike<unknown>[] = [
    tx.update(feed).set({ seq: sql`${feed.seq} + ${made.length}` }),
  ];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    inserts.push(tx.insert(changes).values(rows.slice(from, from + ROWS_AT_ONCE)));
  }
  await Promise.all(inserts);
}

/**
 * Records that comments on posts changed: `isRemoval` if one of them may no longer be shown. Call
 * it last in their transaction, like `recordChanges`.
 */
export async function recordComments(
  tx: Db,
  postIds: readonly string[],
  at: Date,
  { isRemoval = false }: { isRemoval?: boolean } = {},
): Promise<void> {
  const action = isRemoval ? 'comments-removed' : 'comments';
  // Hidden posts have no page.
  const found = await findPostTitles(tx, [...new Set(postIds)]);
  const made = found.map(({ id, slug }) => ({ action, postId: id, slug }) as const);
  await recordChanges(tx, made, at);
}

/** Records that a page other than a post's must be rendered again. Call it like `recordChanges`. */
export async function recordPage(tx: Db, path: string, at: Date): Promise<void> {
  await recordChanges(tx, [{ action: 'page', postId: path, slug: path }], at);
}

const countChange = prepared((tx) =>
  tx
    .update(feed)
    .set({ seq: sql`${feed.seq} + 1` })
    .returning({ seq: feed.seq }),
);
const insertComment = prepared((tx) =>
  tx
    .insert(changes)
    .values({
      seq: sql`(select seq from feed)`,
      action: 'comments',
      postId: sql.placeholder('postId'),
      slug: sql.placeholder('slug'),
      at: sql.placeholder('at'),
    })
    .returning({ seq: changes.seq }),
);

/** Records a new comment like `recordComments`, but in half the time, because it happens often. */
export async function recordNewComment(
  tx: Db,
  { id: postId, slug }: { id: string; slug: string },
  at: Date,
): Promise<void> {
  await Promise.all([countChange(tx, {}), insertComment(tx, { postId, slug, at })]);
}

export interface FeedState {
  /** Id of the feed. */
  id: string;
  /** The number of its last change. */
  seq: number;
  /** Whether jobs of functions are waiting. */
  hasJobs: boolean;
  /** When the next document is due, in epoch milliseconds. */
  scheduledAt: number | null;
  /** The highest version of the site's settings; 0 if there's none. */
  siteVersion: number;
}

const newestSite = sql<number>`coalesce((select max(${siteVersions.number}) from ${siteVersions}), 0)`;

/** Nodes read all of this four times a second, so it's one query. */
export async function findFeed(db: Db): Promise<FeedState> {
  const [row] = await db
    .select({
      id: feed.id,
      seq: feed.seq,
      hasJobs: jobsAreWaiting,
      scheduledAt: nextScheduledAt,
      siteVersion: newestSite,
    })
    .from(feed);
  if (row === undefined) throw new Error('The table "feed" is empty');
  return row;
}

/** Returns whether every change after `seq` is still in the feed. */
export async function hasChangesSince(db: Db, seq: number): Promise<boolean> {
  const [[oldest], last] = await Promise.all([
    db.select({ seq: changes.seq }).from(changes).orderBy(asc(changes.seq)).limit(1),
    findFeed(db),
  ]);
  return seq === last.seq || (oldest !== undefined && oldest.seq <= seq + 1);
}

/** The changes after `after`, up to and including `upTo`. */
export interface ChangeRange {
  after: number;
  upTo: number;
}

/**
 * SQL: whether a later change makes this one redundant. A change of comments doesn't replace a
 * change of the post, and an addition doesn't replace a removal.
 */
const isReplaced = sql`later.post_id = ${changes.postId} and later.seq > ${changes.seq}
  and (later.action in ('publish', 'remove')) = (${changes.action} in ('publish', 'remove'))
  and (later.action <> 'comments' or ${changes.action} = 'comments')`;

/** Returns single changes, newest first, without those replaced by a later one of the same post. */
export async function listSingleChanges(
  db: Db,
  range: ChangeRange,
  limit: number,
): Promise<ChangeRow[]> {
  const isLast = sql`not exists (select 1 from changes later
    where ${isReplaced} and not later.is_bulk)`;
  return await listNewest(db, range, and(eq(changes.isBulk, false), isLast), limit);
}

/**
 * Returns bulk changes, and single ones up to `singlesUpTo`, newest first, without those replaced
 * by a later change of the same post.
 */
export async function listBulkChanges(
  db: Db,
  { singlesUpTo, ...range }: ChangeRange & { singlesUpTo: number },
  limit: number,
): Promise<ChangeRow[]> {
  const isLast = sql`not exists (select 1 from changes later where ${isReplaced})`;
  const isBulk = or(eq(changes.isBulk, true), lte(changes.seq, singlesUpTo));
  return await listNewest(db, range, and(isBulk, isLast), limit);
}

async function listNewest(
  db: Db,
  { after, upTo }: ChangeRange,
  which: SQL | undefined,
  limit: number,
): Promise<ChangeRow[]> {
  return await db
    .select()
    .from(changes)
    .where(and(gt(changes.seq, after), lte(changes.seq, upTo), which))
    .orderBy(desc(changes.seq))
    .limit(limit);
}

/** Deletes changes older than `before`. A node that hasn't read them yet renders everything. */
export async function deleteChangesBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(changes).where(lt(changes.at, before));
}
