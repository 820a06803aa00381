import { z } from 'zod';
import { DOCUMENT_SORT_KEYS } from '../../db/queries/documents.ts';
import { DOCUMENT_KINDS, DOCUMENT_STATUSES, type StoredTag } from '../../db/schema.ts';
import { normalForm } from '../../db/words.ts';
import { isVisible } from '../content/invisible.ts';
import { isEmptyContent, isQuick } from '../content/text.ts';
import {
  isTag,
  MAX_SEO_DESCRIPTION_LENGTH,
  MAX_SEO_TITLE_LENGTH,
  MAX_SERIES_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_VERSION_NAME_LENGTH,
  PREVIEW_DAYS,
  TAG_RULE,
} from '../contract/documents.ts';
import { webUrl } from '../contract/urls.ts';
import { choice, given, paging, sorting } from '../http/paging.ts';
import * as posts from '../post-fields/input.ts';
import { tagSlug } from '../post-fields/tags.ts';

/** One line of plain text with a limit, or empty. */
const line = (name: string, max: number) =>
  z
    .string(`${name} must be text.`)
    .nullish()
    .transform((value) => posts.cleanLine(value ?? ''))
    .pipe(z.string().max(max, `${name} must have at most ${max} characters.`));

/** `''` until a category is chosen. */
const category = z.union([
  z
    .literal('')
    .or(z.null())
    .transform(() => ''),
  posts.category,
]);

const tag = z
  .string('Each tag must be text.')
  .transform(posts.cleanLine)
  .pipe(
    z
      .string()
      .max(MAX_TAG_LENGTH, `A tag must have at most ${MAX_TAG_LENGTH} characters.`)
      .refine((label) => label === '' || isTag(label), {
        error: ({ input }) => `“${input}” can't be a tag. ${TAG_RULE}`,
        abort: true,
      }),
  );

/** Labels, without empty and repeated ones. */
const TOO_MANY_TAGS = `A post can have at most ${MAX_TAGS} tags.`;
/** Checked before repeated ones are removed: computing thousands of slugs would take a second. */
const MAX_LABELS = 10 * MAX_TAGS;

const tags = z
  .array(z.custom<string>(), 'tags must be a list of texts.')
  .max(MAX_LABELS, TOO_MANY_TAGS)
  .pipe(z.array(tag))
  .nullish()
  .transform((labels) => {
    const byKey = new Map<string, StoredTag>();
    for (const label of labels ?? []) {
      const slug = tagSlug(label);
      const key = normalForm(label);
      if (slug !== '' && !byKey.has(key)) byKey.set(key, { slug, label });
    }
    return [...byKey.values()];
  })
  .refine((list) => list.length <= MAX_TAGS, TOO_MANY_TAGS);

/** Stored as a complete address: `//example.com` depends on the page it's on. */
const canonical = line('seo.canonical', 2048)
  .refine(
    (value) => value === '' || webUrl(value) !== null,
    'seo.canonical must be an http or https address.',
  )
  .transform((value) => webUrl(value) ?? '');

const seo = z.object(
  {
    title: line('seo.title', MAX_SEO_TITLE_LENGTH).optional(),
    description: line('seo.description', MAX_SEO_DESCRIPTION_LENGTH).optional(),
    canonical: canonical.optional(),
    noindex: z.boolean('seo.noindex must be true or false.').optional(),
    image: posts.image.optional(),
  },
  'seo must be an object.',
);

const series = z
  .object(
    {
      title: line('series.title', MAX_SERIES_LENGTH),
      position: z
        .number('series.position must be a number.')
        .int('series.position must be a whole number.')
        .min(1, 'series.position must be at least 1.')
        .max(10_000, 'series.position must be at most 10000.')
        .nullish(),
    },
    'series must be an object with a title, or null.',
  )
  .nullable();

const fields = {
  title: posts.title,
  category,
  categoryLabel: posts.categoryLabel,
  content: posts.content,
  image: posts.image,
  imageAlt: posts.imageAlt,
  imageFocus: posts.imageFocus,
  language: posts.language,
  tags,
  slug: line('slug', 200),
  seo,
  series,
  featured: z.boolean('featured must be true or false.'),
};

const optionalFields = z.object(fields).partial();
export type DocumentFieldsInput = z.output<typeof optionalFields>;

/** Whether any field of a new document has a value. Empty documents aren't stored. */
function hasValue({ title, content, series, seo, ...others }: DocumentFieldsInput): boolean {
  return (
    (title !== undefined && isVisible(title)) ||
    (content !== undefined && !(isQuick(content) && isEmptyContent(content))) ||
    Boolean(series?.title) ||
    [...Object.values(others), ...Object.values(seo ?? {})].some((value) =>
      Array.isArray(value) ? value.length > 0 : Boolean(value),
    )
  );
}

const revision = z
  .number('revision must be the number of the revision that you started from.')
  .int('revision must be a whole number.')
  .min(1, 'revision must be at least 1.');

/**
 * A new document. The client may choose `clientId`, so a repeated call finds the document of the
 * first one.
 */
export const newDocumentInput = posts.withLabel(
  optionalFields
    .extend({
      postId: z
        .string('postId must be text.')
        .nullish()
        .transform((id) => id ?? undefined),
      kind: choice('kind', DOCUMENT_KINDS),
      clientId: z
        .string()
        .regex(/^[0-9a-f]{24}$/, 'clientId must be 24 hexadecimal digits.')
        .optional(),
    })
    .refine(
      ({ postId, clientId, kind, ...fields }) => postId !== undefined || hasValue(fields),
      'Please provide at least one field, such as title or content.',
    ),
);

export type NewDocumentInput = z.output<typeof newDocumentInput>;

export const documentChangesInput = posts.withLabel(
  optionalFields.extend({
    revision,
    autosave: z.boolean('autosave must be true or false.').optional(),
  }),
);

export type DocumentChangesInput = z.output<typeof documentChangesInput>;

const END_OF_TIME = new Date(Date.UTC(10_000, 0));

export const publishInput = z.object({
  revision,
  at: z
    .union(
      // With or without seconds.
      [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
      'at must be an ISO 8601 time with a zone, such as 2027-01-05T09:00:00Z.',
    )
    .transform((at) => new Date(at))
    // With an offset, the UTC time can be in the year 10000, which has too many digits for ISO
    // 8601.
    .refine((at) => at < END_OF_TIME, 'at must be before the year 10000.')
    .nullish(),
});

export const restoreRevisionInput = z.object({
  // The largest number that the timeline's address accepts. PostgreSQL's integers end soon after.
  number: z.number('number must be the number of a revision.').int().min(1).max(999_999_999),
  revision,
});

export const versionNameInput = z.object({
  name: line('name', MAX_VERSION_NAME_LENGTH),
});

export const previewLinkInput = z.object({
  days: z
    .number('days must be a number.')
    .int('days must be a whole number.')
    .min(1, 'days must be at least 1.')
    .max(PREVIEW_DAYS.max, `days must be at most ${PREVIEW_DAYS.max}.`)
    .default(PREVIEW_DAYS.default),
});

/** An address or a title, and the document that would get it. */
export const addressQuery = z.object({
  slug: line('slug', 200),
  documentId: given,
});

/** The words to find in the titles of public posts. */
export const titlesQuery = z.object({ title: posts.title });

/** The parameters of `getdocuments`. Others are ignored. */
export const documentsQuery = z
  .object({
    status: choice('status', DOCUMENT_STATUSES),
    kind: choice('kind', DOCUMENT_KINDS),
    userId: given,
    category: given.transform((value) => value?.trim().toLowerCase()),
    /** A slug or a label. */
    tag: given,
    searchTerm: given,
    pictures: given,
    content: given,
    ...sorting(DOCUMENT_SORT_KEYS),
    ...paging(),
  })
  .transform(({ sortBy, sort, startIndex, limit, pictures, content, ...filter }) => ({
    filter: { ...filter, kind: filter.kind ?? ('post' as const) },
    withPictures: pictures === '1',
    withContent: content !== '0',
    page: { sortBy, sort: sort ?? ('desc' as const), startIndex, limit },
  }));

export type DocumentsQuery = z.output<typeof documentsQuery>;
