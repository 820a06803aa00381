import type { Db } from '../../db/client.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import {
  findPostContent,
  isSearch,
  type ListedPost,
  listPostsWithTotals,
  type PostFilter,
} from '../../db/queries/posts.ts';
import { findTagSlug } from '../../db/queries/tags.ts';
import { answerCache, type Bytes } from '../answer-cache.ts';
import type { Picture } from '../contract/posts.ts';
import { contentPage, inTurn, listJson } from '../http/content-page.ts';
import { lastMonth } from '../http/paging.ts';
import type { PostsQuery } from '../post-fields/input.ts';
import { toPost } from '../post-fields/serialize.ts';
import { tagSlug } from '../post-fields/tags.ts';
import type { Services } from '../services.ts';
import type { HitsQuery } from './search/hits.ts';

/**
 * Returns a function that answers `getposts` as JSON; `client` is the caller's address. Responses
 * are cached until the database changes.
 */
export function createPostList(
  services: Services,
): (query: PostsQuery, client: string) => Promise<Bytes> {
  const { database, now } = services;
  const cache = answerCache<{ body: Bytes }>(services);
  return async (given, client) => {
    const query = { ...given, filter: await withTagSlug(database.read, given.filter) };
    if (isSearch(query.filter)) return await services.postSearch.find(query, client);
    const { body } = await cache.answer(JSON.stringify(query), () => readPosts(query, client));
    return body;
  };

  async function readPosts(
    { filter, withPictures, page }: PostsQuery,
    client: string,
  ): Promise<{ body: Bytes }> {
    const db = database.read;
    const wanted = { ...page, since: lastMonth(now()) };
    const { rows, total, sinceTotal } = await listPostsWithTotals(db, filter, wanted);
    const posts = await inTurn(client, rows, () =>
      contentPage(rows, {
        limit: page.limit,
        readContent: (id) => findPostContent(db, id),
        toRecord: (row, content) => toPost({ ...row, content }),
      }),
    );
    const shown = rows.slice(0, posts.length);
    const pictures = withPictures ? { pictures: await picturesOf(db, shown) } : {};
    const totals = { totalPosts: total, lastMonthPosts: sinceTotal };
    return { body: listJson('posts', posts, { ...totals, ...pictures }) };
  }
}

/** Returns a function that answers `search` as JSON. */
export function createHitList({ database, postSearch }: Services) {
  return async ({ filter, page }: HitsQuery, client: string): Promise<Bytes> => {
    const tagged = await withTagSlug(database.read, filter);
    return await postSearch.findHits({ filter: tagged, page }, client);
  };
}

/** Tags can be slugs or labels. */
async function withTagSlug<T extends PostFilter>(db: Db, filter: T): Promise<T> {
  const { tag } = filter;
  if (!tag) return filter;
  const slug = (await findTagSlug(db, tag)) ?? tagSlug(tag);
  return { ...filter, tag: slug || '-' };
}

/** Returns the covers in our storage, with the variants that a list can load instead. */
async function picturesOf(db: Db, rows: ListedPost[]): Promise<Picture[]> {
  const urls = [...new Set(rows.map(({ image }) => image).filter((image) => image !== ''))];
  const found = await findPictures(db, urls);
  return found.map(({ url, width, height, widths }) => ({ url, width, height, widths }));
}
