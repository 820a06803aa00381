import type { Db } from '../../db/client.ts';
import {
  type Comment as CommentRow,
  countComments,
  listComments,
  readThread,
} from '../../db/queries/comments.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import type { Page } from '../../db/queries/query.ts';
import { answerCache } from '../answer-cache.ts';
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
    numberOfLikes: comment.likes.length,
    createdAt: comment.createdAt.toISOString(),
    updatedAt: comment.updatedAt.toISOString(),
    author: toPublicUser(comment.author, env),
  };
}

/**
 * Returns a function that reads a page of a post's comments as JSON, newest first, and the number
 * of comments in the entire thread.
 */
export function createThreadReader(services: Pick<Services, 'database' | 'env'>) {
  const cache = answerCache<{ body: string; total: string }>(services);
  const db = services.database.read;
  return (postId: string, page: Page) =>
    cache.answer(`${page.startIndex} ${page.limit} ${postId}`, async () => {
      const { rows, total } = await readThread(db, postId, page);
      return {
        body: JSON.stringify(rows.map((comment) => toComment(comment, services.env))),
        total: String(total),
      };
    });
}

/** Lists the comments on all posts, newest first by default, for administrators. */
export async function listAllComments(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { searchTerm, postId, ...page }: ListQuery,
): Promise<CommentList> {
  const db = database.read;
  const filter = { searchTerm, postId };
  return {
    comments: await withPosts(db, env, await listComments(db, page, filter)),
    totalComments: await countComments(db, filter),
    lastMonthComments: await countComments(db, filter, lastMonth(now())),
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
