import { and, eq, gte, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { engine } from '../engine.ts';
import { type comments, users } from '../schema.ts';
import { contains, directionOf, type SortedPage } from './query.ts';
import type { UserRow } from './users.ts';

// What queries of comments have in common, whether they read the table or the view.

type Row = typeof comments.$inferSelect;

/** The columns of the table, or of one of its views. */
export type Source = Pick<typeof comments, keyof Row>;

/** A page must not grow with the number of likes of its comments. */
const MAX_LIKES = 100;
const LIKES =
  engine === 'postgres'
    ? sql`coalesce(json_agg(first.user_id order by first.user_id)::text, '[]')`
    : sql`json_group_array(first.user_id)`;

/** The fields of a `Comment`. The query must join the author. */
export function fieldsOf(source: Source) {
  return {
    id: source.id,
    postId: source.postId,
    userId: users.id,
    content: source.content,
    createdAt: source.createdAt,
    updatedAt: source.updatedAt,
    parentId: source.parentId,
    threadId: source.threadId,
    state: source.state,
    reasons: source.reasons,
    likes: sql`(select ${LIKES} from (select user_id from likes
    where likes.comment_id = ${source.id} order by user_id limit ${sql.raw(String(MAX_LIKES))}) as first)`.mapWith(
      (ids: string): string[] => JSON.parse(ids),
    ),
    numberOfLikes: source.numberOfLikes,
    author: {
      id: users.id,
      username: users.username,
      profilePicture: users.profilePicture,
      isAdmin: users.isAdmin,
    },
  };
}

/** A comment with its author and likes, so a thread takes one query. */
export interface Comment extends Omit<Row, 'seq' | 'userId' | 'stateAt'> {
  userId: string;
  /** Ids of users who like it: at most `MAX_LIKES`. */
  likes: string[];
  author: Pick<UserRow, 'id' | 'username' | 'profilePicture' | 'isAdmin'>;
}

/**
 * The text or the author's name contains `term` (ignoring the case of ASCII letters), or `term` is
 * the id of the post or author. `like` would take 20 times as long for a term that almost matches
 * (`aaaab` in `aaaaaa`).
 */
function matching({ content, userId, postId }: Source, term: string): SQL | undefined {
  const lower = term.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const has = (text: SQLWrapper) => contains(sql`lower(${text})`, lower);
  return or(
    has(content),
    sql`${userId} in (select ${users.id} from ${users} where ${has(users.username)})`,
    eq(postId, term),
    eq(userId, term),
  );
}

export const COMMENT_SORT_KEYS = ['createdAt', 'likes'] as const;
export type CommentSortKey = (typeof COMMENT_SORT_KEYS)[number];

/** Comments must match all given fields. An empty `searchTerm` matches every comment. */
export interface CommentFilter {
  searchTerm?: string | undefined;
  postId?: string | undefined;
  /** Created at this time or later. */
  since?: Date | undefined;
  /** Created before this time. */
  before?: Date | undefined;
}

export function conditionsOf(
  source: Source,
  { searchTerm, postId, since, before }: CommentFilter,
): SQL | undefined {
  return and(
    searchTerm ? matching(source, searchTerm) : undefined,
    postId === undefined ? undefined : eq(source.postId, postId),
    since && gte(source.createdAt, since),
    before && lt(source.createdAt, before),
  );
}

export function orderOf(
  { numberOfLikes, createdAt, seq }: Source,
  { sortBy, sort }: SortedPage<CommentSortKey>,
): SQL[] {
  const direction = directionOf(sort);
  const byTime = [direction(createdAt), direction(seq)];
  return sortBy === 'likes' ? [direction(numberOfLikes), ...byTime] : byTime;
}
