import type { CardPost } from '../../../api/contract/posts.ts';
import { Cover } from './Cover.tsx';
import { PostMeta } from './PostMeta.tsx';
import { PostTitle } from './PostTitle.tsx';

const SIZES = {
  2: '(min-width: 64rem) 34rem, (min-width: 40rem) 45vw, calc(100vw - 2.5rem)',
  3: '(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, calc(100vw - 2.5rem)',
};

interface GridProps {
  posts: readonly CardPost[];
  level?: 2 | 3;
  /** On wide screens. */
  columns?: 2 | 3;
  /** Loads the covers of the first row eagerly because they are in view. */
  eager?: boolean;
}

export function PostGrid({ posts, level = 3, columns = 3, eager = false }: GridProps) {
  return (
    <ul className="post-grid" data-columns={columns}>
      {posts.map((post, index) => (
        <li key={post.slug}>
          <PostCard
            post={post}
            level={level}
            sizes={SIZES[columns]}
            eager={eager && index < columns}
          />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  post: CardPost;
  level: 2 | 3;
  sizes: string;
  eager: boolean;
}

/** A post in a grid. The title is the only link; its hit area covers the card. */
function PostCard({ post, level, sizes, eager }: CardProps) {
  return (
    <article className="post-card">
      <div className="post-card-cover">
        <Cover post={post} sizes={sizes} eager={eager} />
      </div>
      <PostTitle post={post} level={level} className="post-card-title" />
      {post.preview !== '' && (
        <p className="post-card-preview" dir="auto">
          {post.preview}
        </p>
      )}
      <PostMeta post={post} className="mt-auto pt-3" />
    </article>
  );
}
