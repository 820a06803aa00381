import type { ReactNode, Ref } from 'react';
import type { CardPost } from '../../../api/contract/posts.ts';
import { categoryLabel } from '../../site.config.ts';
import { Category } from './Category.tsx';
import { Cover } from './Cover.tsx';
import { PostMeta } from './PostMeta.tsx';

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
  /** Renders titles and previews, for example with search matches marked. */
  mark?: (text: string) => ReactNode;
  ref?: Ref<HTMLUListElement>;
}

export function PostGrid(props: GridProps) {
  const { posts, level = 3, columns = 3, eager = false, mark = (text) => text, ref } = props;
  return (
    <ul ref={ref} className="post-grid" data-columns={columns}>
      {posts.map((post, index) => (
        <li key={post.slug}>
          <PostCard
            post={post}
            level={level}
            sizes={SIZES[columns]}
            eager={eager && index < columns}
            mark={mark}
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
  mark: (text: string) => ReactNode;
}

/** A post in a grid. The title is the only link; its hit area covers the card. */
function PostCard({ post, level, sizes, eager, mark }: CardProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  const label = categoryLabel(post.category, post.categoryLabel);
  return (
    <article className="post-card">
      <div className="post-card-cover">
        <Cover post={post} sizes={sizes} eager={eager} />
      </div>
      <Category category={post.category} label={label} />
      <Title className="post-card-title" dir="auto">
        <a href={`/post/${post.slug}`} data-astro-prefetch>
          {mark(post.title)}
        </a>
      </Title>
      {post.preview !== '' && (
        <p className="post-card-preview" dir="auto">
          {mark(post.preview)}
        </p>
      )}
      <PostMeta post={post} className="mt-auto pt-3" />
    </article>
  );
}
