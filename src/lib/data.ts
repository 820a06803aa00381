import type { CardPost } from '../../api/contract/posts.ts';
import { type Database, type Db, databaseFile, openDatabase } from '../../db/client.ts';
import { countPostComments } from '../../db/queries/comments.ts';
import { dataVersion } from '../../db/queries/data-version.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import {
  findPostBySlug,
  listPostCards,
  type PostCard,
  type PostRow,
} from '../../db/queries/posts.ts';
import { cardMinutes, preview } from './format.ts';
import { type Pictures, picturesByUrl } from './pictures.ts';
import { pictureUrls } from './prose.ts';
import { databaseUrl } from './runtime.ts';

// In development modules are loaded again and again; the handle must not be.
const shared = globalThis as typeof globalThis & { pagesDatabase?: Promise<Database> };

/**
 * The database that pages read, opened once and for reading only. Throws an Error that names
 * `DATABASE_URL` when it cannot be opened.
 */
export async function database(): Promise<Db> {
  shared.pagesDatabase ??= openDatabase(databaseUrl(), {
    readOnly: true,
    ...(process.env.DATABASE_AUTH_TOKEN ? { authToken: process.env.DATABASE_AUTH_TOKEN } : {}),
  });
  try {
    return (await shared.pagesDatabase).read;
  } catch (error) {
    delete shared.pagesDatabase;
    throw error;
  }
}

interface Recent {
  version: number;
  cards: CardPost[];
}

const recent = new Map<number, Recent>();

/** The newest posts, ready for their cards. They stand on every post: a full render reads them once. */
export async function recentCards(limit: number): Promise<CardPost[]> {
  const db = await database();
  // Of a database on a server nobody knows whether something was written meanwhile.
  const version = databaseFile(databaseUrl()) === undefined ? undefined : await dataVersion(db);
  const known = recent.get(limit);
  if (known && known.version === version) return known.cards;
  const cards = await cardsOf(await listPostCards(db, {}, { startIndex: 0, limit }));
  if (version !== undefined) recent.set(limit, { version, cards });
  return cards;
}

/** The cards of posts, with what we know of their covers. */
export async function cardsOf(
  rows: readonly Omit<PostCard, 'userId' | 'updatedAt'>[],
): Promise<CardPost[]> {
  const pictures = picturesByUrl(await findPictures(await database(), imagesOf(rows)));
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    category: row.category,
    image: row.image,
    createdAt: row.createdAt.toISOString(),
    preview: preview(row.preview),
    minutes: cardMinutes(row.contentLength),
    picture: pictures.get(row.image),
  }));
}

/** Everything that the page of a post shows of it. */
export interface PostPage {
  post: PostRow;
  /** The pictures of the cover and of the content that we hold. */
  pictures: Pictures;
  commentCount: number;
}

/** The post of a slug; undefined when there is none. */
export async function postPage(slug: string): Promise<PostPage | undefined> {
  const db = await database();
  const post = await findPostBySlug(db, slug);
  if (!post) return undefined;
  const urls = [...imagesOf([post]), ...pictureUrls(post.content)];
  const [pictures, commentCount] = await Promise.all([
    findPictures(db, urls),
    countPostComments(db, post.id),
  ]);
  return { post, pictures: picturesByUrl(pictures), commentCount };
}

function imagesOf(posts: readonly { image: string }[]): string[] {
  return posts.map((post) => post.image).filter((image) => image !== '');
}
