import type { PathRedirectRow } from '../../db/queries/path-redirects.ts';
import { encodedPath } from '../contract/urls.ts';

/**
 * Returns where a redirect sends a decoded path and a query (empty, or starts with `?`); null if
 * the page is gone. Keeps the query, unless it's part of the redirect or the target has its own.
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
