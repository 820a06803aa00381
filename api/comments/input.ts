import { z } from 'zod';
import { COMMENT_SORT_KEYS } from '../../db/queries/comments-table.ts';
import { isVisible, visibleText } from '../content/invisible.ts';
import { MAX_COMMENT_LENGTH, trimComment } from '../contract/comments.ts';
import { countLinks } from '../contract/links.ts';
import { given, paging, sorting } from '../http/paging.ts';

const MAX_LINKS = 2;
const THREAD_PAGE = 50;
const EMPTY = 'Please write a comment.';

/** Normalizes line breaks, and removes control characters and those that `visibleText` removes. */
export function plainText(text: string): string {
  return visibleText(
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, ''),
  );
}

const content = z
  .string(EMPTY)
  .transform(plainText)
  // Not `max`: zod counts characters there, a textarea UTF-16 units.
  .refine(
    (text) => text.length <= MAX_COMMENT_LENGTH,
    `A comment may have at most ${MAX_COMMENT_LENGTH} characters.`,
  )
  .transform(trimComment)
  .refine(isVisible, EMPTY)
  .refine(
    (text) => countLinks(text) <= MAX_LINKS,
    `A comment may have at most ${MAX_LINKS} links. Please remove some.`,
  );

/**
 * `website` is a honeypot: hidden from people, filled in by bots. Filling it in is an error, not
 * ignored, because a browser may have done it.
 */
export const newCommentInput = z.object({
  content,
  postId: z.string('postId must be text.').min(1, 'postId is missing.'),
  userId: z.string('userId must be text.').min(1, 'userId is missing.'),
  website: z
    .unknown()
    .optional()
    .refine(
      (value) => value === undefined || value === null || value === '',
      'This looks like an automated comment: the field "website" must stay empty. Please try again.',
    ),
});

export type NewCommentInput = z.output<typeof newCommentInput>;

export const editInput = z.object({ content });

export const threadQuery = z.object(paging(THREAD_PAGE));

/**
 * `searchTerm` is part of the text or of the author's name, or the id of a post or user. `postId`
 * limits the list to one post.
 */
export const listQuery = z.object({
  ...paging(),
  ...sorting(COMMENT_SORT_KEYS),
  searchTerm: z.string().trim().optional(),
  postId: given,
});

export type ListQuery = z.output<typeof listQuery>;
