import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { comments, threads, users } from '../schema.ts';
import type { Comment } from './comment-columns.ts';
import { FIELDS, selectComments } from './comments.ts';
import type { Page } from './query.ts';

// A thread is a top comment with all comments below it.

export const THREAD_SORTS = ['newest', 'oldest', 'liked'] as const;
export type ThreadSort = (typeof THREAD_SORTS)[number];

/** The place of a thread in a list, for keyset paging. */
export type ThreadPlace = Pick<typeof threads.$inferSelect, 'seq' | 'createdAt' | 'numberOfLikes'>;
export type ThreadKey = ThreadPlace & { id: string };

/** The threads before or after a place, the nearest first. Without a place: the first ones. */
export interface ThreadRange {
  sort: ThreadSort;
  limit: number;
  from?: { place: ThreadPlace; side: 'before' | 'after' };
}

/** Returns the places of a post's threads with at least one visible comment. */
export async function listThreads(
  db: Db,
  postId: string,
  { sort, limit, from }: ThreadRange,
): Promise<ThreadKey[]> {
  const { id, seq, createdAt, numberOfLikes } = threads;
  const isAscending = (sort === 'oldest') !== (from?.side === 'before');
  const direction = isAscending ? asc : desc;
  const order = [...(sort === 'liked' ? [numberOfLikes] : []), createdAt, seq];
  return await db
    .select({ seq, id, createdAt, numberOfLikes })
    .from(threads)
    .where(and(eq(threads.postId, postId), from && beyond(sort, from.place, isAscending)))
    .orderBy(...order.map((column) => direction(column)))
    .limit(limit);
}

/** The condition for threads further along in the order. */
function beyond(sort: ThreadSort, place: ThreadPlace, isAscending: boolean): SQL | undefined {
  const is = isAscending ? gt : lt;
  const later = or(
    is(threads.createdAt, place.createdAt),
    and(eq(threads.createdAt, place.createdAt), is(threads.seq, place.seq)),
  );
  if (sort !== 'liked') return later;
  return or(
    is(threads.numberOfLikes, place.numberOfLikes),
    and(eq(threads.numberOfLikes, place.numberOfLikes), later),
  );
}

/** Returns the place of a thread. */
export async function findThread(db: Db, id: string): Promise<ThreadKey | undefined> {
  const { seq, createdAt, numberOfLikes } = threads;
  const [row] = await db
    .select({ seq, id: threads.id, createdAt, numberOfLikes })
    .from(threads)
    .where(eq(threads.id, id));
  return row;
}

/** Returns the visible ones of these top comments. */
export async function findTopComments(db: Db, ids: string[]): Promise<Comment[]> {
  return await selectComments(db, inArray(comments.id, ids));
}

/**
 * Returns the first `limit` replies of each thread, oldest first, and the number of all replies.
 */
export async function listFirstReplies(
  db: Db,
  threadIds: string[],
  limit: number,
): Promise<{ replies: Comment[]; totals: Map<string, number> }> {
  const { seq, threadId, createdAt } = comments;
  const numbered = db
    .select({
      seq: sql<number>`${seq}`.as('reply_seq'),
      threadId: sql<string>`${threadId}`.as('reply_thread'),
      number:
        sql<number>`row_number() over (partition by ${threadId} order by ${createdAt}, ${seq})`.as(
          'number',
        ),
      total: sql<number>`count(*) over (partition by ${threadId})`.as('total'),
    })
    .from(comments)
    .where(inArray(threadId, threadIds))
    .as('numbered');
  const rows = await db
    .select({ ...FIELDS, total: numbered.total })
    .from(numbered)
    .innerJoin(comments, eq(seq, numbered.seq))
    .innerJoin(users, eq(users.id, comments.userId))
    .where(sql`${numbered.number} <= ${limit}`)
    .orderBy(asc(createdAt), asc(seq));
  const totals = new Map(rows.map(({ threadId: id, total }) => [id ?? '', Number(total)]));
  return { replies: rows.map(({ total: _, ...row }) => row), totals };
}

/** A top comment, or null if it was deleted, with its first replies. */
export interface ThreadRows {
  id: string;
  top: Comment | null;
  replies: Comment[];
  moreReplies: number;
}

/** Replies of each thread in a page of threads. */
const FIRST_REPLIES = 10;

/** Returns threads with the first replies of each. */
export async function readThreads(
  db: Db,
  keys: readonly Pick<ThreadKey, 'id'>[],
): Promise<ThreadRows[]> {
  const ids = keys.map(({ id }) => id);
  const [tops, first] = await Promise.all([
    findTopComments(db, ids),
    listFirstReplies(db, ids, FIRST_REPLIES),
  ]);
  const topsById = new Map(tops.map((top) => [top.id, top]));
  const repliesById = Map.groupBy(first.replies, ({ threadId }) => threadId ?? '');
  return ids.map((id) => {
    const replies = repliesById.get(id) ?? [];
    const moreReplies = (first.totals.get(id) ?? 0) - replies.length;
    return { id, top: topsById.get(id) ?? null, replies, moreReplies };
  });
}

/**
 * Returns the visible comments below another, oldest first, and their number. Below a top comment
 * that's the whole thread; below a reply, the replies to it.
 */
export async function listReplies(
  db: Db,
  { id, threadId }: { id: string; threadId: string | null },
  page: Page,
): Promise<{ replies: Comment[]; total: number }> {
  const isBelow = and(
    eq(comments.threadId, threadId ?? id),
    threadId === null ? undefined : eq(comments.parentId, id),
  );
  const [replies, total] = await Promise.all([
    selectComments(db, isBelow)
      .orderBy(asc(comments.createdAt), asc(comments.seq))
      .limit(page.limit)
      .offset(page.startIndex),
    db.$count(comments, isBelow),
  ]);
  return { replies, total };
}

/** Returns how many replies of its thread come before a reply. */
export async function countEarlierReplies(
  db: Db,
  { id, threadId }: Pick<Comment, 'id'> & { threadId: string },
): Promise<number> {
  const { createdAt, seq } = comments;
  const own = sql`(select ${createdAt}, ${seq} from ${comments} where ${eq(comments.id, id)})`;
  return await db.$count(
    comments,
    and(eq(comments.threadId, threadId), sql`(${createdAt}, ${seq}) < ${own}`),
  );
}
