import type { PathRedirectRow } from '../../db/queries/path-redirects.ts';
import { routeKind } from '../http/routes.ts';
import { pathOf } from './input.ts';
import { locationOf } from './target.ts';

/** A longer chain is a loop, or a mistake. */
const MAX_HOPS = 10;

type Redirect = Pick<PathRedirectRow, 'from' | 'to'>;

/** What a new redirect is checked against. */
export interface Surroundings {
  siteUrl: string;
  /** Whether a decoded path has a page. Absent if the pages are unknown. */
  hasPage?: (path: string) => Promise<boolean>;
  /** Finds the redirect of an address without a page, like `findPathRedirect`. */
  find(path: string, query: string): Promise<Redirect | undefined>;
}

/** A decoded path, and a query that's empty or starts with `?`. */
interface Address {
  path: string;
  query: string;
}

/**
 * Returns why a redirect isn't possible, or `undefined` if it is. Either its address has a page, or
 * following it through other redirects leads back to it.
 */
export async function problemWith(
  input: Redirect,
  { siteUrl, hasPage, find }: Surroundings,
): Promise<string | undefined> {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(input.from) ?? [];
  if ((await hasPage?.(path)) && !isOldHome({ path, query })) {
    return `A page exists at ${path}, and redirects can't replace pages.`;
  }
  let redirect = input;
  let at: Address = { path: path.replace(/\*$/, 'x'), query };
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const next = ownAddress(locationOf(redirect, at.path, at.query), siteUrl);
    if (next === undefined) return undefined;
    const isPage = await hasPage?.(next.path);
    if (isPage && !isOldHome(next)) return undefined;
    if (applies(input.from, next, isPage)) break;
    // A redirect that's added there later would keep the query, and could lead back here.
    const isQuery = next.query !== '' && routeKind(next.path) !== 'upload';
    if (hop === 0 && isQuery && isPage === false) {
      return `The target can't have a query, because there's no page at ${next.path}.`;
    }
    const found = await find(next.path, next.query);
    if (!found || !applies(found.from, next, isPage)) return undefined;
    [redirect, at] = [found, next];
  }
  return `This redirect would lead back to ${input.from}.`;
}

/** Whether redirects from here come before the page. All others apply only without a page. */
function isOldHome({ path, query }: Address): boolean {
  return path === '/' && query !== '';
}

/** Returns the address of a location on this site. */
function ownAddress(location: string | null, siteUrl: string): Address | undefined {
  const url = location === null ? null : URL.parse(location, siteUrl);
  if (url?.origin !== new URL(siteUrl).origin) return undefined;
  const path = pathOf(url.pathname);
  return path === undefined ? undefined : { path, query: url.search };
}

function applies(from: string, { path, query }: Address, isPage = false): boolean {
  if (from.includes('?')) return from === path + query;
  if (isPage) return false;
  return from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from;
}
