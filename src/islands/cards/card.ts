import type { CardPost, Post } from '../../../api/contract/posts.ts';
import { cardMinutes } from '../../lib/reading-time.ts';
import { preview, textOfHtml } from '../../lib/text.ts';

/** The card of a post as the API gives it. */
export function cardOfPost(post: Post): CardPost {
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
