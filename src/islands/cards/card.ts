import type { CardPost, Post } from '../../../api/contract/posts.ts';
import { cardMinutes, plainText, preview } from '../../lib/format.ts';

export function toCardPost(post: Post): CardPost {
  return {
    slug: post.slug,
    title: post.title,
    category: post.category,
    categoryLabel: post.categoryLabel,
    image: post.image,
    createdAt: post.createdAt,
    preview: preview(plainText(post.content)),
    minutes: cardMinutes(post.content.length),
  };
}
