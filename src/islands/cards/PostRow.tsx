import type { CardPost } from '../../../api/contract/posts.ts';
import { Cover } from './Cover.tsx';
import { PostMeta } from './PostMeta.tsx';
import { PostTitle } from './PostTitle.tsx';
import '../../styles/rows.css';

interface ListProps {
  posts: readonly CardPost[];
  level?: 2 | 3;
}

/** Posts in rows, for lists that people scan. */
export function PostRows({ posts, level = 3 }: ListProps) {
  return (
    <ul className="post-rows">
      {posts.map((post) => (
        <li key={post.slug}>
          <PostRow post={post} level={level} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  post: CardPost;
  level: 2 | 3;
  /** What else to say about a post, below its title. */
  note?: string;
}

/**
 * A post in a list: the date in the margin, and a small picture. A part of a series has its number
 * in the margin instead. The title is the only link; its hit area covers the row.
 */
export function PostRow({ post, level, note }: RowProps) {
  return (
    <article className="post-row">
      {post.part && (
        <p className="post-row-part">
          <span className="sr-only">Part </span>
          {post.part}
        </p>
      )}
      <div className="post-row-head">
        <PostTitle post={post} level={level} className="post-row-title" />
        {note && <p className="post-row-note">{note}</p>}
      </div>
      {post.preview !== '' && (
        <p className="post-row-preview" dir="auto">
          {post.preview}
        </p>
      )}
      <PostMeta post={post} className="post-row-meta" />
      <div className="post-row-cover">
        <Cover post={post} sizes="(min-width: 48rem) 10rem, 6rem" />
      </div>
    </article>
  );
}
