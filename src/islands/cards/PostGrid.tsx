import type { ReactNode } from 'react';
import type { CardPost } from './card.ts';
import { PostCard } from './PostCard.tsx';

interface Props {
  posts: readonly CardPost[];
  level?: 2 | 3;
  /** How many of the first cards load their picture at once. */
  eager?: number;
  /** Shows the title and the preview of a card; where a search marks what it found. */
  mark?: (text: string) => ReactNode;
}

/** Post cards in one, two or three columns. */
export function PostGrid({ posts, level = 3, eager = 0, mark }: Props) {
  return (
    <ul className="post-grid">
      {posts.map((post, index) => (
        <li key={post.slug}>
          <PostCard post={post} level={level} eager={index < eager} mark={mark} />
        </li>
      ))}
    </ul>
  );
}
