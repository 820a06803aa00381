import type { Post } from '../../lib/api.ts';
import type { Picture } from '../../lib/pictures.ts';
import { cardMinutes } from '../../lib/reading-time.ts';
import { preview, textOfHtml } from '../../lib/text.ts';

/** What a card shows of a post. */
export interface CardPost {
  slug: string;
  title: string;
  category: string;
  /** URL of the cover, or empty. */
  image: string;
  /** ISO 8601 */
  createdAt: string;
  preview: string;
  minutes: number;
  /** Size and variants of the cover, if known. */
  picture?: Picture | undefined;
}

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
