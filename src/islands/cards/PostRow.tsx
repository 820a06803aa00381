import type { ReactNode, Ref } from 'react';
import type { CardPost } from '../../../api/contract/posts.ts';
import { categoryLabel } from '../../site.config.ts';
import { Category } from './Category.tsx';
import { Cover } from './Cover.tsx';
import { PostMeta } from './PostMeta.tsx';
import '../../styles/rows.css';

interface ListProps<Post extends CardPost> {
  posts: readonly Post[];
  level?: 2 | 3;
  /** Renders titles and previews, for example with search matches marked. */
  mark?: (text: string) => ReactNode;
  /** What else to say about a post, below its title. */
  note?: (post: Post) => ReactNode;
  ref?: Ref<HTMLUListElement>;
}

/** Posts in rows, for lists that people scan. */
export function PostRows<Post extends CardPost>(props: ListProps<Post>) {
  const { posts, level = 3, mark = (text) => text, note, ref } = props;
  return (
    <ul ref={ref} className="post-rows">
      {posts.map((post) => (
        <li key={post.slug}>
          <PostRow post={post} level={level} mark={mark} note={note?.(post)} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps extends Required<Pick<ListProps<CardPost>, 'level' | 'mark'>> {
  post: CardPost;
  note: ReactNode;
}

/**
 * A post in a list: the date in the margin, and a small picture. A part of a series has its number
 * in the margin instead. The title is the only link; its hit area covers the row.
 */
export function PostRow({ post, level, mark, note }: RowProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  const label = categoryLabel(post.category, post.categoryLabel);
  return (
    <article className="post-row">
      {post.part && (
        <p className="post-row-part">
          <span className="sr-only">Part </span>
          {post.part}
        </p>
      )}
      <div className="post-row-head">
        <Category category={post.category} label={label} />
        <Title className="post-row-title" dir="auto">
          <a href={`/post/${post.slug}`} data-astro-prefetch>
            {mark(post.title)}
          </a>
        </Title>
        {note && <p className="post-row-note">{note}</p>}
      </div>
      {post.preview !== '' && (
        <p className="post-row-preview" dir="auto">
          {mark(post.preview)}
        </p>
      )}
      <PostMeta post={post} className="post-row-meta" />
      <div className="post-row-cover">
        <Cover post={post} sizes="(min-width: 48rem) 10rem, 6rem" />
      </div>
    </article>
  );
}
