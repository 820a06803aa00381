import { z } from 'zod';
import { countPosts, listPosts } from '../../db/queries/posts.ts';
import { answerCache } from '../http/answer-cache.ts';
import { lastMonth, paging } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toPost } from './post.ts';

/** An empty parameter is one that was not given: search forms send them. */
const given = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
const direction = (name: string) =>
  given.pipe(z.enum(['asc', 'desc'], `${name} must be asc or desc.`).optional());

/** The parameters of `getposts`; unknown ones are ignored. `sort` counts before `order`, its other name. */
export const postsQuery = z
  .object({
    userId: given,
    category: given.transform((value) => value?.trim().toLowerCase()),
    slug: given,
    postId: given,
    searchTerm: given,
    sort: direction('sort'),
    order: direction('order'),
    ...paging(),
  })
  .transform(({ sort, order, startIndex, limit, ...filter }) => ({
    filter,
    page: { sort: sort ?? order ?? ('desc' as const), startIndex, limit },
  }));

export type PostsQuery = z.output<typeof postsQuery>;

/**
 * Gives a function that answers `getposts` as JSON. Answers are kept until the database changes, so that
 * the same list is read and written out once, however often it is asked for.
 */
export function postLister(services: Services): (q: PostsQuery) => Promise<string> {
  const { database, now } = services;
  const cached = answerCache<{ body: string }>(services);
  return async (query) => {
    const { body } = await cached(JSON.stringify(query), () => readPosts(query));
    return body;
  };

  async function readPosts({ filter, page }: PostsQuery): Promise<{ body: string }> {
    const db = database.read;
    const rows = await listPosts(db, filter, page);
    const totalPosts = await countPosts(db, filter);
    const lastMonthPosts = await countPosts(db, filter, lastMonth(now()));
    return { body: JSON.stringify({ posts: rows.map(toPost), totalPosts, lastMonthPosts }) };
  }
}
