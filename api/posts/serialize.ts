import type { PostRow } from '../../db/queries/posts.ts';
import type { Post } from '../contract/posts.ts';

/** The columns that a `Post` needs. */
export type PostSource = Omit<PostRow, 'seq' | 'isDemo' | 'version' | 'text'>;

export function toPost(row: PostSource): Post {
  return {
    _id: row.id,
    userId: row.userId,
    title: row.title,
    slug: row.slug,
    category: row.category,
    content: row.content,
    image: row.image,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
