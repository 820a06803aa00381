import type { Comment as CommentRow } from '../../db/queries/comment-columns.ts';
import { readThread } from '../../db/queries/comments.ts';
import { withOwnLike } from '../../db/queries/likes.ts';
import type { Page } from '../../db/queries/query.ts';
import { answerCache, type Bytes, toJsonBytes } from '../answer-cache.ts';
import type { Comment } from '../contract/comments.ts';
import type { Services } from '../services.ts';
import { toPublicUser } from '../users/serialize.ts';

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
