import type { CardPost } from '../../../api/contract/posts.ts';
import { Cover } from './Cover.tsx';
import { PostMeta } from './PostMeta.tsx';
import { PostTitle } from './PostTitle.tsx';

interface Props {
  post: CardPost;
  level: 2 | 3;
  /** The author, unless the account was deleted. */
  author: { username: string; path: string } | undefined;
}

/** The post that opens the home page. The hit area of its title covers all but the author. */
export function LeadPost({ post, level, author }: Props) {
  return (
    <article className="post-lead">
      <div className="post-card-cover">
        <Cover post={post} sizes="(min-width: 60rem) 41rem, calc(100vw - 2.5rem)" priority />
      </div>
      <div className="post-lead-text">
        <PostTitle post={post} level={level} className="post-card-title" />
        {post.preview !== '' && (
          <p className="post-card-preview" dir="auto">
            {post.preview}
          </p>
        )}
        {author && (
          <p className="post-lead-author">
            By{' '}
            <a href={author.path} rel="author">
              {author.username}
            </a>
          </p>
        )}
        <PostMeta post={post} />
      </div>
    </article>
  );
}
