import { z } from 'zod';
import { isEmptyContent } from '../content/text.ts';
import { CATEGORY_SLUG, MAX_CONTENT_BYTES, MAX_TITLE_LENGTH } from '../contract/posts.ts';
import { pictureUrl } from '../contract/urls.ts';

const REQUIRED = 'Please provide all required fields.';

/** A title is plain text on one line, without characters that hide or turn the text around them. */
function cleanTitle(title: string): string {
  return title
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

/** Is there something to see? Characters without a shape (and fillers) alone do not make a title. */
function isVisible(text: string): boolean {
  return text.replace(/\u034f|[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu, '') !== '';
}

const title = z
  .string('title must be text.')
  .transform(cleanTitle)
  .pipe(
    z.string().max(MAX_TITLE_LENGTH, `title must have at most ${MAX_TITLE_LENGTH} characters.`),
  );

const category = z
  .string('category must be text.')
  .trim()
  .toLowerCase()
  .regex(
    CATEGORY_SLUG,
    'category must have 1 to 40 letters (a to z), digits or "-", and not begin with "-".',
  );

const content = z
  .string('content must be text.')
  .refine(
    (html) => Buffer.byteLength(html) <= MAX_CONTENT_BYTES,
    'content must be at most 1 MiB long.',
  );

const image = z
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

/** Missing: absent, null, or text in which there is nothing to see. */
function isMissing(field: string, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'string') return false;
  if (field === 'content') return value.length <= MAX_CONTENT_BYTES && isEmptyContent(value);
  return !isVisible(field === 'title' ? cleanTitle(value) : value);
}

/** Missing fields have one message for all, so they are looked for before each field is checked. */
function requiring(fields: string[], onlyIfGiven: boolean) {
  return (value: unknown, context: z.RefinementCtx) => {
    const record = Object(value) as Record<string, unknown>;
    const missing = fields.some(
      (field) => (!onlyIfGiven || record[field] !== undefined) && isMissing(field, record[field]),
    );
    if (missing) {
      context.addIssue({ code: 'custom', message: REQUIRED });
      return z.NEVER;
    }
    return value;
  };
}

/** What creates a post. Other fields are ignored. */
export const newPostInput = z.preprocess(
  requiring(['title', 'category', 'content'], false),
  z.object({ title, category, content, image: image.default('') }),
);

/**
 * What changes a post: a field that is absent keeps its value. `startedFrom` is the `updatedAt` of the post
 * on which the edit was begun. It has a name of its own: a client that sends back the whole post it once
 * read means its fields, not a claim about versions.
 */
export const postChangesInput = z.preprocess(
  requiring(['title', 'category', 'content'], true),
  z.object({
    title: title.optional(),
    category: category.optional(),
    content: content.optional(),
    image: image.optional(),
    startedFrom: z.iso
      .datetime('startedFrom must be the updatedAt of the post, as an ISO 8601 time in UTC.')
      .nullish(),
  }),
);

/** What the preview shows; a draft may lack anything, and what is not fit to be stored is not shown. */
export const previewInput = z.object({
  title: title.catch('').default(''),
  category: category.catch('uncategorized').default('uncategorized'),
  image: image.catch('').default(''),
  content: content.default(''),
});

export type NewPostInput = z.output<typeof newPostInput>;
export type PostChangesInput = z.output<typeof postChangesInput>;
