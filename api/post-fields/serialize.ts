import type { PostRow } from '../../db/queries/posts.ts';
import type { Post } from '../contract/posts.ts';

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
  | 'imageFocus'
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
    imageFocus: row.imageFocus,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
