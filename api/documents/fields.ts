import type { Db } from '../../db/client.ts';
import type { DocumentRow, DocumentUpdate } from '../../db/queries/documents.ts';
import { uniqueSlug } from '../../db/queries/slugs.ts';
import type { UserRow } from '../../db/queries/users.ts';
import type { StoredSeo } from '../../db/schema.ts';
import { normalForm } from '../../db/words.ts';
import { can } from '../access/permissions.ts';
import type { Caller, WriteRules } from '../access/write.ts';
import type { PreparedContent } from '../content/sanitize.ts';
import { ForbiddenError } from '../errors.ts';
import { slugOf } from '../post-fields/slug.ts';
import type { Services } from '../services.ts';
import type { DocumentFieldsInput } from './input.ts';
import { pagePath } from './page-path.ts';
import { slugFor } from './serialize.ts';
import { nextPosition } from './suggestions.ts';
import { prepareSave, SAVES } from './write.ts';

type Fields = Omit<DocumentUpdate, 'seo'> & { seo?: StoredSeo };

/** The fields of a call, with sanitized content. */
type PreparedInput = Omit<DocumentFieldsInput, 'content'> & { prepared?: PreparedContent };

/**
 * Sanitizes the content in the fields of a save. Call it before the transaction, because it takes
 * time. Also returns the limit that the write still has to take.
 */
export async function prepareFields<T extends DocumentFieldsInput>(
  services: Services,
  caller: Caller,
  { content, ...fields }: T,
): Promise<{
  input: Omit<T, 'content'> & { prepared?: PreparedContent };
  limit: WriteRules['limit'];
}> {
  if (content === undefined) return { input: fields, limit: SAVES };
  const { prepared, limit } = await prepareSave(services, caller, content);
  return { input: { ...fields, prepared }, limit };
}

/** Returns the columns that the fields of a call set. Doesn't read the database. */
export function columnsOf(input: PreparedInput): Fields {
  const { title, category, categoryLabel, image, imageAlt, imageFocus } = input;
  const { language, tags, featured } = input;
  const set: Fields = {
    title,
    category,
    categoryLabel: category === undefined ? undefined : (categoryLabel ?? ''),
    image,
    imageAlt,
    imageFocus,
    language,
    tags,
    isFeatured: featured,
    ...input.prepared,
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
}

/** Centers a new cover that has no focal point: the stored one belongs to the previous cover. */
export function withFocus(fields: Fields, before: Pick<DocumentRow, 'image'>): Fields {
  const isOther = fields.image !== undefined && fields.image !== before.image;
  return isOther ? { imageFocus: '', ...fields } : fields;
}

/**
 * Adds fields that depend on the current document: its address, its place in a series, and missing
 * parts of `seo`. Throws a ForbiddenError when the user may not change a field.
 */
export async function resolveFields(
  tx: Db,
  user: UserRow,
  current: Pick<
    DocumentRow,
    'id' | 'kind' | 'title' | 'slug' | 'image' | 'series' | 'seriesPosition' | 'seo' | 'isFeatured'
  >,
  input: PreparedInput,
): Promise<Fields> {
  if (current.kind === 'page') return await fieldsOfPage(tx, current, input);
  const set = withFocus(columnsOf(input), current);
  const isChanged = set.isFeatured !== undefined && set.isFeatured !== current.isFeatured;
  if (isChanged && !can(user, 'post.feature')) {
    throw new ForbiddenError('Only editors and administrators may feature posts.');
  }
  Object.assign(set, seoFields(current, input));
  if (input.series !== undefined) {
    Object.assign(set, await seriesFields(tx, user, current, input.series));
  }
  const slug = await slugField(
    tx,
    { ...current, title: set.title ?? current.title },
    input,
    current,
  );
  return slug === undefined ? set : { ...set, slug };
}

function seoFields({ seo }: Pick<DocumentRow, 'seo'>, input: PreparedInput): Fields {
  if (!input.seo) return {};
  const { noindex, ...texts } = input.seo;
  const merged = Object.entries({ ...seo, ...texts }).filter(([, value]) => value);
  const stored = Object.fromEntries(merged) as StoredSeo;
  return { ...(noindex !== undefined && { noindex }), seo: stored };
}

/** A page has no category, tags and series, and can't be featured. */
async function fieldsOfPage(
  tx: Db,
  current: Pick<DocumentRow, 'id' | 'slug' | 'image' | 'seo'>,
  input: PreparedInput,
): Promise<Fields> {
  const { slug, title, image, imageAlt, imageFocus, language, prepared } = input;
  const set = columnsOf({ title, image, imageAlt, imageFocus, language, prepared });
  const fields = { ...withFocus(set, current), ...seoFields(current, input) };
  if (slug === undefined) return fields;
  return { ...fields, slug: slug === '' ? '' : await pagePath(tx, slug, current.id) };
}

async function seriesFields(
  tx: Db,
  user: UserRow,
  current: Pick<DocumentRow, 'series' | 'seriesPosition'>,
  given: NonNullable<DocumentFieldsInput['series']> | null,
): Promise<Fields> {
  if (given === null || given.title === '') return { series: '', seriesPosition: 0 };
  const { title, position } = given;
  if (position) return { series: title, seriesPosition: position };
  // The same series with different capitalization.
  if (normalForm(title) === normalForm(current.series)) return { series: title };
  return { series: title, seriesPosition: await nextPosition(tx, user, title) };
}

/** Returns the slug to store, or `undefined` to keep it. Appends a number to a taken one. */
async function slugField(
  tx: Db,
  next: Pick<DocumentRow, 'id' | 'title' | 'slug'>,
  { slug: given }: PreparedInput,
  before: Pick<DocumentRow, 'title' | 'slug'>,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const wanted = given === '' ? '' : slugOf(given);
  // Clients that send back a complete document aren't choosing an address.
  if (wanted === slugFor(before) || wanted === next.slug) return undefined;
  if (wanted === '' || (next.slug === '' && wanted === slugOf(next.title))) return '';
  return await uniqueSlug(tx, wanted, next.id);
}
