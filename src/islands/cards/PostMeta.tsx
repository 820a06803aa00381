import type { CardPost } from '../../../api/contract/posts.ts';
import { counted, isoDate, shortDate } from '../../lib/format.ts';

interface Props {
  post: Pick<CardPost, 'createdAt' | 'minutes' | 'comments'>;
  className?: string;
}

/** Date, reading time and number of comments of a post. */
export function PostMeta({ post, className = '' }: Props) {
  return (
    <p className={`post-meta ${className}`}>
      <time dateTime={isoDate(post.createdAt)}>{shortDate(post.createdAt)}</time>
      <span>{post.minutes} min read</span>
      {post.comments && <span>{counted(post.comments, 'comment')}</span>}
    </p>
  );
}
