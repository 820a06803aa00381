import type { Db } from '../../db/client.ts';
import {
  type Comment as CommentRow,
  countComments,
  countMatchingComments,
  countPostComments,
  listComments,
  listMatchingComments,
  listPostComments,
} from '../../db/queries/comments.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import type { Page } from '../../db/queries/query.ts';
import { answerCache } from '../answer-cache.ts';
import type { CommentList, ListedComment } from '../contract/comments.ts';
import { lastMonth } from '../http/paging.ts';
import type { Services } from '../services.ts';
import type { ListQuery } from './input.ts';
import { toComment } from './serialize.ts';

interface Thread {
  /** A page of comments as JSON. */
  body: string;
  /** The number of comments in the entire thread. */
  total: string;
}

/** Returns a function that reads a page of a post's comments, newest first. */
export function createThreadReader(
  services: Pick<Services, 'database' | 'env'>,
): (postId: string, page: Page) => Promise<Thread> {
  const cache = answerCache<Thread>(services);
  const db = services.database.read;
  return (postId, page) =>
    cache.answer(`${page.startIndex} ${page.limit} ${postId}`, async () => {
      const comments = await listPostComments(db, postId, page);
      const total = await countPostComments(db, postId);
      return {
        body: JSON.stringify(comments.map((comment) => toComment(comment, services.env))),
        total: String(total),
      };
    });
}

/** Lists the comments on all posts, newest first, for administrators. */
export async function listAllComments(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { searchTerm, ...page }: ListQuery,
): Promise<CommentList> {
  const db = database.read;
  const since = lastMonth(now());
  if (searchTerm) {
    const { total, recent } = await countMatchingComments(db, searchTerm, since);
    return {
      comments: await withPosts(db, env, await listMatchingComments(db, searchTerm, page)),
      totalComments: total,
      lastMonthComments: recent,
    };
  }
  return {
    comments: await withPosts(db, env, await listComments(db, page)),
    totalComments: await countComments(db),
    lastMonthComments: await countComments(db, since),
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
