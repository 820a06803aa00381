import type { Db } from '../../db/client.ts';
import {
  findAuthorLists,
  findCategoryLists,
  findSeriesLists,
  findTagLists,
  type ListSummary,
  listUsedTags,
} from '../../db/queries/list-indexes.ts';
import {
  countInList,
  countNewerInList,
  findAuthor,
  findMemberships,
  type Memberships,
  type PostList,
} from '../../db/queries/post-lists.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import type { AnyPost } from '../../db/queries/posts-table.ts';
import { isCategorized } from './category.ts';

/**
 * Posts on a page of a tag or an author. Pages are numbered from the oldest posts, and the newest
 * ones (up to twice as many) are at the address of the list itself, so a new post changes only that
 * page.
 */
export const LIST_PAGE_SIZE = 24;
/**
 * The most pages that are written again when a post enters or leaves the middle of a list, counted
 * from the post's page.
 */
const MAX_SHIFTED = 20;
/**
 * The maximum number of changes published together: this many posts can be new at once, and fill
 * pages.
 */
const BATCH = 64;

/** The most tags, series or authors on the page that lists them. */
export const MAX_INDEXED = 500;

/** The pages that list all tags (and categories), series and authors. */
export const TAGS_PATH = '/tags';
export const SERIES_PATH = '/series';
export const AUTHORS_PATH = '/authors';

export const tagPath = (slug: string) => `/tag/${slug}`;
export const categoryPath = (slug: string) => `/category/${slug}`;
export const seriesPath = (slug: string) => `/series/${slug}`;
export const authorPath = (username: string) => `/author/${username.toLowerCase()}`;

/** Returns how many pages of older posts a list has. */
export function olderCount(posts: number): number {
  return Math.max(0, Math.floor(posts / LIST_PAGE_SIZE) - 1);
}

/** Returns which posts, newest first, a page shows, or `null` if there's no such page. */
export function listRange(
  posts: number,
  page: number | undefined,
): { startIndex: number; limit: number } | null {
  const older = olderCount(posts);
  if (posts === 0) return null;
  if (page === undefined) return { startIndex: 0, limit: posts - older * LIST_PAGE_SIZE };
  // `NaN` is neither.
  if (!(page >= 1 && page <= older)) return null;
  return { startIndex: posts - page * LIST_PAGE_SIZE, limit: LIST_PAGE_SIZE };
}

/** Returns the number in a route parameter; `NaN` for one that isn't a page. */
export function pageNumber(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  return /^[1-9]\d{0,4}$/.test(given) ? Number(given) : Number.NaN;
}

/** Returns the paths of a list: its page, its feed, and pages of older posts. */
function pathsOf(path: string, older: Iterable<number>): string[] {
  return [path, `${path}/rss.xml`, ...Array.from(older, (page) => `${path}/${page}`)];
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Returns the paths of all lists. */
export async function allListPaths(db: Db): Promise<string[]> {
  const paged = (lists: ListSummary[], pathFor: (slug: string) => string) =>
    lists.flatMap(({ slug, posts }) => pathsOf(pathFor(slug), upTo(olderCount(posts))));
  return [
    ...paged(await findTagLists(db), tagPath),
    ...paged(await findCategoryLists(db), categoryPath),
    ...paged(await findAuthorLists(db), authorPath),
    ...(await findSeriesLists(db)).flatMap(({ slug }) => pathsOf(seriesPath(slug), [])),
  ];
}

/**
 * Returns the lists of posts for the sitemap. `isLarge`: the date of a tag is that of its newest
 * post, because finding the latest change would read every post.
 */
export async function listEntries(
  db: Db,
  { isLarge }: { isLarge: boolean },
): Promise<{ path: string; lastModified: Date }[]> {
  const entries = (lists: ListSummary[], pathFor: (slug: string) => string) =>
    lists.map(({ slug, lastModified }) => ({ path: pathFor(slug), lastModified }));
  return [
    ...(isLarge
      ? (await listUsedTags(db)).map(({ slug, newest }) => ({
          path: tagPath(slug),
          lastModified: newest,
        }))
      : entries(await findTagLists(db), tagPath)),
    ...entries(await findCategoryLists(db), categoryPath),
    ...entries(await findSeriesLists(db), seriesPath),
    ...entries(await findAuthorLists(db), authorPath),
  ];
}

type Position = Pick<PostRow, 'createdAt' | 'seq'>;

/** Returns the list pages that change with a post. `found` is undefined if it was deleted. */
export async function changedListPaths(
  db: Db,
  { tags, series }: Memberships,
  found: AnyPost | undefined,
): Promise<string[]> {
  const category = found?.post.category;
  const author = found?.post.userId;
  const post = found?.isHidden ? undefined : found?.post;
  const ofAuthor = async (id: string) => {
    const [changed, writer] = await Promise.all([
      changedPages(db, { author: id }, post),
      findAuthor(db, id),
    ]);
    return writer ? changed(authorPath(writer.username)) : [];
  };
  const ofTag = async (tag: string) => (await changedPages(db, { tag }, post))(tagPath(tag));
  const ofCategory = async (slug: string) =>
    (await changedPages(db, { category: slug }, post))(categoryPath(slug));
  const paths = await Promise.all([
    ...tags.map(ofTag),
    isCategorized(category) ? ofCategory(category) : [],
    series.flatMap((slug) => pathsOf(seriesPath(slug), [])),
    author === undefined ? [] : ofAuthor(author),
    series.length > 0 ? [SERIES_PATH] : [],
    // Tags and categories.
    [TAGS_PATH, AUTHORS_PATH],
  ]);
  return paths.flat();
}

/** Returns the pages that show a post as a card with the number of its comments. */
export async function commentListPaths(db: Db, post: PostRow): Promise<string[]> {
  const { category } = post;
  const [{ tags, series }, writer] = await Promise.all([
    findMemberships(db, post.id),
    findAuthor(db, post.userId),
  ]);
  const paths = await Promise.all([
    ...tags.map((tag) => ownPage(db, { tag }, tagPath(tag), post)),
    isCategorized(category) ? ownPage(db, { category }, categoryPath(category), post) : undefined,
    writer && ownPage(db, { author: writer.id }, authorPath(writer.username), post),
  ]);
  return ['/', ...series.map(seriesPath), ...paths.filter((path) => path !== undefined)];
}

async function ownPage(db: Db, list: PostList, path: string, post: Position): Promise<string> {
  const [posts, newer] = await Promise.all([
    countInList(db, list),
    countNewerInList(db, list, post),
  ]);
  const own = Math.ceil((posts - newer) / LIST_PAGE_SIZE);
  return own <= olderCount(posts) ? `${path}/${own}` : path;
}

/**
 * Returns the pages of a list that a post changes, as a function of the list's path: a post that
 * enters or leaves shifts the pages between its own and the newest.
 */
async function changedPages(
  db: Db,
  list: PostList,
  post: Position | undefined,
): Promise<(path: string) => string[]> {
  const [posts, newerThanPost] = await Promise.all([
    countInList(db, list),
    post && countNewerInList(db, list, post),
  ]);
  const older = olderCount(posts);
  if (older === 0) return (path) => pathsOf(path, post ? [] : [1]);
  const newer = newerThanPost ?? posts;
  const own = Math.ceil((posts - newer) / LIST_PAGE_SIZE);
  const first = Math.min(own, older + 1 - Math.ceil(BATCH / LIST_PAGE_SIZE));
  // One page more than there is: it may have just disappeared.
  const pages = upTo(older + 1).filter((page) => page >= first && page < first + MAX_SHIFTED);
  return (path) => pathsOf(path, pages);
}
