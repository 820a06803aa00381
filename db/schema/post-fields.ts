import { sql } from 'drizzle-orm';
import { json, text } from './columns.ts';
import type { StoredSeo } from './types.ts';

// A new field of posts: add its column to `sharedFields`, and its name to `EVERYWHERE`.
// Versions, publishing, discarded changes, duplicates and imports then have it.

/** Columns that documents and posts share. */
export const sharedFields = () => ({
  /** Describes the cover for people who can't see it. Empty for a decorative one. */
  imageAlt: text('image_alt').notNull().default(''),
  /** The point of the cover that stays in view when it's cropped: "30 70". Empty: the center. */
  imageFocus: text('image_focus').notNull().default(''),
  /** A BCP 47 tag. Empty: the site's language. */
  language: text('language').notNull().default(''),
  /** Overrides for search engines and social networks. */
  seo: json<StoredSeo>('seo').notNull().default(sql`'{}'`),
});

const EVERYWHERE = [
  'category',
  'image',
  'imageAlt',
  'imageFocus',
  'language',
  'isFeatured',
  'noindex',
  'seo',
] as const;

/** Fields that publishing copies from a document to its post. */
export const PUBLIC_FIELDS = [...EVERYWHERE, 'title', 'text', 'content'] as const;
export type PublicField = (typeof PUBLIC_FIELDS)[number];

/** Fields of a version besides title and content. */
export const VERSION_FIELDS = [
  ...EVERYWHERE,
  'slug',
  'categoryLabel',
  'tags',
  'series',
  'seriesPosition',
] as const;

/** Returns some fields of an object. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}
