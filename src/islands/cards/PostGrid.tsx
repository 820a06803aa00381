import type { ReactNode, Ref } from 'react';
import type { CardPost } from '../../../api/contract/posts.ts';
import { counted, isoDate, shortDate } from '../../lib/format.ts';
import { categoryLabel } from '../../site.config.ts';
import { Category } from './Category.tsx';
import { Cover } from './Cover.tsx';

const SIZES = '(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, calc(100vw - 2.5rem)';
const COLUMNS = 3;

interface GridProps {
  posts: readonly CardPost[];
  level?: 2 | 3;
  /** Loads the covers of the first row eagerly because they are in view. */
  eager?: boolean;
  /** Renders titles and previews, for example with search matches marked. */
  mark?: (text: string) => ReactNode;
  ref?: Ref<HTMLUListElement>;
}

export function PostGrid(props: GridProps) {
  const { posts, level = 3, eager = false, mark = (text) => text, ref } = props;
  return (
    <ul ref={ref} className="post-grid">
      {posts.map((post, index) => (
        <li key={post.slug}>
          <PostCard post={post} level={level} eager={eager && index < COLUMNS} mark={mark} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps extends Required<Omit<GridProps, 'posts' | 'ref'>> {
  post: CardPost;
}

/** A post in a grid. The title is the only link; its hit area covers the card. */
function PostCard({ post, level, eager, mark }: CardProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className="post-card">
      <div className="post-card-cover">
        <Cover post={post} sizes={SIZES} eager={eager} />
      </div>
      <p className="post-card-meta">
        {post.part && <strong className="mr-3 text-sm">Part {post.part}</strong>}
        <Category
          category={post.category}
          label={categoryLabel(post.category, post.categoryLabel)}
        />
      </p>
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
      <p className="post-card-date">
        <time dateTime={isoDate(post.createdAt)}>{shortDate(post.createdAt)}</time>
        <span aria-hidden="true">·</span>
        <span>{post.minutes} min read</span>
        {post.comments && (
          <>
            <span aria-hidden="true">·</span>
            <span>{counted(post.comments, 'comment')}</span>
          </>
        )}
      </p>
    </article>
  );
}
