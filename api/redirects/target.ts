import type { PathRedirectRow } from '../../db/queries/path-redirects.ts';
import { encodedPath } from '../contract/urls.ts';

/** Returns where a redirect leads that applies to a decoded path; null if the page is gone. */
export function locationOf(
  { from, to }: Pick<PathRedirectRow, 'from' | 'to'>,
  path: string,
): string | null {
  if (to === null || !to.endsWith('*')) return to;
  // Another slash could turn a path into the address of another host.
  const rest = path.slice(from.length - 1).replace(/^\/+/, '');
  return to.slice(0, -1) + encodedPath(rest);
}
