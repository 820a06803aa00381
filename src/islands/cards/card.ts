import type { CardPost, Post } from '../../../api/contract/posts.ts';
import { plainText, preview } from '../../lib/format.ts';
import { countCharacters, readingMinutes } from '../../lib/reading-time.ts';

export function toCardPost(post: Post): CardPost {
  return {
    slug: post.slug,
    title: post.title,
    category: post.category,
    categoryLabel: post.categoryLabel,
    image: post.image,
    imageFocus: post.imageFocus,
    createdAt: post.createdAt,
    preview: preview(plainText(post.content)),
    minutes: readingMinutes(countCharacters(post.content), 'cards'),
  };
}
