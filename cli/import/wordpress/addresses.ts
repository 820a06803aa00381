import { isPageSlug, isReserved, pageName } from '../../../api/contract/addresses.ts';
import { decodedPart } from '../../../api/contract/urls.ts';
import { slugOf } from '../../../api/post-fields/slug.ts';
import { SLUG } from '../../document-fields.ts';

/**
 * Returns slugs for posts and pages: as in the export if possible, else transliterated, without
 * ".html", and with a number if another one has it already.
 */
export class Slugs {
  readonly #taken = new Set<string>();

  /** `fallback` is for an item without a slug, usually its title. */
  post(slug: string, fallback: string): string {
    return this.#unique(plain(slug, fallback), '');
  }

  /** The slug of a page is its path: the last part of the old one, because pages have one level. */
  page(slug: string, fallback: string): string {
    const name = plain(slug, fallback);
    return this.#unique(pageName(name), '/');
  }

  #unique(name: string, start: string): string {
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : `-${n}`;
      const slug = start + name.slice(0, 80 - end.length) + end;
      if (this.#taken.has(slug) || (isPageSlug(slug) && isReserved(slug.slice(1)))) continue;
      this.#taken.add(slug);
      return slug;
    }
  }
}

function plain(slug: string, fallback: string): string {
  const name = decodedPart(slug).replace(/\.html?$/i, '');
  return SLUG.test(name) ? name : slugOf(name || fallback);
}

/** Returns the path and query of an address of the old site, or undefined for other sites. */
export function pathOnSite(address: string, site: string): string | undefined {
  const base = URL.parse(site);
  const url = URL.parse(address, base?.href ?? 'http://site.invalid');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const isOwn = url.hostname === 'site.invalid' || (base && sameHost(url.hostname, base.hostname));
  return isOwn ? url.pathname.replace(/\/{2,}/g, '/') + url.search : undefined;
}

const sameHost = (a: string, b: string) => a.replace(/^www\./, '') === b.replace(/^www\./, '');

/** Returns a path without the slash at its end, as redirects have it. */
export function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/+(?=$|\?)/, '');
}
