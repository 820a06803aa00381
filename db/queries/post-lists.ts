import { and, asc, desc, eq, exists, inArray, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  categories,
  pictures,
  posts,
  postTags,
  series,
  seriesPosts,
  tags,
  users,
} from '../schema.ts';
import {
  countPosts,
  inOrder,
  inPage,
  isNewer,
  listPostCards,
  type PostCard,
  type PostFilter,
  type PostRow,
  selectCards,
} from './posts.ts';
import { type Page, prepared } from './query.ts';
import { countTagged } from './tags.ts';

export type PostList = { tag: string } | { category: string } | { author: string };

function filterOf(list: PostList): PostFilter {
  return 'author' in list ? { userId: list.author } : list;
}

export async function countInList(db: Db, list: PostList): Promise<number> {
  return await countPosts(db, filterOf(list));
}

/** Counts the posts of a list that are newer than one of them. */
export async function countNewerInList(
  db: Db,
  list: PostList,
  post: Pick<PostRow, 'createdAt' | 'seq'>,
): Promise<number> {
  if ('tag' in list) return await countTagged(db, list.tag, { after: post });
  const isListed =
    'category' in list ? eq(posts.category, list.category) : eq(posts.userId, list.author);
  return await db.$count(posts, and(isListed, isNewer(post)));
}

/** Returns posts of a list as cards, newest first. */
export async function listCardsOf(db: Db, list: PostList, page: Page): Promise<PostCard[]> {
  return await listPostCards(db, filterOf(list), page);
}

/** A post for feeds. The content is read separately, because it may be long. */
export type FeedRow = Pick<PostRow, keyof PostRow & keyof typeof FEED_ROW> & {
  contentBytes: number;
  categoryLabel: string | null;
  /** `null` if the account was deleted. */
  username: string | null;
  /** Size of the cover, if it's in our storage. */
  width: number | null;
  height: number | null;
};

const FEED_ROW = {
  id: posts.id,
  slug: posts.slug,
  guid: posts.guid,
  title: posts.title,
  category: posts.category,
  image: posts.image,
  imageAlt: posts.imageAlt,
  version: posts.version,
  /** The start of the text, for the summary. */
  text: sql<string>`substr(${posts.text}, 1, 2500)`,
  /** Read from the header of a row, without its content. */
  contentBytes: sql<number>`octet_length(${posts.content})`.mapWith(Number),
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  categoryLabel: categories.label,
  username: users.username,
  width: pictures.width,
  height: pictures.height,
};

function selectFeedRows(db: Db) {
  return db
    .select(FEED_ROW)
    .from(posts)
    .leftJoin(categories, eq(categories.slug, posts.category))
    .leftJoin(users, eq(users.id, posts.userId))
    .leftJoin(pictures, eq(pictures.url, posts.image));
}

/** Returns the newest posts of a list, or of the site. */
export async function listFeedRows(
  db: Db,
  list: PostList | null,
  limit: number,
): Promise<FeedRow[]> {
  const page = { startIndex: 0, limit };
  return await selectFeedRows(db)
    .where(inPage(db, list ? filterOf(list) : {}, page))
    .orderBy(...inOrder(page))
    .limit(limit);
}

/** Returns the label of a tag of public posts. */
export async function findTagLabel(db: Db, slug: string): Promise<string | undefined> {
  const [row] = await db.select({ label: tags.label }).from(tags).where(eq(tags.slug, slug));
  return row?.label;
}

/** A user as shown in a byline. */
export type Author = Pick<
  typeof users.$inferSelect,
  'id' | 'username' | 'profilePicture' | 'bio' | 'links'
>;

export const AUTHOR = {
  id: users.id,
  username: users.username,
  profilePicture: users.profilePicture,
  bio: users.bio,
  links: users.links,
};

const byUserId = prepared((db) =>
  db
    .select(AUTHOR)
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
);

/** Returns the author of a post, or `undefined` if the account was deleted. */
export async function findAuthor(db: Db, userId: string): Promise<Author | undefined> {
  const [row] = await byUserId(db, { userId });
  return row;
}

/** Finds an author by the lowercase username. */
export async function findAuthorByName(db: Db, name: string): Promise<Author | undefined> {
  const [row] = await db.select(AUTHOR).from(users).where(eq(users.usernameKey, name));
  return row;
}

/** Returns which of these lowercase usernames are users with posts. */
export async function listAuthorsAmong(db: Db, names: string[]): Promise<string[]> {
  const own = db.select({ id: posts.id }).from(posts).where(eq(posts.userId, users.id));
  const rows = await db
    .select({ name: users.usernameKey })
    .from(users)
    .where(and(inArray(users.usernameKey, names), exists(own)));
  return rows.map(({ name }) => name);
}

/** SQL: the post of a row of `series_posts` is currently in the series. */
export const CURRENT_PART = eq(seriesPosts.isFormer, sql`false`);
const NEWEST_FIRST = [desc(posts.createdAt), desc(posts.seq)];
export const SERIES_ORDER = [asc(seriesPosts.position), asc(posts.createdAt), asc(posts.seq)];

/** Returns a series and its posts, in order. */
export async function listSeriesCards(db: Db, slug: string): Promise<PostCard[]> {
  return await selectCards(db)
    .innerJoin(seriesPosts, eq(seriesPosts.postId, posts.id))
    .where(and(eq(seriesPosts.series, slug), CURRENT_PART))
    .orderBy(...SERIES_ORDER);
}

/** Returns the newest posts of a series. */
export async function listSeriesFeedRows(db: Db, slug: string, limit: number): Promise<FeedRow[]> {
  const isIn = sql`${posts.id} in (select ${seriesPosts.postId} from ${seriesPosts}
    where ${seriesPosts.series} = ${slug} and ${CURRENT_PART})`;
  return await selectFeedRows(db)
    .where(isIn)
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
}

export async function findSeriesTitle(db: Db, slug: string): Promise<string | undefined> {
  const [row] = await db.select({ title: series.title }).from(series).where(eq(series.slug, slug));
  return row?.title;
}

export type SeriesPart = Pick<PostRow, 'id' | 'slug' | 'title'> & { position: number };

/** Returns the slugs and titles of the posts of a series, in order. */
export async function listSeriesParts(db: Db, slug: string): Promise<SeriesPart[]> {
  const { position } = seriesPosts;
  return await db
    .select({ id: posts.id, slug: posts.slug, title: posts.title, position })
    .from(posts)
    .innerJoin(seriesPosts, eq(seriesPosts.postId, posts.id))
    .where(and(eq(seriesPosts.series, slug), CURRENT_PART))
    .orderBy(...SERIES_ORDER);
}

/** The tags and series that a post is or was in: their slugs. */
export interface Memberships {
  tags: string[];
  series: string[];
}

/** Returns the tags and series that a change of a post affects, even if the post was hidden. */
export async function findMemberships(db: Db, postId: string): Promise<Memberships> {
  const [ofTags, ofSeries] = await Promise.all([
    db.select({ slug: postTags.tag }).from(postTags).where(eq(postTags.postId, postId)).execute(),
    db
      .select({ slug: seriesPosts.series })
      .from(seriesPosts)
      .where(eq(seriesPosts.postId, postId))
      .execute(),
  ]);
  const slugs = (rows: { slug: string }[]) => rows.map(({ slug }) => slug);
  return { tags: slugs(ofTags), series: slugs(ofSeries) };
}

/** Returns the time of the latest change of a public post, or `undefined` without posts. */
export async function findLatestUpdate(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ updatedAt: posts.updatedAt })
    .from(posts)
    .orderBy(desc(posts.updatedAt))
    .limit(1);
  return row?.updatedAt;
}

/** Returns the featured posts, newest first. */
export async function listFeaturedCards(db: Db, limit: number): Promise<PostCard[]> {
  return await selectCards(db)
    // With a parameter, SQLite would read all posts instead of the partial index of featured ones.
    .where(sql`${posts.isFeatured} and ${posts.isFeatured} = true`)
    .orderBy(desc(posts.createdAt))
    .limit(limit);
}
