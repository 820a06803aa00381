import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import type { CommentState } from '../schema/types.ts';
import { commentReports, moderatedComments, users } from '../schema.ts';
import {
  type Comment,
  type CommentFilter,
  type CommentSortKey,
  conditionsOf,
  fieldsOf,
  orderOf,
  type Source,
} from './comment-columns.ts';
import { isOpenReport } from './comment-reports.ts';
import { visibleCount } from './comments-table.ts';
import { allRows, type Page, prepared, type SortedPage, textPlaceholder } from './query.ts';

// Only this file and `comment-reports.ts` read the view `moderated_comments`. It has comments that
// only their authors and moderators see (tests/api/db/public-views.test.ts).

// Drizzle's types of the columns name the table or view.
const source = moderatedComments as unknown as Source;
const FIELDS = { ...fieldsOf(source), stateAt: moderatedComments.stateAt };

/** A comment in any state but `erased`. */
export type AnyComment = Comment & { stateAt: Date | null };

const select = (db: Db) =>
  db
    .select(FIELDS)
    .from(moderatedComments)
    .innerJoin(users, eq(users.id, moderatedComments.userId));

/** Returns a comment in any state but `erased`, unless its post is hidden. */
export async function findAnyComment(db: Db, id: string): Promise<AnyComment | undefined> {
  const [row] = await select(db).where(eq(moderatedComments.id, id));
  return row;
}

/** Returns the names of these comments' authors, in any state but `erased`. */
export async function authorsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: moderatedComments.id, name: users.username })
    .from(moderatedComments)
    .innerJoin(users, eq(users.id, moderatedComments.userId))
    .where(inArray(moderatedComments.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const QUEUES = ['held', 'spam', 'removed', 'reported'] as const;
export type Queue = (typeof QUEUES)[number];

function inQueue(db: Db, queue: Queue): SQL | undefined {
  const { state } = moderatedComments;
  // The second condition allows the partial index.
  if (queue !== 'reported') return and(eq(state, queue), sql`${state} <> 'visible'`);
  const reported = db.select({ id: commentReports.commentId }).from(commentReports);
  const open = db.select({ one: sql`1` }).from(commentReports).where(isOpenReport);
  // The first condition makes SQLite begin with the reports, not with all comments.
  return and(inArray(moderatedComments.id, reported), eq(state, 'visible'), exists(open));
}

/** Returns a page of a queue, the longest waiting first, and its length. */
export async function listQueue(
  db: Db,
  queue: Queue,
  page: Page,
  filter: CommentFilter = {},
): Promise<{ rows: AnyComment[]; total: number }> {
  const where = and(inQueue(db, queue), conditionsOf(source, filter));
  const { stateAt, createdAt, seq } = moderatedComments;
  const order = queue === 'removed' || queue === 'spam' ? desc : asc;
  const [rows, total] = await Promise.all([
    select(db)
      .where(where)
      .orderBy(order(sql`coalesce(${stateAt}, ${createdAt})`), order(seq))
      .limit(page.limit)
      .offset(page.startIndex),
    db.$count(moderatedComments, where),
  ]);
  return { rows, total };
}

/** Returns the number of comments in a queue. */
export async function countQueue(db: Db, queue: Queue): Promise<number> {
  return await db.$count(moderatedComments, inQueue(db, queue));
}

/** Returns visible and held comments that match a filter, newest first by default. */
export async function listWithHeld(
  db: Db,
  page: SortedPage<CommentSortKey>,
  filter: CommentFilter = {},
): Promise<{ rows: AnyComment[]; total: number }> {
  const conditions = conditionsOf(source, filter);
  const rows = await select(db)
    .where(and(inArray(moderatedComments.state, ['visible', 'held']), conditions))
    .orderBy(...orderOf(source, page))
    .limit(page.limit)
    .offset(page.startIndex);
  const held = db.$count(moderatedComments, and(inQueue(db, 'held'), conditions));
  const [counted] = await allRows<{ n: number }>(
    db,
    sql`select ${visibleCount(db, filter)} + ${held} as n`,
  );
  return { rows, total: Number(counted?.n ?? 0) };
}

export interface History {
  visible: number;
  /** Removed and spam. */
  removed: number;
  createdAt: Date;
  isTrusted: boolean;
}

/** Returns what moderators want to know about these users. */
export async function historiesOf(db: Db, userIds: string[]): Promise<Map<string, History>> {
  const { userId, state } = moderatedComments;
  const { id, createdAt, isTrusted } = users;
  const [rows, people] = await Promise.all([
    db
      .select({ userId, state, number: count() })
      .from(moderatedComments)
      .where(inArray(userId, userIds))
      .groupBy(userId, state),
    db.select({ id, createdAt, isTrusted }).from(users).where(inArray(id, userIds)),
  ]);
  const numberOf = (id: string, ...states: CommentState[]) =>
    rows
      .filter((row) => row.userId === id && states.includes(row.state))
      .reduce((sum, row) => sum + row.number, 0);
  return new Map(
    people.map(({ id, ...account }) => [
      id,
      { visible: numberOf(id, 'visible'), removed: numberOf(id, 'removed', 'spam'), ...account },
    ]),
  );
}

/** Maximum number of one user's waiting comments that a post shows. */
const MAX_HELD = 50;

/** Returns a user's comments on a post that wait for approval, oldest first. */
export async function listHeldOf(db: Db, userId: string, postId: string): Promise<Comment[]> {
  const { postId: post, userId: user, state, createdAt, seq } = moderatedComments;
  return await select(db)
    .where(and(eq(post, postId), eq(user, userId), eq(state, 'held')))
    .orderBy(asc(createdAt), asc(seq))
    .limit(MAX_HELD);
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

const duplicates = prepared((db) =>
  db
    .select({ id: moderatedComments.id })
    .from(moderatedComments)
    .where(
      and(
        eq(moderatedComments.userId, textPlaceholder('userId')),
        eq(moderatedComments.postId, textPlaceholder('postId')),
        eq(sql`coalesce(${moderatedComments.parentId}, '')`, textPlaceholder('parentId')),
        eq(moderatedComments.content, textPlaceholder('content')),
        gte(moderatedComments.createdAt, sql`cast(${sql.placeholder('since')} as bigint)`),
      ),
    ),
);

/**
 * Returns whether this user wrote the same text in the same place since `since`: on the post, or in
 * reply to the same comment. Comments in any state count.
 */
export async function hasDuplicate(
  db: Db,
  {
    since,
    parentId,
    ...values
  }: Pick<Comment, 'userId' | 'postId' | 'content' | 'parentId'> & { since: Date },
): Promise<boolean> {
  const found = await duplicates(db, {
    ...values,
    parentId: parentId ?? '',
    since: since.getTime(),
  });
  return found.length > 0;
}

/** SQL: the comment is in this state, on a public post. */
export function isInState(id: SQLWrapper, state: CommentState): SQL {
  return sql`exists (select 1 from ${moderatedComments}
    where ${moderatedComments.id} = ${id} and ${moderatedComments.state} = ${state})`;
}

/** SQL: the comment is in any state but `erased`, on a public post. */
export function isNotErased(id: SQLWrapper): SQL {
  return sql`exists (select 1 from ${moderatedComments} where ${moderatedComments.id} = ${id})`;
}
