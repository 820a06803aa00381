import type { Db } from '../../db/client.ts';
import type { Comment as CommentRow } from '../../db/queries/comment-columns.ts';
import { countPostComments, findCommentById } from '../../db/queries/comments.ts';
import { withOwnLike } from '../../db/queries/likes.ts';
import { listHeldOf } from '../../db/queries/moderation.ts';
import {
  countEarlierReplies,
  findThread,
  listReplies,
  listThreads,
  readThreads,
  type ThreadKey,
  type ThreadRows,
} from '../../db/queries/threads.ts';
import { answerCache, type Bytes, etagOf, toJsonBytes } from '../answer-cache.ts';
import type { CommentThread, ThreadNumbers, ThreadPage } from '../contract/comments.ts';
import { cursorOf } from '../contract/thread-cursor.ts';
import type { Services } from '../services.ts';
import type { RepliesQuery, ThreadsQuery } from './input.ts';
import { toComment, withFewerLikes } from './list.ts';
import { noComment } from './require-comment.ts';
import { readRules } from './rules.ts';

/** Maximum replies before a linked one. A later one is shown without the replies in between. */
const MOST_REPLIES = 1_000;

interface Found {
  threads: ThreadRows[];
  page: Omit<ThreadPage, 'threads' | 'held'>;
}

interface Answer {
  body: Bytes;
  /** For conditional requests. */
  etag: string;
  found: Found;
}

/**
 * Returns a function that reads a page of a post's threads as JSON. It always includes the user's
 * own likes, and comments that wait for approval. It throws a NotFoundError if the comment `around`
 * isn't visible.
 */
export function createThreadsReader(services: Pick<Services, 'database' | 'env'>) {
  const { env } = services;
  const db = services.database.read;
  const cache = answerCache<Answer & { isCut: boolean }>(services);
  const answerOf = (found: Found, held: CommentRow[]): Answer => {
    const { threads, page } = found;
    const body = toJsonBytes({
      threads: threads.map((one) => toThread(one, env)),
      ...page,
      held: held.map((one) => toComment(one, env)),
    });
    return { body, etag: etagOf(body), found };
  };
  return async (
    postId: string,
    query: ThreadsQuery,
    userId: string | undefined,
  ): Promise<Answer> => {
    const cached = await cache.answer(JSON.stringify([postId, query]), async () => {
      const found = await findPage(db, postId, query);
      const rows = found.threads.flatMap(rowsOf);
      const shown = replaced(found, withFewerLikes(rows));
      const isCut = shown.threads
        .flatMap(rowsOf)
        .some((row) => row.likes.length < row.numberOfLikes);
      return { ...answerOf(shown, []), isCut };
    });
    if (userId === undefined) return cached;
    const { found, isCut } = cached;
    const held = await listHeldOf(db, userId, postId);
    if (!isCut && held.length === 0) return cached;
    const rows = found.threads.flatMap(rowsOf);
    const own = isCut ? replaced(found, await withOwnLike(db, rows, userId)) : found;
    return answerOf(own, held);
  };
}

/** Returns the numbers that a post's file lacks. */
export function numbersOf({ found, etag }: Answer): ThreadNumbers {
  const { total, rules } = found.page;
  const comments = found.threads.flatMap(rowsOf).map(({ id, updatedAt, numberOfLikes }) => ({
    _id: id,
    updatedAt: updatedAt.toISOString(),
    numberOfLikes,
  }));
  return { comments, total, rules, etag };
}

const rowsOf = ({ top, replies }: ThreadRows) => (top ? [top, ...replies] : replies);

/** Returns the page with its rows replaced by `rows`. */
function replaced({ threads, page }: Found, rows: CommentRow[]): Found {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const own = (row: CommentRow) => byId.get(row.id) ?? row;
  return {
    threads: threads.map(({ top, replies, ...thread }) => ({
      ...thread,
      top: top && own(top),
      replies: replies.map(own),
    })),
    page,
  };
}

function toThread(
  { id, top, replies, moreReplies }: ThreadRows,
  env: Pick<Services['env'], 'storage'>,
): CommentThread {
  return {
    _id: id,
    comment: top && toComment(top, env),
    replies: replies.map((reply) => toComment(reply, env)),
    moreReplies,
  };
}

async function findPage(db: Db, postId: string, query: ThreadsQuery): Promise<Found> {
  const linked = await findLinked(db, postId, query.around);
  const [{ keys, previous, next }, total, rules] = await Promise.all([
    findKeys(db, postId, query, linked),
    countPostComments(db, postId),
    readRules(db, postId),
  ]);
  const found = await readThreads(db, keys);
  const threads = await Promise.all(found.map((one) => withLinked(db, one, linked)));
  return { threads, page: { total, next, previous, rules } };
}

/** Returns the comment `around`. */
async function findLinked(db: Db, postId: string, id: string | undefined) {
  if (id === undefined) return undefined;
  const linked = await findCommentById(db, id);
  if (linked?.postId !== postId) throw noComment();
  return linked;
}

interface Keys {
  keys: ThreadKey[];
  previous: string | null;
  next: string | null;
}

async function findKeys(
  db: Db,
  postId: string,
  { sort, limit, cursor }: ThreadsQuery,
  linked: CommentRow | undefined,
): Promise<Keys> {
  // One more, to see whether there is another page.
  const range = { sort, limit: limit + 1 };
  const around = linked && (await findThread(db, linked.threadId ?? linked.id));
  if (around) {
    const before = { place: around, side: 'before' } as const;
    const earlier = await listThreads(db, postId, { sort, limit, from: before });
    if (earlier.length < limit) return pageOf(await listThreads(db, postId, range), limit, false);
    const after = { place: around, side: 'after' } as const;
    return pageOf(
      [around, ...(await listThreads(db, postId, { sort, limit, from: after }))],
      limit,
    );
  }
  const found = await listThreads(db, postId, cursor ? { ...range, from: cursor } : range);
  if (cursor?.side !== 'before') return pageOf(found, limit, cursor !== undefined);
  const keys = found.slice(0, limit).reverse();
  return { ...pageOf(keys, limit, found.length > limit), next: cursorOf('after', keys.at(-1)) };
}

/** `keys` has one more than `limit` if there is a next page. */
function pageOf(keys: ThreadKey[], limit: number, hasPrevious = true): Keys {
  const shown = keys.slice(0, limit);
  return {
    keys: shown,
    previous: hasPrevious ? cursorOf('before', shown[0]) : null,
    next: keys.length > limit ? cursorOf('after', shown.at(-1)) : null,
  };
}

/** Adds the replies up to the linked one, if it's in this thread. */
async function withLinked(
  db: Db,
  thread: ThreadRows,
  linked: CommentRow | undefined,
): Promise<ThreadRows> {
  const { id, top, replies, moreReplies } = thread;
  const isThere = linked?.threadId !== id || replies.some((reply) => reply.id === linked.id);
  if (linked === undefined || isThere) return thread;
  const earlier = await countEarlierReplies(db, { id: linked.id, threadId: id });
  const page = { startIndex: 0, limit: Math.min(earlier + 1, MOST_REPLIES) };
  const found = await listReplies(db, { id, threadId: null }, page);
  const shown = earlier < MOST_REPLIES ? found.replies : [...found.replies, linked];
  return { id, top, replies: shown, moreReplies: replies.length + moreReplies - shown.length };
}

/**
 * Returns a page of the comments below another, as its author or a guest sees them. Throws a
 * NotFoundError if there is no such thread or comment.
 */
export async function readReplies(
  { database, env }: Pick<Services, 'database' | 'env'>,
  commentId: string,
  page: RepliesQuery,
  userId: string | undefined,
) {
  const db = database.read;
  const comment = await findCommentById(db, commentId);
  const isStub = comment === undefined && (await findThread(db, commentId)) !== undefined;
  if (comment === undefined && !isStub) throw noComment();
  const parent = { id: commentId, threadId: comment?.threadId ?? null };
  const { replies, total } = await listReplies(db, parent, page);
  const shown = withFewerLikes(replies);
  const own = userId === undefined ? shown : await withOwnLike(db, shown, userId);
  return { replies: own.map((reply) => toComment(reply, env)), total };
}
