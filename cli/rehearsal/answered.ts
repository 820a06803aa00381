import { join } from 'node:path';
import { queryOf } from '../../api/http/routes.ts';
import { parseTarget } from '../../api/http/target.ts';
import { locationOf } from '../../api/redirects/target.ts';
import { findFile } from '../../api/static/entry.ts';
import { otherAddress } from '../../api/static/moved.ts';
import type { Db } from '../../db/client.ts';
import { findPathRedirect, findRedirectFrom } from '../../db/queries/path-redirects.ts';
import { findFormerSlug } from '../../db/queries/redirects.ts';

/** A rehearsed site: its database, and the folder that has its pages in `site`. */
export interface RehearsedSite {
  db: Db;
  folder: string;
}

/**
 * Returns those addresses of the old site that the rehearsed one wouldn't answer with a page, a
 * redirect, or 410. Hosts don't matter. A redirect must lead to a page, or to another host.
 */
export async function unansweredOf(
  addresses: Iterable<string>,
  site: RehearsedSite,
): Promise<string[]> {
  const unanswered: string[] = [];
  for (const address of addresses) {
    if (!(await isAnswered(address, site))) unanswered.push(address);
  }
  return unanswered;
}

/** Looks in the same order as the server (`api/static/site.ts`). */
async function isAnswered(address: string, { db, folder }: RehearsedSite): Promise<boolean> {
  const url = URL.parse(address, 'http://site.invalid');
  const path = url && pathOf(url.pathname);
  if (!path) return false;
  const query = queryOf(url.search);
  // The home page answers `/?p=12`, too, but it isn't the page that was there.
  if (path === '/' && query !== '') return (await findRedirectFrom(db, `/${query}`)) !== undefined;
  if (await hasPage(path, folder)) return true;
  const redirect = await findPathRedirect(db, path, query);
  if (redirect) return await leadsToPage(locationOf(redirect, path, query), folder);
  const [, slug] = /^\/post\/([^/]+)$/.exec(path) ?? [];
  if (slug !== undefined && (await findFormerSlug(db, slug))) return true;
  const other = otherAddress(path);
  return other !== undefined && (await hasPage(other, folder));
}

/** Null is 410. */
async function leadsToPage(location: string | null, folder: string): Promise<boolean> {
  if (location === null || !location.startsWith('/')) return true;
  const path = pathOf(location.replace(/[?#].*$/s, ''));
  // The feed of a post's comments isn't a file.
  const page = path?.replace(/^(\/post\/[^/]+)\/comments\.xml$/, '$1');
  return page !== undefined && (await hasPage(page, folder));
}

async function hasPage(path: string, folder: string): Promise<boolean> {
  return (await findFile(join(folder, 'site'), path)) !== undefined;
}

/** Returns a path as the server reads it, without the slash at its end. */
function pathOf(encoded: string): string | undefined {
  let target = parseTarget(encoded);
  if (target.kind === 'redirect') target = parseTarget(target.location);
  return target.kind === 'path' ? target.path : undefined;
}
