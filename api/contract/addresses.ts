/**
 * First parts of all addresses that aren't posts' or own pages': routes, files and folders of the
 * site, and names that servers and browsers expect (tests/api/documents/page-addresses.test.ts).
 */
const RESERVED: ReadonlySet<string> = new Set([
  '404',
  'admin',
  'api',
  'apple-touch-icon',
  'archive',
  'assets',
  'author',
  'authors',
  'avatars',
  'category',
  'covers',
  'create-post',
  'dashboard',
  'email-link',
  'favicon',
  'favicon-32',
  'feed',
  'forgot-password',
  'icon-192',
  'icon-512',
  'icon-maskable-512',
  'index',
  'invitation',
  'login',
  'manifest',
  'og',
  'own-page',
  'page',
  'post',
  'preview',
  'recent-stories',
  'reset-password',
  'robots',
  'rss',
  'search',
  'series',
  'signin',
  'signup',
  'sitemap',
  'stored-data',
  'tag',
  'tags',
  'undo-email-change',
  'unsubscribe',
  'update-post',
  'uploads',
  'verify-email',
]);

/** Screens that an own page can replace. Otherwise, they show their built-in text. */
const REPLACEABLE: ReadonlySet<string> = new Set(['about', 'contact', 'privacy-policy', 'terms']);

/** Whether an own page at this path replaces the text of a screen. */
export const isReplaceable = (path: string) => REPLACEABLE.has(path.slice(1));

/** Whether a page can't have this slug: it's reserved, or looks like the number of a page. */
export function isReserved(slug: string): boolean {
  if (REPLACEABLE.has(slug)) return false;
  return RESERVED.has(slug) || /^\d+$/.test(slug) || slug.startsWith('sitemap-');
}

/** Returns the slug for a page: with `-page` if it's reserved. */
export const pageName = (slug: string) => (isReserved(slug) ? `${slug}-page` : slug);

/** The stored slug of a page is its path, so that it can't be the slug of a post. */
export const isPageSlug = (slug: string) => slug.startsWith('/');

/** Returns the path of a post or a page with this stored slug. */
export const addressOf = (slug: string) => (isPageSlug(slug) ? slug : `/post/${slug}`);

/**
 * Returns the stored slug that a post or own page at this path has, or `undefined` if there can't
 * be one.
 */
export function slugAt(path: string): string | undefined {
  const page = /^\/([a-z0-9-]{1,120})$/.exec(path)?.[1];
  if (page !== undefined) return isReserved(page) ? undefined : path;
  return /^\/post\/(.+)$/.exec(path)?.[1];
}
