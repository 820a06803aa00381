import { decodedPart } from '../../../api/contract/urls.ts';
import { slugOf } from '../../../api/post-fields/slug.ts';
import { isRecord } from './front-matter.ts';
import type { MarkdownSite, SiteKind } from './site.ts';
import { textOf } from './values.ts';

/** The parts of the address of a file. */
export interface Place {
  /** Below the root of the site. */
  file: string;
  /** The name without date, language and ending. */
  name: string;
  /** The folders that are part of the address. */
  folders: string[];
  /** The name in the address: set by `slug`, or the file's. */
  slug: string;
  categories: string[];
  title: string;
  date: Date;
  isPost: boolean;
  /** In front of the address, such as `/de`. */
  prefix: string;
}

const JEKYLL_STYLES: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

/**
 * Returns the address of a file on the old site, below its base, or an empty string if it had none.
 * `permalink` is the one in the file.
 */
export function formerAddress(site: MarkdownSite, place: Place, permalink: string): string {
  const { kind } = site;
  const pattern = permalink || configured(site, place);
  if (/\{[{%]/.test(pattern)) return '';
  if (pattern !== '') {
    const path = fill(JEKYLL_STYLES[pattern] ?? pattern, place, kind);
    return kind === 'hugo' && permalink === '' ? place.prefix + path : path;
  }
  if (kind === 'obsidian') return '';
  const parts = [...place.folders, place.slug].map((part) => part.replace(/\s+/g, '-'));
  // In Eleventy, a file named like its folder has the folder's address, as an index has in all
  // systems.
  if (kind === 'eleventy' && place.folders.at(-1) === place.slug) parts.pop();
  if (kind === 'jekyll') return `/${parts.join('/')}.html`;
  const path = `${place.prefix}/${parts.join('/')}/`;
  return kind === 'hugo' ? path.toLowerCase() : path;
}

function configured({ kind, config }: MarkdownSite, { isPost, folders, slug }: Place): string {
  if (kind === 'jekyll') {
    const style = textOf(config.permalink);
    if (isPost) return style || 'date';
    // For pages, only the ending of a style applies.
    return style === 'pretty' || style.endsWith('/') ? `/${[...folders, slug].join('/')}/` : '';
  }
  if (kind !== 'hugo' || !isRecord(config.permalinks)) return '';
  const { page } = config.permalinks;
  const patterns = isRecord(page) ? page : config.permalinks;
  return textOf(patterns[folders[0] ?? '']);
}

function fill(pattern: string, place: Place, kind: SiteKind): string {
  const { date, title, slug, name, folders } = place;
  const two = (value: number) => String(value).padStart(2, '0');
  const values: Record<string, string> = {
    year: String(date.getUTCFullYear()),
    short_year: String(date.getUTCFullYear()).slice(-2),
    month: two(date.getUTCMonth() + 1),
    i_month: String(date.getUTCMonth() + 1),
    monthname: date.toLocaleString('en', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
    day: two(date.getUTCDate()),
    i_day: String(date.getUTCDate()),
    y_day: String(
      Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1,
    ).padStart(3, '0'),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
    categories: place.categories.map(slugOf).join('/'),
    // Jekyll's title is the name of the file.
    title: kind === 'hugo' ? slugOf(title) : slug,
    slug,
    slugorfilename: slug,
    filename: name,
    contentbasename: name,
    section: folders[0] ?? '',
    sections: folders.join('/'),
    path: folders.join('/'),
    basename: name,
    output_ext: '.html',
  };
  const path = pattern.replace(
    /:([a-z_]+)/gi,
    (whole, key: string) => values[key.toLowerCase()] ?? whole,
  );
  return `/${path}`.replace(/\/{2,}/g, '/');
}

/** Returns an address as links are compared with it: without ending, index and final slash. */
export function comparable(address: string): string {
  return `/${decodedPart(address)
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\/+/, '')
    .replace(/(?:index)?\.(?:html?|md|markdown|mdx)$/, '')
    .replace(/\/(?:index)?$/, '')}`;
}
