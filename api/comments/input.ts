import { z } from 'zod';
import { COMMENT_SORT_KEYS } from '../../db/queries/comment-columns.ts';
import { QUEUES } from '../../db/queries/moderation.ts';
import { THREAD_SORTS } from '../../db/queries/threads.ts';
import { MAX_STORED_COMMENT, REPORT_REASONS } from '../../db/schema/types.ts';
import { isVisible, visibleText } from '../content/invisible.ts';
import { MAX_NOTE_LENGTH, MODERATIONS } from '../contract/comments.ts';
import { countLinks } from '../contract/links.ts';
import { parseCursor } from '../contract/thread-cursor.ts';
import { choice, given, paging, sorting, wholeNumber } from '../http/paging.ts';

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

/** As typed: the space around it counts toward the length. */
const content = z
  .string(EMPTY)
  .transform(plainText)
  // The setting `commentLength` is checked when it's written. Not `max`: zod counts characters, but
  // a textarea counts UTF-16 units.
  .refine((text) => text.length <= MAX_STORED_COMMENT, 'The comment is too long.')
  .refine(isVisible, EMPTY)
  .refine(
    (text) => countLinks(text) <= MAX_LINKS,
    `A comment may have at most ${MAX_LINKS} links. Please remove some.`,
  );

/**
 * `website` is a honeypot: hidden from people, filled in by bots. A filled-in field causes an error
 * instead of being ignored, because a browser may have filled it in.
 */
export const newCommentInput = z.object({
  website: z
    .unknown()
    .optional()
    .refine(
      (value) => value === undefined || value === null || value === '',
      'This looks like an automated comment: the field "website" must stay empty. Please try again.',
    ),
  content,
  postId: z.string('postId must be text.').min(1, 'postId is missing.'),
  userId: z.string('userId must be text.').min(1, 'userId is missing.'),
  /** The comment that it replies to. */
  parentId: z.string('parentId must be text.').min(1).nullish(),
});

export type NewCommentInput = z.output<typeof newCommentInput>;

export const editInput = z.object({ content });

export const threadQuery = z.object(paging(THREAD_PAGE));

export const threadsQuery = z.object({
  sort: choice('sort', THREAD_SORTS).transform((sort) => sort ?? 'newest'),
  limit: wholeNumber('limit', { min: 1, max: 50, fallback: 20 }),
  around: given,
  cursor: given.transform((text, context) => {
    const cursor = text === undefined ? undefined : parseCursor(text);
    if (text !== undefined && cursor === undefined) {
      context.addIssue("cursor isn't valid. Leave it out to start with the first thread.");
    }
    return cursor;
  }),
});

export type ThreadsQuery = z.output<typeof threadsQuery>;

/** `searchTerm` is part of the text or of the author's name, or the id of a post or user. */
const search = { searchTerm: z.string().trim().optional(), postId: given };

export const queueQuery = z.object({
  ...paging(20),
  state: choice('state', QUEUES).transform((state) => state ?? 'held'),
  ...search,
});

export type QueueQuery = z.output<typeof queueQuery>;

const action = z.enum(MODERATIONS, 'action must be approve, hold, spam, remove or restore.');
const note = z
  .string('note must be text.')
  .transform(plainText)
  .refine(
    (text) => text.length <= MAX_NOTE_LENGTH,
    `note may have at most ${MAX_NOTE_LENGTH} characters.`,
  );

export const moderateInput = z.object({
  action,
  /** For the author. */
  note: note.optional(),
  /** From now on, the author's comments don't wait for approval. */
  trust: z.boolean('trust must be true or false.').optional(),
});

export type ModerateInput = z.output<typeof moderateInput>;

const IDS = 'ids must be a list of 1 to 100 ids.';
export const moderateManyInput = z.object({
  ids: z.array(z.string(IDS), IDS).min(1, IDS).max(100, IDS),
  action,
});

/** The comments whose decisions are undone. */
export const undoInput = moderateManyInput.pick({ ids: true });

export const removeAllInput = z.object({
  since: z.enum(['hour', 'day', 'all'], 'since must be hour, day or all.'),
});

export type RemoveAllInput = z.output<typeof removeAllInput>;

export const restoreAllInput = z.object({
  at: z.iso.datetime('at must be the time that the removal returned.'),
});

export const trustInput = z.object({
  trusted: z.boolean('trusted must be true or false.'),
});

export const reportInput = z.object({
  reason: z.enum(REPORT_REASONS, 'reason must be spam, abuse, off-topic or other.'),
  note: note.optional(),
});

export type ReportInput = z.output<typeof reportInput>;

export const repliesQuery = z.object(paging(THREAD_PAGE));

export type RepliesQuery = z.output<typeof repliesQuery>;

/** `withHeld=1` includes comments that wait for approval, and adds moderation facts. */
export const listQuery = z.object({
  ...paging(),
  ...sorting(COMMENT_SORT_KEYS),
  ...search,
  withHeld: choice('withHeld', ['1']),
});

export type ListQuery = z.output<typeof listQuery>;
