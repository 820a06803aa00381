import type { Db } from '../../db/client.ts';
import type { Comment as CommentRow } from '../../db/queries/comment-columns.ts';
import { countComments, listComments, readThread } from '../../db/queries/comments.ts';
import { withOwnLike } from '../../db/queries/likes.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import type { Page } from '../../db/queries/query.ts';
import { answerCache, type Bytes, toJsonBytes } from '../answer-cache.ts';
import type { Comment, CommentList, ListedComment } from '../contract/comments.ts';
import { lastMonth } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toPublicUser } from '../users/serialize.ts';
import type { ListQuery } from './input.ts';

export function toComment(comment: CommentRow, env: Pick<Services['env'], 'storage'>): Comment {
  return {
    _id: comment.id,
    postId: comment.postId,
    userId: comment.userId,
    content: comment.content,
    likes: comment.likes,
    numberOfLikes: comment.numberOfLikes,
    createdAt: comment.createdAt.toISOString(),
    updatedAt: comment.updatedAt.toISOString(),
    parentId: comment.parentId,
    isEdited: comment.updatedAt.getTime() !== comment.createdAt.getTime(),
    state: comment.state === 'erased' ? 'removed' : comment.state,
    author: toPublicUser(comment.author, env),
  };
}

/** Maximum number of ids in all `likes` of a page, to keep it under 100 kB. */
const MAX_LIKES_PER_PAGE = 1_300;

/** Shortens the longest `likes` of a page that has too many. */
export function withFewerLikes<T extends Pick<CommentRow, 'likes'>>(rows: T[]): T[] {
  const total = rows.reduce((sum, { likes }) => sum + likes.length, 0);
  if (total <= MAX_LIKES_PER_PAGE) return rows;
  const most = Math.floor(MAX_LIKES_PER_PAGE / rows.length);
  return rows.map((row) => ({ ...row, likes: row.likes.slice(0, most) }));
}

/**
 * Returns a function that reads a page of a post's comments as JSON, newest first, with the number
 * of comments in the thread. It always includes the user's own likes.
 */
export function createThreadReader(services: Pick<Services, 'database' | 'env'>) {
  const { database, env } = services;
  const cache = answerCache<ThreadPage>(services);
  const bodyOf = (rows: CommentRow[]) =>
    toJsonBytes(rows.map((comment) => toComment(comment, env)));
  const read = (postId: string, page: Page) =>
    cache.answer(`${page.startIndex} ${page.limit} ${postId}`, async () => {
      const { rows, total } = await readThread(database.read, postId, page);
      const shown = withFewerLikes(rows);
      const isCut = shown.some(({ likes, numberOfLikes }) => likes.length < numberOfLikes);
      return { body: bodyOf(shown), total: String(total), rows: isCut ? shown : null };
    });
  return async (postId: string, page: Page, userId: string | undefined) => {
    const { rows, ...answer } = await read(postId, page);
    if (rows === null || userId === undefined) return answer;
    return { ...answer, body: bodyOf(await withOwnLike(database.read, rows, userId)) };
  };
}

interface ThreadPage {
  body: Bytes;
  total: string;
  /** The comments, if any has more likes than the body lists. */
  rows: CommentRow[] | null;
}

/** Lists the comments on all posts, newest first by default, for administrators. */
export async function listAllComments(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { searchTerm, postId, ...page }: ListQuery,
  userId: string,
): Promise<CommentList> {
  const db = database.read;
  const filter = { searchTerm, postId };
  const rows = withFewerLikes(await listComments(db, page, filter));
  return {
    comments: await withPosts(db, env, await withOwnLike(db, rows, userId)),
    totalComments: await countComments(db, filter),
    lastMonthComments: await countComments(db, { ...filter, since: lastMonth(now()) }),
  };
}

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
