import { z } from 'zod';
import { POST_SORT_KEYS } from '../../db/queries/posts.ts';
import { DOCUMENT_KINDS } from '../../db/schema/types.ts';
import { isVisible } from '../content/invisible.ts';
import { isEmptyContent, isQuick } from '../content/text.ts';
import {
  CATEGORY_SLUG,
  FOCUS,
  MAX_ALT_LENGTH,
  MAX_CONTENT_BYTES,
  MAX_LABEL_LENGTH,
  MAX_TITLE_LENGTH,
} from '../contract/posts.ts';
import { pictureUrl } from '../contract/urls.ts';
import { choice, given, paging, sorting } from '../http/paging.ts';
import { requireFields } from '../required-fields.ts';

export const REQUIRED = 'Please provide all required fields.';

/** Turns text into one line of plain text, without control and direction characters. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
}

export const title = z
  .string('title must be text.')
  .transform(cleanLine)
  .pipe(
    z.string().max(MAX_TITLE_LENGTH, `title must have at most ${MAX_TITLE_LENGTH} characters.`),
  );

export const category = z
  .string('category must be text.')
  .trim()
  .toLowerCase()
  .regex(
    CATEGORY_SLUG,
    'category must have 1 to 40 letters (a to z), digits or "-", and not begin with "-".',
  );

export const categoryLabel = z
  .string('categoryLabel must be text.')
  .transform(cleanLine)
  .pipe(
    z
      .string()
      .max(MAX_LABEL_LENGTH, `categoryLabel must have at most ${MAX_LABEL_LENGTH} characters.`),
  )
  .optional();

/** Without `categoryLabel`, the category as typed is its label: "Rust" for `rust`. */
export function withLabel<T extends z.ZodType>(schema: T) {
  return z.preprocess((body: z.input<T>) => {
    const { category, categoryLabel } = Object(body) as Record<string, unknown>;
    return typeof category === 'string'
      ? { ...Object(body), categoryLabel: categoryLabel ?? category }
      : body;
  }, schema);
}

export const content = z
  .string('content must be text.')
  .refine(
    (html) => Buffer.byteLength(html) <= MAX_CONTENT_BYTES,
    'content must be at most 1 MiB long.',
  );

export const image = z
  .string('image must be text.')
  .nullish()
  .transform((value, context) => {
    const address = value?.trim() ?? '';
    if (address === '') return '';
    const url = pictureUrl(address);
    if (url !== null) return url;
    context.addIssue({
      code: 'custom',
      message:
        'image must be an http or https address, or a path of this site that begins with "/".',
    });
    return z.NEVER;
  });

export const imageAlt = z
  .string('imageAlt must be text.')
  .nullish()
  .transform((value) => cleanLine(value ?? ''))
  .pipe(z.string().max(MAX_ALT_LENGTH, `imageAlt must have at most ${MAX_ALT_LENGTH} characters.`));

/** The focal point of the cover. The center is stored as an empty string. */
export const imageFocus = z
  .string('imageFocus must be text.')
  .nullish()
  .transform((value, context) => {
    const point = value?.trim() ?? '';
    if (point === '') return '';
    const [, x, y] = FOCUS.exec(point) ?? [];
    const focus = `${Number(x)} ${Number(y)}`;
    if (x !== undefined) return focus === '50 50' ? '' : focus;
    context.addIssue({
      code: 'custom',
      message: 'imageFocus must be two whole numbers from 0 to 100, such as "30 70", or empty.',
    });
    return z.NEVER;
  });

/**
 * A language tag in its canonical form, or empty. RFC 5646 asks programs to accept 35 characters.
 */
export const language = z
  .string('language must be text.')
  .max(35, 'language must have at most 35 characters.')
  .nullish()
  .transform((value, context) => {
    const tag = value?.trim() ?? '';
    try {
      return tag === '' ? '' : (Intl.getCanonicalLocales(tag)[0] ?? '');
    } catch {
      const message = 'language must be a language tag, such as en or pt-BR.';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

/** Returns whether a field is absent, null, or has no visible text. */
function isMissing(field: string, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'string') return false;
  // Long content is checked after it's sanitized.
  if (field === 'content') return isQuick(value) && isEmptyContent(value);
  return !isVisible(field === 'title' ? cleanLine(value) : value);
}

const REQUIRED_FIELDS = ['title', 'category', 'content'];

/** A new post. Other fields are ignored. */
export const newPostInput = requireFields(
  withLabel(
    z.object({
      title,
      category,
      categoryLabel,
      content,
      image: image.default(''),
      imageAlt: imageAlt.default(''),
      imageFocus: imageFocus.default(''),
    }),
  ),
  REQUIRED,
  (body) => REQUIRED_FIELDS.some((field) => isMissing(field, body[field])),
);

/**
 * Changes to a post; absent fields keep their values. `startedFrom` is the `updatedAt` of the
 * version that the edit is based on. It isn't called `updatedAt`, because clients that send back a
 * complete post don't ask for a version check.
 */
export const postChangesInput = requireFields(
  withLabel(
    z.object({
      title: title.optional(),
      category: category.optional(),
      categoryLabel,
      content: content.optional(),
      image: image.optional(),
      imageAlt: imageAlt.optional(),
      imageFocus: imageFocus.optional(),
      startedFrom: z.iso
        .datetime('startedFrom must be the updatedAt of the post, as an ISO 8601 time in UTC.')
        .nullish(),
    }),
  ),
  REQUIRED,
  (body) =>
    REQUIRED_FIELDS.some((field) => body[field] !== undefined && isMissing(field, body[field])),
);

/** A draft for the preview. All fields are optional; invalid values aren't shown. */
export const previewInput = withLabel(
  z.object({
    kind: z.enum(DOCUMENT_KINDS).catch('post').default('post'),
    title: title.catch('').default(''),
    category: category.catch('uncategorized').default('uncategorized'),
    categoryLabel: categoryLabel.catch(undefined),
    image: image.catch('').default(''),
    imageAlt: imageAlt.catch('').default(''),
    imageFocus: imageFocus.catch('').default(''),
    language: language.catch('').default(''),
    content: content.default(''),
  }),
);

export type NewPostInput = z.output<typeof newPostInput>;
export type PostChangesInput = z.output<typeof postChangesInput>;

/** The parameters of `getposts`. Others are ignored. `order` is an alias of `sort`, which wins. */
export const postsQuery = z
  .object({
    userId: given,
    category: given.transform((value) => value?.trim().toLowerCase()),
    /** A slug or a label. */
    tag: given,
    slug: given,
    postId: given,
    searchTerm: given,
    ...sorting(POST_SORT_KEYS),
    order: choice('order', ['asc', 'desc']),
    /**
     * `1` adds the sizes of the covers. Optional, because the contract's response doesn't have
     * them.
     */
    pictures: given,
    ...paging(),
  })
  .transform(({ sortBy, sort, order, startIndex, limit, pictures, ...filter }) => ({
    filter,
    withPictures: pictures === '1',
    page: { sortBy, sort: sort ?? order ?? ('desc' as const), startIndex, limit },
  }));

export type PostsQuery = z.output<typeof postsQuery>;
