import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import { countPosts, isSearch, listPosts, type PostRow } from '../../db/queries/posts.ts';
import { answerCache } from '../answer-cache.ts';
import type { Picture, PostList } from '../contract/posts.ts';
import { lastMonth, paging } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toPost } from './post.ts';
import type { Json } from './search/thread.ts';

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
    /** `1`: also what is known of the covers. Nobody is given it unasked: it is not in the contract. */
    pictures: given,
    ...paging(),
  })
  .transform(({ sort, order, startIndex, limit, pictures, ...filter }) => ({
    filter,
    withPictures: pictures === '1',
    page: { sort: sort ?? order ?? ('desc' as const), startIndex, limit },
  }));

export type PostsQuery = z.output<typeof postsQuery>;

/**
 * Returns a function that answers `getposts` as JSON. Answers are kept until the database changes, so that
 * the same list is read and written out once, however often it is asked for. `client` is the caller's
 * address.
 */
export function postLister(
  services: Services,
): (query: PostsQuery, client: string) => Promise<string | Json> {
  const { database, now } = services;
  const cache = answerCache<{ body: string }>(services);
  return async (query, client) => {
    if (isSearch(query.filter)) return await services.postSearch.find(query, client);
    const { body } = await cache.answer(JSON.stringify(query), () => readPosts(query));
    return body;
  };

  async function readPosts({ filter, withPictures, page }: PostsQuery): Promise<{ body: string }> {
    const db = database.read;
    const rows = await listPosts(db, filter, page);
    const totalPosts = await countPosts(db, filter);
    const lastMonthPosts = await countPosts(db, filter, lastMonth(now()));
    const pictures = withPictures ? { pictures: await picturesOf(db, rows) } : {};
    const list: PostList = { posts: rows.map(toPost), totalPosts, lastMonthPosts, ...pictures };
    return { body: JSON.stringify(list) };
  }
}

/** Size and variants of the covers that we hold: what a list needs to load the small ones. */
async function picturesOf(db: Db, rows: PostRow[]): Promise<Picture[]> {
  const urls = [...new Set(rows.map(({ image }) => image).filter((image) => image !== ''))];
  const found = await findPictures(db, urls);
  return found.map(({ url, width, height, widths }) => ({ url, width, height, widths }));
}
