import type { Post } from '../../lib/api.ts';
import type { Picture } from '../../lib/pictures.ts';
import { cardMinutes } from '../../lib/reading-time.ts';
import { preview, textOfHtml } from '../../lib/text.ts';

/** A post as a card shows it. */
export interface CardPost {
  slug: string;
  title: string;
  category: string;
  /** Address of the cover, or empty. */
  image: string;
  /** ISO 8601 */
  createdAt: string;
  preview: string;
  minutes: number;
  /** What is known of the cover: its size and variants. */
  picture?: Picture | undefined;
}

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
