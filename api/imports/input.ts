import { z } from 'zod';
import { currentPassword } from '../access/current-password.ts';
import { IMPORT_SYSTEMS, type ImportSystem, MAX_IMPORT_BYTES } from '../contract/imports.ts';
import { webUrl } from '../contract/urls.ts';
import { PayloadTooLargeError } from '../errors.ts';
import { choice, wholeNumber } from '../http/paging.ts';
import { REPORT_LISTS } from './folder.ts';

const MAX_NAME_LENGTH = 255;
const MAX_URL_LENGTH = 2_000;
const SYSTEMS = IMPORT_SYSTEMS.map(([name]) => name) as [ImportSystem, ...ImportSystem[]];

/** Null or empty: not given. */
const optionalText = (field: string, max: number) =>
  z
    .string(`${field} must be text or null.`)
    .trim()
    .max(max, `${field} may have at most ${max} characters.`)
    .nullish()
    .transform((value) => value || null);

const optionalUrl = (field: string) =>
  optionalText(field, MAX_URL_LENGTH).refine(
    (value) => value === null || webUrl(value) !== null,
    `${field} must be a complete address, such as https://example.com.`,
  );

export const importInput = z.object({
  currentPassword,
  name: z
    .string('name must be the name of the file.')
    .trim()
    .min(1, 'name must be the name of the file.')
    .max(MAX_NAME_LENGTH, `name may have at most ${MAX_NAME_LENGTH} characters.`),
  size: z
    .int('size must be the number of bytes of the file.')
    .min(1, 'The file is empty.')
    .refine(isSmallEnough),
  options: z.object(
    {
      from: z
        .enum(SYSTEMS, `from must be null or one of ${SYSTEMS.join(', ')}.`)
        .nullable()
        .default(null),
      author: optionalText('author', MAX_NAME_LENGTH),
      baseUrl: optionalUrl('baseUrl'),
      sitemap: optionalUrl('sitemap'),
      pictures: z.enum(['fetch', 'link'], 'pictures must be "fetch" or "link".').default('fetch'),
      merge: z.boolean('merge must be true or false.').default(false),
    },
    'options must be an object.',
  ),
});

export type ImportInput = z.output<typeof importInput>;

/** Not a 400: the file itself is too large. */
function isSmallEnough(size: number): boolean {
  if (size <= MAX_IMPORT_BYTES) return true;
  throw new PayloadTooLargeError(
    'The export is too large: it may have at most 2 GiB. Larger ones can be imported on the terminal.',
  );
}

export const pieceQuery = z.object({
  offset: wholeNumber('offset', { min: 0, max: MAX_IMPORT_BYTES, fallback: 0 }),
});

export const reportQuery = z.object({
  list: choice('list', REPORT_LISTS).default('entries'),
  offset: wholeNumber('offset', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }),
  limit: wholeNumber('limit', { min: 1, max: 100, fallback: 50 }),
  q: z.string().default(''),
  notes: choice('notes', ['1']),
});

export type ReportQuery = z.output<typeof reportQuery>;
