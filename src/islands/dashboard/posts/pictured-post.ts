import type { Post } from '../../../lib/api.ts';
import { type Picture, picturesByUrl } from '../../../lib/pictures.ts';

/** A post with what is known of its cover. */
export interface PicturedPost extends Post {
  picture?: Picture | undefined;
}

/** Posts with what an answer tells of their covers beside them. */
export function withPictures(posts: Post[], pictures: Picture[] = []): PicturedPost[] {
  const byUrl = picturesByUrl(pictures);
  return posts.map((post) => ({ ...post, picture: byUrl.get(post.image) }));
}
