import { addressOf } from '../../../api/contract/addresses.ts';
import { decodedPart, FEED_PATH } from '../../../api/contract/urls.ts';
import { tagSlug } from '../../../api/post-fields/tags.ts';
import type { RawRecord } from '../../import-sources.ts';
import { pathOnSite, withoutSlash } from './addresses.ts';
import { categorySlug } from './fields.ts';
import type { Site } from './site.ts';

/** `postId` is the id in the export. */
type Redirect = [from: string, to: string | null, postId?: string];

/** Yields redirects from the addresses of WordPress. `used` are the terms that have posts here. */
export function* redirectRecords(
  site: Site,
  used: { categories: ReadonlySet<string>; tags: ReadonlyMap<string, string> },
  createdAt: string,
): Generator<RawRecord> {
  const seen = new Set<string>();
  for (const [address, to, postId] of redirectsOf(site, used)) {
    const path = pathOnSite(address, site.url);
    if (path === undefined) continue;
    const from = withoutSlash(path);
    if (from === '/' || seen.has(from) || decodedPart(from) === to) continue;
    seen.add(from);
    const status = to === null ? 410 : 301;
    const post = postId === undefined ? {} : { postId: site.id('post', postId) };
    yield { collection: 'redirects', raw: { from, to, status, createdAt, ...post } };
  }
}

function* redirectsOf(
  site: Site,
  used: { categories: ReadonlySet<string>; tags: ReadonlyMap<string, string> },
): Generator<Redirect> {
  const months = new Set<string>();
  for (const { id, type, slug, link, isPublic } of site.entries.values()) {
    const to = addressOf(slug);
    yield [link, to, id];
    yield [type === 'page' ? `/?page_id=${id}` : `/?p=${id}`, to, id];
    const path = withoutSlash(pathOnSite(link, site.url) ?? '/');
    if (type === 'page' || path === '/' || path.includes('?')) continue;
    yield [`${path}/feed`, `${to}/comments.xml`, id];
    const [, year, month] = /^\/(\d{4})\/(\d\d)\//.exec(path) ?? [];
    if (year !== undefined && isPublic) months.add(`/${year}`).add(`/${year}/${month}`);
  }
  for (const path of months) yield [path, `/archive${path}`];
  yield* termRedirects(site, used);
  for (const { id, link, parent, url } of site.attachments.values()) {
    const entry = site.entries.get(parent);
    const to = entry ? addressOf(entry.slug) : url;
    const post = entry?.id;
    yield [`/?attachment_id=${id}`, to, post];
    // The file itself stays where it is.
    if (link !== url) yield [link, to, post];
  }
  for (const records of site.others.values()) {
    for (const { link } of records) if (link !== '') yield [link, null];
  }
}

function* termRedirects(
  site: Site,
  used: { categories: ReadonlySet<string>; tags: ReadonlyMap<string, string> },
): Generator<Redirect> {
  for (const term of site.terms.values()) {
    const isCategory = term.taxonomy === 'category';
    if (!isCategory && term.taxonomy !== 'post_tag') continue;
    const slug = categorySlug(term);
    const tag = used.tags.get(term.name.toLowerCase()) ?? tagSlug(term.name);
    const isTag = used.tags.has(term.name.toLowerCase());
    const to = isCategory && used.categories.has(slug) ? `/category/${slug}` : `/tag/${tag}`;
    if (!isTag && to.startsWith('/tag/')) continue;
    const paths = isCategory ? categoryPaths(term.slug, site) : [`/tag/${term.slug}`];
    // Posts without a category are only in the list of all posts.
    const isNone = to === '/category/uncategorized';
    for (const path of paths) {
      yield [path, isNone ? '/archive' : to];
      yield [`${path}/feed`, isNone ? FEED_PATH : `${to}/rss.xml`];
    }
    if (!isCategory) yield [`/?tag=${term.slug}`, to];
  }
}

/** Returns the short address and the one with the parent categories. */
function categoryPaths(slug: string, site: Site): string[] {
  const path = [slug];
  for (let at = site.categories.get(slug)?.parent ?? ''; at !== '' && !path.includes(at); ) {
    path.unshift(at);
    at = site.categories.get(at)?.parent ?? '';
  }
  return path.length > 1
    ? [`/category/${slug}`, `/category/${path.join('/')}`]
    : [`/category/${slug}`];
}
