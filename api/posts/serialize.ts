import type { PostRow } from '../../db/queries/posts.ts';
import type { SearchRow } from '../../db/queries/search.ts';
import type { Picture, Post, PostList } from '../contract/posts.ts';

/** The columns that a `Post` needs, and the stored label of its category. */
type PostSource = Pick<
  PostRow,
  | 'id'
  | 'userId'
  | 'title'
  | 'slug'
  | 'category'
  | 'content'
  | 'image'
  | 'imageAlt'
  | 'createdAt'
  | 'updatedAt'
> & { categoryLabel?: string | null | undefined };

export function toPost(row: PostSource): Post {
  return {
    _id: row.id,
    userId: row.userId,
    title: row.title,
    slug: row.slug,
    category: row.category,
    ...(row.categoryLabel && { categoryLabel: row.categoryLabel }),
    content: row.content,
    image: row.image,
    imageAlt: row.imageAlt,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A search for the search thread. */
export interface SearchTask {
  sql: string;
  params: unknown[];
  withPictures: boolean;
}

/**
 * Returns the response of `getposts` for the rows of a search. Runs on the search thread, without
 * Drizzle.
 */
export function searchAnswer(
  rows: readonly SearchRow[],
  { withPictures }: Pick<SearchTask, 'withPictures'>,
): PostList {
  const posts: Post[] = [];
  const pictures = new Map<string, Picture>();
  for (const { id, createdAt, updatedAt, width, height, widths, ...row } of rows) {
    if (id === null) continue;
    const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
    posts.push(toPost({ ...row, ...times, id }));
    if (width === null || height === null || widths === null) continue;
    const sizes = { width, height, widths: JSON.parse(widths) as number[] };
    pictures.set(row.image, { url: row.image, ...sizes });
  }
  return {
    posts,
    totalPosts: rows[0]?.total ?? 0,
    lastMonthPosts: rows[0]?.lastMonth ?? 0,
    ...(withPictures && { pictures: [...pictures.values()] }),
  };
}
