import type { CardPost, Post } from '../../../api/contract/posts.ts';
import { cardMinutes } from '../../lib/reading-time.ts';
import { preview, textOfHtml } from '../../lib/text.ts';

/** Returns the card of a post from the API. */
export function toCardPost(post: Post): CardPost {
  return {
    slug: post.slug,
    title: post.title,
    category: post.category,
    image: post.image,
    createdAt: post.createdAt,
    preview: preview(textOfHtml(post.content)),
    minutes: cardMinutes(post.content.length),
  };
}
