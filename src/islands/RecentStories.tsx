import { useEffect, useState } from 'react';
import { api } from '../lib/api.ts';
import { type CardPost, cardOfPost } from './cards/card.ts';
import { PostGrid } from './cards/PostGrid.tsx';

/** How many stories the page of a post shows. */
const STORIES = 3;

interface Props {
  /** The newest posts when the page was rendered. */
  posts: CardPost[];
}

/**
 * The newest posts below a post. The page holds those of the day it was rendered; once in view, the list
 * is brought up to date. When that fails, the old ones stay.
 */
export function RecentStories({ posts: rendered }: Props) {
  const [posts, setPosts] = useState(rendered);
  useEffect(() => {
    const abort = new AbortController();
    api
      .posts({ limit: STORIES }, { signal: abort.signal })
      .then((answer) => {
        const fresh = answer.posts.map(cardOfPost);
        setPosts((shown) => merged(shown, fresh));
      })
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
  return <PostGrid posts={posts} />;
}

/** The API does not tell the variants of a picture: cards that we know keep theirs. */
function merged(shown: CardPost[], fresh: CardPost[]): CardPost[] {
  if (fresh.length === 0) return shown;
  return fresh.map((post) => {
    const known = shown.find((one) => one.slug === post.slug && one.image === post.image);
    return known ? { ...post, picture: known.picture } : post;
  });
}
