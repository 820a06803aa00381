import { z } from 'zod';
import { plainText } from '../api/comments/input.ts';
import { isVisible } from '../api/content/invisible.ts';
import { prepareContent } from '../api/content/sanitize.ts';
import { isPageSlug, isReserved } from '../api/contract/addresses.ts';
import { MAX_NOTE_LENGTH, trimComment } from '../api/contract/comments.ts';
import { MAX_TITLE_LENGTH } from '../api/contract/posts.ts';
import { truncate } from '../api/contract/truncate.ts';
import { ApiError } from '../api/errors.ts';
import * as posts from '../api/post-fields/input.ts';
import { slugOf } from '../api/post-fields/slug.ts';
import type { CommentRow } from '../db/queries/comments-table.ts';
import type { PictureRow } from '../db/queries/pictures.ts';
import type { PostRow } from '../db/queries/posts.ts';
import {
  COMMENT_STATES,
  MAX_STORED_COMMENT,
  REPORT_REASONS,
  type StoredTag,
} from '../db/schema/types.ts';
import { type PostExtras, postExtras, reportLanguage, SLUG } from './document-fields.ts';
import type { ImportReport } from './import-report.ts';
import {
  type Context,
  idOf,
  type Raw,
  type Spooled,
  stringOf,
  timeOf,
  timesOf,
} from './raw-records.ts';

export type PostRecord = Spooled<Omit<PostRow, 'seq' | 'version'>> & {
  tags: StoredTag[];
  series: PostExtras['series'];
  follows: z.output<typeof followSchema>[];
  categoryLabel?: string | undefined;
};
export type CommentRecord = Spooled<Omit<CommentRow, 'seq' | 'numberOfLikes'>> & {
  likes: { userId: string; createdAt: number }[];
  reports: z.output<typeof reportSchema>[];
  versions: z.output<typeof versionSchema>[];
};
export type PictureRecord = Spooled<PictureRow>;

/**
 * Validates a post, and sanitizes its content. Reports what it changes; returns undefined for one
 * that must be left out.
 */
export function postRecord(raw: Raw, context: Context): PostRecord | undefined {
  const id = idOf('post', raw, context);
  if (id === undefined) return undefined;
  const leaveOut = (why: string) => {
    context.report.add('post', id, `Left out: ${why}`, raw);
    return undefined;
  };
  const isPage = raw.kind === 'page';
  const path = stringOf(raw.slug);
  if (isPage && !isPath(path)) return leaveOut("a page can't have its address.");
  let prepared: { content: string; text: string };
  try {
    prepared = prepareContent(stringOf(raw.content));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return leaveOut(error.message);
  }
  reportLanguage('post', raw, id, context);
  const title = titleOf(raw, id, context);
  return {
    id,
    userId: stringOf(raw.userId),
    title,
    slug: isPage ? path : slugFrom(raw, id, title, context),
    category: categoryOf(raw, id, context),
    // The MERN blog has the label in `category`. `keepCategoryLabel` ignores it if its slug
    // differs.
    categoryLabel: posts.categoryLabel
      .catch(undefined)
      .parse(raw.categoryLabel ?? (raw.category || undefined)),
    image: imageOf(raw, id, context),
    imageAlt: posts.imageAlt.catch('').parse(raw.imageAlt),
    imageFocus: posts.imageFocus.catch('').parse(raw.imageFocus),
    isDemo: raw.isDemo === true,
    commentsClosed: raw.commentsClosed === true,
    follows: listOf(raw.follows, followSchema),
    ...postExtras(raw),
    ...prepared,
    ...timesOf('post', raw, id, context),
  };
}

function titleOf(raw: Raw, id: string, { report }: Context): string {
  const given = posts.title.safeParse(raw.title);
  if (given.success && isVisible(given.data)) return given.data;
  const cut = posts.title.safeParse(truncate(stringOf(raw.title).trim(), MAX_TITLE_LENGTH));
  const title = cut.success && isVisible(cut.data) ? cut.data : 'Untitled';
  report.add('post', id, `The title is invalid and was changed to "${title}".`, raw.title);
  return title;
}

/** Whether it's the stored slug of a page, which is its path. */
export function isPath(slug: string): boolean {
  return isPageSlug(slug) && SLUG.test(slug.slice(1)) && !isReserved(slug.slice(1));
}

function slugFrom(raw: Raw, id: string, title: string, { report }: Context): string {
  const given = stringOf(raw.slug);
  if (SLUG.test(given)) return given;
  const slug = slugOf(title);
  report.add('post', id, `The slug is invalid and was changed to "${slug}".`, raw.slug);
  return slug;
}

function categoryOf(raw: Raw, id: string, { report }: Context): string {
  const value = stringOf(raw.category).trim() === '' ? 'uncategorized' : raw.category;
  const given = posts.category.safeParse(value);
  if (given.success) return given.data;
  const made = posts.category.safeParse(slugOf(stringOf(value)).slice(0, 40));
  const category = made.success ? made.data : 'uncategorized';
  report.add('post', id, `The category is invalid and was changed to "${category}".`, raw.category);
  return category;
}

function imageOf(raw: Raw, id: string, { report }: Context): string {
  const given = posts.image.safeParse(stringOf(raw.image));
  if (given.success) return given.data;
  report.add('post', id, "The picture was left out: its URL isn't usable.", raw.image);
  return '';
}

/** The same for a comment. */
export function commentRecord(raw: Raw, context: Context): CommentRecord | undefined {
  const id = idOf('comment', raw, context);
  if (id === undefined) return undefined;
  const { report } = context;
  const state = commentState.parse(raw.state);
  const text = trimComment(plainText(stringOf(raw.content)));
  if (!isVisible(text) && state !== 'erased') {
    report.add('comment', id, 'Left out: it is empty.', raw);
    return undefined;
  }
  let content = state === 'erased' ? '' : text;
  if (text.length > MAX_STORED_COMMENT) {
    content = `${truncate(text, MAX_STORED_COMMENT - 1)}…`;
    report.add('comment', id, `Cut to ${MAX_STORED_COMMENT} characters.`, text);
  }
  const times = timesOf('comment', raw, id, context);
  return {
    id,
    postId: stringOf(raw.postId),
    userId: state === 'erased' ? null : stringOf(raw.userId),
    content,
    likes: likesOf(raw, id, times.createdAt, report),
    ...times,
    parentId: stringOf(raw.parentId) || null,
    threadId: stringOf(raw.threadId) || null,
    state,
    stateAt: timeOf(raw.stateAt) ?? (state === 'visible' ? null : context.now.getTime()),
    reasons: z.array(z.string()).catch([]).parse(raw.reasons),
    reports: listOf(raw.reports, reportSchema),
    versions: listOf(raw.versions, versionSchema),
  };
}

const time = z.iso.datetime().transform((text) => new Date(text).getTime());
const reportSchema = z.object({
  userId: z.string(),
  reason: z.enum(REPORT_REASONS).catch('other'),
  note: z.string().max(MAX_NOTE_LENGTH).catch(''),
  createdAt: time,
});
const versionSchema = z.object({
  content: z.string().min(1).max(MAX_STORED_COMMENT),
  createdAt: time,
});
const followSchema = z.object({ userId: z.string(), follows: z.boolean() });

/** Returns the usable items of a list. */
function listOf<T>(given: unknown, schema: z.ZodType<T>): T[] {
  const items = Array.isArray(given) ? (given as unknown[]) : [];
  return items.flatMap((item) => schema.safeParse(item).data ?? []);
}

const commentState = z.enum(COMMENT_STATES).catch('visible');

/** Likes are ids of users, or objects that also have a date. */
function likesOf(raw: Raw, id: string, createdAt: number, report: ImportReport) {
  const given = Array.isArray(raw.likes) ? (raw.likes as unknown[]) : [];
  return given.flatMap((like) => {
    const { userId, createdAt: at } = (
      typeof like === 'string' ? { userId: like } : Object(like)
    ) as Raw;
    if (typeof userId === 'string') return [{ userId, createdAt: timeOf(at) ?? createdAt }];
    report.add('comment', id, 'A like without a user was left out.', like);
    return [];
  });
}

const pictureSchema = z.object({
  url: z.string().min(1).max(2048),
  userId: z.string().nullable(),
  kind: z.enum(['post', 'profile']),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().nonnegative(),
  storedBytes: z.number().int().nonnegative().optional(),
  widths: z.array(z.number().int().positive()).max(20),
  createdAt: z.iso.datetime(),
  alt: z.string().max(500).catch('').default(''),
});

/** The same for the record of a picture file. */
export function pictureRecord(raw: Raw, { report }: Context): PictureRecord | undefined {
  const given = pictureSchema.safeParse(raw);
  if (given.success) {
    // Older exports lack the size of the variants: this estimate is the same as in the migration.
    const { storedBytes = given.data.bytes * 2 } = given.data;
    return { ...given.data, storedBytes, createdAt: new Date(given.data.createdAt).getTime() };
  }
  report.add('picture', stringOf(raw.url), 'Left out: the record is incomplete.', raw);
  return undefined;
}
