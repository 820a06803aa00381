import type { CardPost } from '../../../api/contract/posts.ts';
import { Category } from './Category.tsx';

interface Props {
  post: CardPost;
  level: 2 | 3;
  className: string;
}

/** Category and title of a post. The title is a link, whose hit area covers the card or row. */
export function PostTitle({ post, level, className }: Props) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <>
      <Category category={post.category} label={post.categoryLabel ?? post.category} />
      <Title className={className} dir="auto">
        <a href={`/post/${post.slug}`} data-astro-prefetch>
          {post.title}
        </a>
      </Title>
    </>
  );
}
