import type { PathRedirectRow } from '../../db/queries/path-redirects.ts';
import { encodedPath } from '../contract/urls.ts';

/**
 * Returns where a redirect leads that applies to a decoded path with this query (empty, or with its
 * `?`); null if the page is gone. The query stays, unless it's a part of the redirect.
 */
export function locationOf(
  { from, to }: Pick<PathRedirectRow, 'from' | 'to'>,
  path: string,
  query: string,
): string | null {
  if (to === null) return null;
  // Another slash could turn a path into the address of another host.
  const rest = path.slice(from.length - 1).replace(/^\/+/, '');
  const location = to.endsWith('*') ? to.slice(0, -1) + encodedPath(rest) : to;
  return from.includes('?') || /[?#]/.test(location) ? location : location + query;
}
