import type { CardPost } from '../../api/contract/posts.ts';
import { type Database, type Db, openDatabase } from '../../db/client.ts';
import type { Labeled } from '../../db/queries/categories.ts';
import { countCommentsOf } from '../../db/queries/comments.ts';
import { findPage, findPublished } from '../../db/queries/pages.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import type { Author } from '../../db/queries/post-lists.ts';
import {
  findNeighbors,
  findPostWithByline,
  findTextTime,
  listSeriesOf,
  type Neighbor,
} from '../../db/queries/post-page.ts';
import { countPosts, listPostCards, type PostCard, type PostRow } from '../../db/queries/posts.ts';
import { listRelatedPosts } from '../../db/queries/related.ts';
import { findStoryTime, STORIES, type StoryTime, storyTimeOf } from '../../db/queries/stories.ts';
import { findTagsOf } from '../../db/queries/tags.ts';
import { defaultAvatar, isGeneratedAvatar } from '../../db/queries/users.ts';
import type { StoredTag } from '../../db/schema.ts';
import { preview } from './format.ts';
import {
  type PageComments,
  picturesOf,
  readPageComments,
  toPageComments,
} from './page-comments.ts';
import { type Pictures, picturesByUrl } from './pictures.ts';
import { pictureUrls } from './prose.ts';
import { readingMinutes } from './reading-time.ts';
import { databaseUrl } from './runtime.ts';
import { categoryLabel, site, siteHash } from './site.ts';

// In development, modules are reloaded. The database must be opened only once.
const shared = globalThis as typeof globalThis & { pagesDatabase?: Promise<Database> };

/** For PostgreSQL. A publish reads about 50 times, and waits less with more than 10 connections. */
const CONNECTIONS = 20;

/**
 * Returns the read-only database of the pages. Throws an Error that names `DATABASE_URL` if it
 * can't be opened.
 */
export async function database(): Promise<Db> {
  return (await openedDatabase()).read;
}

async function openedDatabase(): Promise<Database> {
  shared.pagesDatabase ??= openDatabase(databaseUrl(), {
    readOnly: true,
    connections: CONNECTIONS,
  });
  try {
    return await shared.pagesDatabase;
  } catch (error) {
    delete shared.pagesDatabase;
    throw error;
  }
}

/** Returns the cards of the newest posts, or of those that were the newest at a given time. */
export async function recentCards(limit: number, until?: Date): Promise<CardPost[]> {
  return cardsOf(await listPostCards(await database(), { until }, { startIndex: 0, limit }));
}

/** Cached values that many pages show. Read again when the database or the site changes. */
const alike = { version: undefined as string | undefined, values: new Map<string, unknown>() };

async function readOnce<T>(key: string, read: () => PromiseLike<T>): Promise<T> {
  const data = (await openedDatabase()).dataVersion?.();
  const version = data === undefined ? undefined : `${data} ${siteHash()}`;
  if (version !== alike.version) Object.assign(alike, { version, values: new Map() });
  const known = alike.values.get(key) as T | undefined;
  if (known !== undefined) return known;
  const value = await read();
  if (version !== undefined && version === alike.version) alike.values.set(key, value);
  return value;
}

/** Returns the cards in "Recent Stories" of a post: the newest of the others. */
async function storyCards(
  post: Pick<PostRow, 'slug' | 'updatedAt'>,
  time: StoryTime,
): Promise<CardPost[]> {
  const until = storyTimeOf(post, time);
  const cards = await readOnce(`stories ${until.getTime()}`, () => recentCards(STORIES + 1, until));
  return cards.filter(({ slug }) => slug !== post.slug).slice(0, STORIES);
}

/** Returns the number of a user's posts at a given time. */
function postsOf(userId: string, until: Date): Promise<number> {
  const read = async () => countPosts(await database(), { userId, until });
  return readOnce(`posts ${userId} ${until.getTime()}`, read);
}

/**
 * Returns posts as lists show them: with the number of their comments. Only for pages that
 * `commentListPaths` names, because the number changes.
 */
export async function listedCards(rows: readonly PostCard[]): Promise<CardPost[]> {
  const ids = rows.map(({ id }) => id);
  const counts = ids.length > 0 ? await countCommentsOf(await database(), ids) : new Map();
  return cardsOf(rows).map((card, index) => ({ ...card, comments: counts.get(ids[index]) }));
}

/** Returns posts as cards show them. */
export function cardsOf(rows: readonly Omit<PostCard, 'userId' | 'updatedAt'>[]): CardPost[] {
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    category: row.category,
    categoryLabel: categoryLabel(row.category, row.categoryLabel),
    image: row.image,
    // Left out if empty, to keep pages small.
    ...(row.imageFocus && { imageFocus: row.imageFocus }),
    createdAt: row.createdAt.toISOString(),
    preview: preview(row.preview),
    minutes: readingMinutes(row.contentLength, site().readingTime.cards),
    picture: row.picture ?? undefined,
  }));
}

export interface SeriesPlace {
  slug: string;
  title: string;
  /** From 1. */
  part: number;
  parts: number;
  previous: PostLink | undefined;
  next: PostLink | undefined;
}

export type PostLink = Neighbor;

export interface Byline {
  username: string;
  /** URL of a picture of ours. */
  picture: string;
  /** Plain text, or empty. */
  bio: string;
  /** Number of the author's posts. */
  posts: number;
}

export interface PostPage extends PageComments {
  post: Labeled<PostRow>;
  /** `undefined` if the account was deleted. */
  byline: Byline | undefined;
  tags: StoredTag[];
  series: SeriesPlace | undefined;
  /** When the text was changed, if that was more than a day after publishing. */
  changedAt: Date | undefined;
  /** The posts before and after it, in its series or in time. */
  around: { previous: PostLink | undefined; next: PostLink | undefined };
  /** Uploads among the cover and the pictures in the content. */
  pictures: Pictures;
  /** Posts about the same things. */
  related: CardPost[];
  /** The newest other posts, for "Recent Stories". */
  stories: CardPost[];
}

/** Posts in "Related Posts". */
const RELATED = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the post with a slug, or `undefined`. */
export async function postPage(slug: string): Promise<PostPage | undefined> {
  const db = await database();
  const [found, time] = await Promise.all([findPostWithByline(db, slug), findStoryTime(db)]);
  if (!found) return undefined;
  const { post, author, categoryLabel } = found;
  const urls = [post.image, author?.profilePicture ?? '', ...pictureUrls(post.content)];
  // Like the stories, as of that time: so all nodes render the same page.
  const until = storyTimeOf(post, time);
  const lists = Promise.all([findTagsOf(db, post.id), seriesPlaceOf(post.id)]);
  const [[tags, series], related, pictures, comments, cards, inTime, changedAt, posts] =
    await Promise.all([
      lists,
      lists.then((found) => relatedCards(post, ...found)),
      uploadsAmong(urls),
      pageComments(post.id),
      storyCards(post, time),
      findNeighbors(db, post),
      changeOf(db, post),
      author ? postsOf(post.userId, until) : 0,
    ]);
  return {
    post: { ...post, categoryLabel: categoryLabel ?? undefined },
    byline: author ? { ...author, picture: authorPicture(author, pictures), posts } : undefined,
    tags,
    series,
    changedAt,
    around: series && series.parts > 1 ? series : inTime,
    related,
    pictures,
    stories: cards,
    ...comments,
  };
}

export interface OwnPage {
  page: PostRow;
  pictures: Pictures;
}

/** Returns the page of the owner at a path, with its pictures. */
export async function ownPage(path: string): Promise<OwnPage | undefined> {
  const page = await findPage(await database(), path);
  if (!page) return undefined;
  return { page, pictures: await uploadsAmong([page.image, ...pictureUrls(page.content)]) };
}

/** Whether an own page replaces the text of the screen at a path. */
export async function isReplaced(path: string): Promise<boolean> {
  return (await findPublished(await database(), path)) !== undefined;
}

/** Returns when the text was changed, if that was more than a day after publishing. */
async function changeOf(db: Db, post: PostRow): Promise<Date | undefined> {
  const isLate = (at: Date) => at.getTime() > post.createdAt.getTime() + DAY_MS;
  // Changing the post's settings sets `updatedAt`, too.
  if (!isLate(post.updatedAt)) return undefined;
  const at = (await findTextTime(db, post.id)) ?? post.updatedAt;
  return isLate(at) ? at : undefined;
}

/** Returns cards of related posts, without those that the page shows as the parts around it. */
async function relatedCards(
  post: PostRow,
  tags: readonly StoredTag[],
  series: SeriesPlace | undefined,
): Promise<CardPost[]> {
  const db = await database();
  const lists = { tags: tags.map(({ slug }) => slug), series: series ? [series.slug] : [] };
  const found = await listRelatedPosts(db, { ...post, ...lists }, RELATED + 2);
  const shown = [series?.previous?.slug, series?.next?.slug];
  return cardsOf(found.filter(({ slug }) => !shown.includes(slug)).slice(0, RELATED));
}

async function pageComments(postId: string): Promise<PageComments> {
  const comments = await readPageComments(await database(), postId);
  const pictures = await uploadsAmong(picturesOf(comments));
  return toPageComments(comments, (author) => authorPicture(author, pictures));
}

/**
 * Returns the picture of an author. Browsers of readers load pictures only from our storage: for
 * any other address, it's the generated one.
 */
export function authorPicture(
  { username, profilePicture }: Pick<Author, 'username' | 'profilePicture'>,
  uploads: Pictures,
): string {
  const isOurs = isGeneratedAvatar(profilePicture) || uploads.has(profilePicture);
  return isOurs ? profilePicture : defaultAvatar(username);
}

async function seriesPlaceOf(postId: string): Promise<SeriesPlace | undefined> {
  const rows = await listSeriesOf(await database(), postId);
  const [first] = rows;
  if (!first) return undefined;
  const { slug, title } = first;
  const parts = rows.map(({ part }) => part);
  const index = parts.findIndex(({ id }) => id === postId);
  const [previous, next] = [parts[index - 1], parts[index + 1]];
  return { slug, title, part: index + 1, parts: parts.length, previous, next };
}

/** Returns the uploads with these URLs, without their owners: pages are public. */
export async function uploadsAmong(urls: string[]): Promise<Pictures> {
  const rows = await findPictures(
    await database(),
    urls.filter((url) => url !== '' && !isGeneratedAvatar(url)),
  );
  return picturesByUrl(
    rows.map(({ url, width, height, widths }) => ({ url, width, height, widths })),
  );
}
