import { count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { comments, posts, users } from '../schema.ts';
import {
  type Comment,
  type CommentFilter,
  type CommentSortKey,
  fieldsOf,
  orderOf,
} from './comment-columns.ts';
import { visibleCount, visibleKeys } from './comments-table.ts';
import { allRows, type Page, prepared, type SortedPage, textPlaceholder } from './query.ts';

export const FIELDS = fieldsOf(comments);

/** Query: visible comments with their authors. */
export function selectComments(db: Db, where?: SQL) {
  return db
    .select(FIELDS)
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(where);
}

const byId = prepared((db) => selectComments(db, eq(comments.id, textPlaceholder('id'))));

export async function findCommentById(db: Db, id: string): Promise<Comment | undefined> {
  const [row] = await byId(db, { id });
  return row;
}

const OF_POST = sql`${comments.postId} = ${textPlaceholder('postId')}`;
/** Skipping the comments before a far page reads only an index, not the comments and authors. */
const ON_FAR_PAGE = sql`${comments.seq} in (select page.seq from ${comments} as page
  where page.post_id = ${sql.placeholder('postId')}
  order by page.created_at desc, page.seq desc
  limit ${sql.placeholder('limit')} offset ${sql.placeholder('startIndex')})`;

const threadWhere = (where: SQL) =>
  prepared((db) =>
    db
      .select({
        ...FIELDS,
        total: sql<number>`(select count(*) from ${comments} where ${OF_POST})`,
      })
      .from(comments)
      .innerJoin(users, eq(users.id, comments.userId))
      .where(where)
      .orderBy(desc(comments.createdAt), desc(comments.seq))
      .limit(sql.placeholder('limit')),
  );
const firstPageOf = threadWhere(OF_POST);
const farPageOf = threadWhere(ON_FAR_PAGE);

/** Returns the comments on a post, newest first, and their total number. Usually one query. */
export async function readThread(
  db: Db,
  postId: string,
  page: Page,
): Promise<{ rows: Comment[]; total: number }> {
  const read = page.startIndex === 0 ? firstPageOf : farPageOf;
  const found = await read(db, { postId, ...page });
  const isEmpty = page.startIndex === 0 && page.limit > 0;
  const total = found[0]?.total ?? (isEmpty ? 0 : await countPostComments(db, postId));
  return { rows: found.map(({ total: _, ...row }) => row), total };
}

/** Returns the comments on a post, newest first. */
export async function listPostComments(db: Db, postId: string, page: Page): Promise<Comment[]> {
  return (await readThread(db, postId, page)).rows;
}

const countOfPost = prepared((db) => db.select({ total: count() }).from(comments).where(OF_POST));

export async function countPostComments(db: Db, postId: string): Promise<number> {
  const [row] = await countOfPost(db, { postId });
  return row?.total ?? 0;
}

/** Returns the posts with comments of a user. */
export async function listCommentedPosts(db: Db, userId: string): Promise<string[]> {
  const { postId } = comments;
  const rows = await db
    .selectDistinct({ postId })
    .from(comments)
    .where(eq(comments.userId, userId));
  return rows.map((row) => row.postId);
}

/** Returns the names of the authors of these comments, by their ids. */
export async function findAuthorNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: comments.id, name: users.username })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(inArray(comments.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts the comments of each of these posts. Posts without comments are missing. */
export async function countCommentsOf(db: Db, postIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ postId: comments.postId, total: count() })
    .from(comments)
    .where(inArray(comments.postId, postIds))
    .groupBy(comments.postId);
  return new Map(rows.map(({ postId, total }) => [postId, total]));
}

/** Returns the comments that match a filter, newest first by default. */
export async function listComments(
  db: Db,
  page: SortedPage<CommentSortKey>,
  filter: CommentFilter = {},
): Promise<Comment[]> {
  const keys = visibleKeys(db, page, filter);
  return await selectComments(db, inArray(comments.seq, keys)).orderBy(...orderOf(comments, page));
}

/** Counts the visible comments that match a filter. */
export async function countComments(db: Db, filter: CommentFilter = {}): Promise<number> {
  const [row] = await allRows<{ n: number }>(db, sql`select ${visibleCount(db, filter)} as n`);
  return Number(row?.n ?? 0);
}

/** Returns what decides whether a post takes comments, or `undefined` if there is no such post. */
export async function findCommentable(
  db: Db,
  id: string,
): Promise<Pick<typeof posts.$inferSelect, 'createdAt' | 'commentsClosed'> | undefined> {
  const columns = { createdAt: posts.createdAt, commentsClosed: posts.commentsClosed };
  const [row] = await db.select(columns).from(posts).where(eq(posts.id, id));
  return row;
}
