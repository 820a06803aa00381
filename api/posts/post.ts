import type { PostRow } from '../../db/queries/posts.ts';

/** A post as the API gives it. */
export interface Post {
  _id: string;
  userId: string;
  title: string;
  slug: string;
  category: string;
  /** Sanitized HTML. */
  content: string;
  image: string;
  createdAt: string;
  updatedAt: string;
}

/** What `getposts` answers. */
export interface PostList {
  posts: Post[];
  totalPosts: number;
  lastMonthPosts: number;
}

/** What a `Post` is made of. */
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
