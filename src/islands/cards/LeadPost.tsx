import type { CardPost } from '../../../api/contract/posts.ts';
import { categoryLabel } from '../../site.config.ts';
import { Category } from './Category.tsx';
import { Cover } from './Cover.tsx';
import { PostMeta } from './PostMeta.tsx';

interface Props {
  post: CardPost;
  level: 2 | 3;
  /** The author, unless the account was deleted. */
  author: { username: string; path: string } | undefined;
}

/** The post that opens the home page. The hit area of its title covers all but the author. */
export function LeadPost({ post, level, author }: Props) {
  const Title = level === 2 ? 'h2' : 'h3';
  const label = categoryLabel(post.category, post.categoryLabel);
  return (
    <article className="post-lead">
      <div className="post-card-cover">
        <Cover post={post} sizes="(min-width: 60rem) 41rem, calc(100vw - 2.5rem)" priority />
      </div>
      <div className="post-lead-text">
        <Category category={post.category} label={label} />
        <Title className="post-card-title" dir="auto">
          <a href={`/post/${post.slug}`} data-astro-prefetch>
            {post.title}
          </a>
        </Title>
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
