import type { Db } from '../../db/client.ts';
import type { Comment as CommentRow } from '../../db/queries/comment-columns.ts';
import { listReports, reportsOf } from '../../db/queries/comment-reports.ts';
import { countComments, listComments } from '../../db/queries/comments.ts';
import { withOwnLike } from '../../db/queries/likes.ts';
import {
  authorsOf,
  countQueue,
  findAnyComment,
  historiesOf,
  listQueue,
  listWithHeld,
} from '../../db/queries/moderation.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import { findUserById } from '../../db/queries/users.ts';
import type {
  CommentCase,
  CommentList,
  CommentQueue,
  CommentReport,
  ListedComment,
  ModerationFacts,
  QueueCounts,
  QueuedComment,
} from '../contract/comments.ts';
import { lastMonth } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toPublicUser } from '../users/serialize.ts';
import type { ListQuery, QueueQuery } from './input.ts';
import { toComment, withFewerLikes } from './list.ts';
import { findDecision } from './moderate.ts';
import { noComment, requireAnyComment } from './require-comment.ts';

type ReadServices = Pick<Services, 'database' | 'env'>;

const MOST_REPORTS = 100;

/** Lists the comments on all posts, newest first by default, for moderators. */
export async function listAllComments(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { searchTerm, postId, withHeld, ...page }: ListQuery,
  userId: string,
): Promise<CommentList> {
  const db = database.read;
  const filter = { searchTerm, postId };
  const lastMonthComments = await countComments(db, { ...filter, since: lastMonth(now()) });
  if (withHeld) {
    const { rows, total } = await listWithHeld(db, page, filter);
    const comments = await toQueued(db, env, withFewerLikes(rows));
    return { comments, totalComments: total, lastMonthComments };
  }
  const rows = withFewerLikes(await listComments(db, page, filter));
  return {
    comments: await withPosts(db, env, await withOwnLike(db, rows, userId)),
    totalComments: await countComments(db, filter),
    lastMonthComments,
  };
}

/** Adds the posts to comments. */
async function withPosts(
  db: Db,
  env: Services['env'],
  rows: CommentRow[],
): Promise<ListedComment[]> {
  const ids = [...new Set(rows.map((row) => row.postId))];
  const titles = await findPostTitles(db, ids);
  const posts = new Map(titles.map(({ id, slug, title }) => [id, { slug, title }]));
  return rows.map((row) => ({ ...toComment(row, env), post: posts.get(row.postId) ?? null }));
}

/** Returns a page of a moderator's queue. */
export async function readQueue(
  { database, env }: ReadServices,
  { state, searchTerm, postId, ...page }: QueueQuery,
): Promise<CommentQueue> {
  const db = database.read;
  const { rows, total } = await listQueue(db, state, page, { searchTerm, postId });
  return { comments: await toQueued(db, env, withFewerLikes(rows)), total };
}

/** Adds posts and moderation facts to comments. */
export async function toQueued(
  db: Db,
  env: Services['env'],
  rows: CommentRow[],
): Promise<QueuedComment[]> {
  const parents = rows.flatMap(({ parentId }) => parentId ?? []);
  const [listed, reports, histories, repliedTo] = await Promise.all([
    withPosts(db, env, rows),
    reportsOf(
      db,
      rows.map(({ id }) => id),
    ),
    historiesOf(db, [...new Set(rows.map(({ userId }) => userId))]),
    authorsOf(db, parents),
  ]);
  return rows.flatMap((row, index) => {
    const [comment, history] = [listed[index], histories.get(row.userId)];
    if (comment === undefined || history === undefined) return [];
    const { createdAt, ...numbers } = history;
    const reportReasons = reports.get(row.id) ?? {};
    const facts: ModerationFacts = {
      reasons: row.reasons,
      reports: Object.values(reportReasons).reduce((sum, number) => sum + number, 0),
      reportReasons,
      history: { ...numbers, memberSince: createdAt.toISOString() },
      replyTo: repliedTo.get(row.parentId ?? '') ?? null,
    };
    return { ...comment, ...facts };
  });
}

/**
 * Returns one comment in any state, with the comment that it replies to and the last decision about
 * it.
 */
export async function readCase(
  { database, env }: ReadServices,
  commentId: string,
): Promise<CommentCase> {
  const db = database.read;
  const row = await requireAnyComment(db, commentId);
  const [comment] = await toQueued(db, env, [row]);
  if (comment === undefined) throw noComment();
  const [parent, last] = await Promise.all([
    row.parentId === null ? undefined : findAnyComment(db, row.parentId),
    findDecision(db, row),
  ]);
  // The reasons say why the site itself held it.
  const decision = last?.actor === 'system' ? undefined : last;
  const by = decision && (await findUserById(db, decision.actor));
  return {
    ...comment,
    parent: parent ? toComment(parent, env) : null,
    decision: decision
      ? {
          action: decision.action.replace('comment.', ''),
          by: by ? toPublicUser(by, env) : null,
          at: decision.at.toISOString(),
        }
      : null,
  };
}

/** Returns the latest reports of a comment. */
export async function readReports(
  { database: { read: db }, env }: ReadServices,
  commentId: string,
): Promise<CommentReport[]> {
  await requireAnyComment(db, commentId);
  const rows = await listReports(db, commentId, MOST_REPORTS);
  return rows.map(({ by, reason, note, createdAt }) => ({
    by: toPublicUser(by, env),
    reason,
    note,
    at: createdAt.toISOString(),
  }));
}

/** Returns how many comments wait for a decision. */
export async function countQueues({ database: { read: db } }: ReadServices): Promise<QueueCounts> {
  const [held, reported] = await Promise.all([countQueue(db, 'held'), countQueue(db, 'reported')]);
  return { held, reported };
}
