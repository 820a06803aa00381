import type { Site } from '../../../../../api/contract/site.ts';
import type { Body } from '../../../../lib/api-types.ts';
import type { ListKind } from './list-kinds.ts';

/** New values of some keys. */
export type SiteChange = Body<'PUT /api/settings/site'>['site'];

/** A text, a switch, or a list or logo as it's stored. An empty text: none. */
export type FieldValue = string | boolean | object;

/** Values of fields by their path, such as `contact.email`. */
export type FieldValues = Record<string, FieldValue>;

export interface SiteField {
  /** A key, with the part inside it: `owner.bio`. The server's errors begin with it. */
  path: string;
  label: string;
  hint?: string;
  kind?: 'text' | 'area' | 'switch' | 'email' | 'accent' | 'logo' | 'picture';
  /** Values to choose from, with their labels. */
  choices?: readonly (readonly [value: string, label: string])[];
  list?: ListKind;
}

export interface SiteSectionFields {
  title: string;
  fields: readonly SiteField[];
}

/** Returns the id of a section of the settings, for links to it. */
export function sectionId(title: string): string {
  return `settings-${title.toLowerCase().replaceAll(' ', '-')}`;
}

/** Returns the value that a field shows. */
export function fieldValue(site: Site, path: string): FieldValue {
  let value: unknown = site;
  for (const part of path.split('.')) value = (value as Record<string, unknown>)[part];
  return typeof value === 'boolean' || typeof value === 'object'
    ? (value ?? '')
    : String(value ?? '');
}

/** Whether two values of a field are equal. */
export const isSame = (a: FieldValue, b: FieldValue) =>
  JSON.stringify(a) === JSON.stringify(b) || (isEmpty(a) && isEmpty(b));

const isEmpty = (value: FieldValue) => value === '' || (Array.isArray(value) && value.length === 0);

/** What is stored for fields that may be empty. Undefined: nothing. */
const WHEN_EMPTY = new Map<string, null | undefined>([
  ['owner.picture', undefined],
  ['owner.links', undefined],
  ['logo', null],
]);

/** Returns the settings to send: the changed keys, with the changed fields laid over `site`. */
export function changedKeys(site: Site, values: FieldValues): SiteChange {
  const changed: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const [key = '', part] = path.split('.');
    const stored = WHEN_EMPTY.has(path) && isEmpty(value) ? WHEN_EMPTY.get(path) : value;
    if (part === undefined) changed[key] = stored;
    else changed[key] = { ...Object(changed[key] ?? site[key as keyof Site]), [part]: stored };
  }
  return withKnownOrder(changed, site);
}

/** The search order may be older than the categories. */
function withKnownOrder(changed: SiteChange, site: Site): SiteChange {
  const { searchOrder, categories = site.categories } = changed;
  if (!searchOrder) return changed;
  const slugs = new Set(categories.map(({ slug }) => slug));
  return { ...changed, searchOrder: searchOrder.filter((slug) => slugs.has(slug)) };
}

/** Returns the fields whose values differ from the stored ones. */
export function unsavedIn(
  fields: readonly SiteField[],
  site: Site,
  values: FieldValues,
): FieldValues {
  const paths = fields.map(({ path }) => path);
  const changed = paths.flatMap((path) => {
    const value = values[path];
    return value !== undefined && !isSame(value, fieldValue(site, path))
      ? [[path, value] as const]
      : [];
  });
  return Object.fromEntries(changed);
}

export interface FieldError {
  path: string;
  /** The part of a list's entry: `href`. */
  part?: string;
  text: string;
}

/** Returns the field that a message of the server names, with its label instead of its path. */
export function fieldError(fields: readonly SiteField[], message: string): FieldError | null {
  const [named = ''] = message.split(' ');
  const field = fields.find(({ path }) => named === path || named.startsWith(`${path}.`));
  if (!field) return null;
  const part = field.list && named.slice(field.path.length).split('.').at(-1);
  const label = field.list?.parts.find(({ name }) => name === part)?.label ?? field.label;
  return { path: field.path, part, text: label + message.slice(named.length) };
}

const KEY_NAMES: Partial<Record<string, string>> = {
  timeZone: 'time zone',
  followSystemTheme: 'theme',
  searchOrder: 'search order',
  owner: 'owner',
  readingTime: 'reading time',
  connect: 'banner',
  callToAction: 'text below posts',
  showGoogleButton: 'Google button',
  homeLayout: 'home layout',
};

/** "name, time zone" */
export function keyNames(keys: readonly string[]): string {
  return keys.map((key) => KEY_NAMES[key] ?? key).join(', ');
}
