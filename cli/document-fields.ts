import { prepareContent } from '../api/content/sanitize.ts';
import { columnsOf } from '../api/documents/fields.ts';
import { newDocumentInput } from '../api/documents/input.ts';
import { imageFocus, language } from '../api/post-fields/input.ts';
import { pick, type StoredSeo, type StoredTag } from '../db/schema.ts';
import type { Context } from './raw-records.ts';

export const SLUG = /^(?=.*[a-z0-9])[a-z0-9-]{1,80}$/;

type Raw = Record<string, unknown>;

const EMPTY = {
  title: '',
  category: '',
  categoryLabel: '',
  content: '',
  text: '',
  image: '',
  imageAlt: '',
  imageFocus: '',
  language: '',
  tags: [] as StoredTag[],
  isFeatured: false,
  noindex: false,
  seo: {} as StoredSeo,
  series: '',
  seriesPosition: 0,
};

/** Returns the columns that a writer can set, or undefined if a value isn't allowed. */
export function fieldsOf(raw: Raw) {
  const { seo, noindex, series, seriesPosition, isFeatured, tags, categoryLabel, slug } = raw;
  const input = newDocumentInput.safeParse({
    title: raw.title ?? '',
    category: raw.category ?? '',
    ...(typeof categoryLabel === 'string' && { categoryLabel }),
    content: raw.content ?? '',
    image: raw.image ?? '',
    imageAlt: raw.imageAlt ?? '',
    imageFocus: imageFocus.catch('').parse(raw.imageFocus),
    // A post is complete without it. `reportLanguage` reports it.
    language: language.catch('').parse(raw.language),
    tags: labelsOf(tags),
    seo: { ...Object(seo), noindex: noindex === true },
    series: series ? { title: series, position: Number(seriesPosition) || null } : null,
    featured: isFeatured === true,
  });
  if (!input.success) return undefined;
  const { seo: checked = {}, series: place, content = '', ...others } = input.data;
  const { noindex: isHidden = false, ...texts } = checked;
  return {
    ...EMPTY,
    ...columnsOf({ ...others, prepared: prepareContent(content) }),
    tags: withSlugs(input.data.tags ?? [], tags),
    slug: typeof slug === 'string' && /^\/?[a-z0-9-]{1,80}$/.test(slug) ? slug : '',
    seo: withoutEmpty(texts),
    noindex: isHidden,
    series: place?.title ?? '',
    seriesPosition: place?.position ?? 0,
  };
}

/** Reports a language that isn't a language tag, because `fieldsOf` leaves it out. */
export function reportLanguage(
  kind: 'post' | 'document',
  raw: Raw,
  id: string,
  { report }: Context,
) {
  if (language.safeParse(raw.language).success) return;
  report.add(kind, id, 'The language is invalid and was left out.', raw.language);
}

function labelsOf(tags: unknown): unknown {
  if (!Array.isArray(tags)) return [];
  return tags.map((tag: unknown) => (typeof tag === 'string' ? tag : Object(tag).label));
}

/** New tags keep their slugs from the exporting site. */
function withSlugs(tags: StoredTag[], raw: unknown): StoredTag[] {
  const given = new Map<unknown, unknown>();
  for (const tag of Array.isArray(raw) ? raw : []) given.set(Object(tag).label, Object(tag).slug);
  return tags.map(({ slug, label }) => {
    const own = given.get(label);
    return { slug: typeof own === 'string' && SLUG.test(own) ? own : slug, label };
  });
}

function withoutEmpty(texts: object): StoredSeo {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value)) as StoredSeo;
}

/** The fields of a post that come from its document, as an export has them. */
export type PostExtras = Pick<typeof EMPTY, (typeof EXTRAS)[number]> & {
  guid: string;
  /** `slug` is for a new series. */
  series: { title: string; position: number; slug?: string } | null;
};

const EXTRAS = ['language', 'isFeatured', 'noindex', 'seo', 'tags'] as const;

/** Returns these fields of a raw post; invalid ones are empty. */
export function postExtras(raw: Raw): PostExtras {
  const own = { title: '', content: '', category: '', image: '', imageAlt: '' };
  const fields = fieldsOf({ ...raw, ...own }) ?? EMPTY;
  const guid = typeof raw.guid === 'string' && /^[a-z0-9-]{1,80}$/.test(raw.guid) ? raw.guid : '';
  const slug = SLUG.test(String(raw.seriesSlug)) ? { slug: String(raw.seriesSlug) } : {};
  const place = { title: fields.series, position: fields.seriesPosition || 1, ...slug };
  const series = fields.series === '' ? null : place;
  return { ...pick(fields, EXTRAS), guid, series };
}
