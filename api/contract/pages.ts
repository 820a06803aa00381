/** The lists of posts, their older pages and their feeds, such as `/tag/web`. */
export const LIST_PATH = /^\/(?:tag|category|series|author)\/[^/?]/;

const LIST_PAGE = /^\/[^/]+\/[^/]+(?:\/\d+)?$/;
const POST_PAGE = /^\/post\/([a-z0-9-]{1,120})$/;
const READING_PAGE = /^\/(?:|about|search|archive(?:\/\d+){0,3})$/;

/**
 * Returns the counter of views of a path: the slug of a post, empty for another page that is read,
 * or `undefined` for paths that aren't counted.
 */
export function countedAs(path: string): string | undefined {
  const slug = POST_PAGE.exec(path)?.[1];
  if (slug !== undefined) return slug;
  const isList = LIST_PATH.test(path) && LIST_PAGE.test(path);
  return isList || READING_PAGE.test(path) ? '' : undefined;
}
