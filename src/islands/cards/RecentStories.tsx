import { useEffect, useState } from 'react';
import type { CardPost } from '../../../api/contract/posts.ts';
import { call } from '../../lib/api.ts';
import { useLatestRequest } from '../ui/useLatestRequest.ts';
import { toCardPost } from './card.ts';
import { PostGrid } from './PostGrid.tsx';

/** How many stories a post page shows (spec, section 9). */
const STORIES = 3;

interface Props {
  /** The newest posts at the time the page was rendered. */
  posts: CardPost[];
}

/** The newest posts below a post, updated in the browser. If that fails, the rendered ones stay. */
export function RecentStories({ posts: rendered }: Props) {
  const [posts, setPosts] = useState(rendered);
  const { run } = useLatestRequest();
  useEffect(() => {
    void run((signal) => call('GET /api/post/getposts', { query: { limit: STORIES }, signal }), {
      onSuccess: (list) => setPosts((shown) => withPictures(list.posts.map(toCardPost), shown)),
      onError: () => undefined,
    });
  }, [run]);
  return <PostGrid posts={posts} />;
}

/** Copies the picture variants, which the API doesn't return, from the rendered cards. */
function withPictures(fresh: CardPost[], shown: CardPost[]): CardPost[] {
  if (fresh.length === 0) return shown;
  return fresh.map((post) => {
    const known = shown.find(({ slug, image }) => slug === post.slug && image === post.image);
    return known ? { ...post, picture: known.picture } : post;
  });
}
