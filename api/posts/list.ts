import type { Db } from '../../db/client.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import { listPostsWithTotals } from '../../db/queries/post-lists.ts';
import { isSearch, type PostRow } from '../../db/queries/posts.ts';
import { answerCache, type Bytes, toJsonBytes } from '../answer-cache.ts';
import type { Picture, PostList } from '../contract/posts.ts';
import { lastMonth } from '../http/paging.ts';
import type { Services } from '../services.ts';
import type { PostsQuery } from './input.ts';
import { toPost } from './serialize.ts';

/**
 * Returns a function that answers `getposts` as JSON; `client` is the caller's address. Responses
 * are cached until the database changes.
 */
export function createPostList(
  services: Services,
): (query: PostsQuery, client: string) => Promise<Bytes> {
  const { database, now } = services;
  const cache = answerCache<{ body: Bytes }>(services);
  return async (query, client) => {
    if (isSearch(query.filter)) return await services.postSearch.find(query, client);
    const { body } = await cache.answer(JSON.stringify(query), () => readPosts(query));
    return body;
  };

  async function readPosts({ filter, withPictures, page }: PostsQuery): Promise<{ body: Bytes }> {
    const db = database.read;
    const wanted = { ...page, since: lastMonth(now()) };
    const { rows, total, sinceTotal } = await listPostsWithTotals(db, filter, wanted);
    const pictures = withPictures ? { pictures: await picturesOf(db, rows) } : {};
    const posts = rows.map(toPost);
    const list: PostList = {
      posts,
      totalPosts: total,
      lastMonthPosts: sinceTotal,
      ...pictures,
    };
    return { body: toJsonBytes(list) };
  }
}

/** Returns the covers in our storage, with the variants that a list can load instead. */
async function picturesOf(db: Db, rows: PostRow[]): Promise<Picture[]> {
  const urls = [...new Set(rows.map(({ image }) => image).filter((image) => image !== ''))];
  const found = await findPictures(db, urls);
  return found.map(({ url, width, height, widths }) => ({ url, width, height, widths }));
}
