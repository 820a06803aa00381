/** Paths of post lists, of their older pages and of their feeds, such as `/tag/web`. */
export const LIST_PATH = /^\/(?:tag|category|series|author)\/[^/?]/;

const LIST_PAGE = /^\/[^/]+\/[^/]+(?:\/\d+)?$/;
const POST_PAGE = /^\/post\/([a-z0-9-]{1,120})$/;
const READING_PAGE = /^\/(?:|about|search|archive(?:\/\d+){0,3})$/;

/**
 * Returns which counter the views of a path add to: the slug of a post, an empty string for another
 * reading page, or `undefined` if the path isn't counted.
 */
export function countedAs(path: string): string | undefined {
  const slug = POST_PAGE.exec(path)?.[1];
  if (slug !== undefined) return slug;
  const isList = LIST_PATH.test(path) && LIST_PAGE.test(path);
  return isList || READING_PAGE.test(path) ? '' : undefined;
}
