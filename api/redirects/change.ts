import { recordPage } from '../../db/queries/changes.ts';
import {
  deletePathRedirect,
  findPathRedirect,
  insertPathRedirect,
  listPathRedirects,
  type PathRedirectRow,
} from '../../db/queries/path-redirects.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import type { PathRedirect, PathRedirectList } from '../contract/redirects.ts';
import { REDIRECTS_PATH } from '../contract/urls.ts';
import { BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findFile } from '../static/entry.ts';
import { pathOf, type RedirectInput } from './input.ts';
import { locationOf } from './target.ts';

/** A longer chain is a loop, or a mistake. */
const MAX_HOPS = 10;

type Dependencies = Pick<Services, 'database' | 'env' | 'now' | 'limits' | 'publisher'>;

export async function listRedirects(
  { database }: Pick<Services, 'database'>,
  {
    searchTerm = '',
    ...page
  }: { searchTerm?: string | undefined; startIndex: number; limit: number },
): Promise<PathRedirectList> {
  const { rows, total } = await listPathRedirects(database.read, { ...page, searchTerm });
  return { redirects: rows.map(exposed), total };
}

/**
 * Adds a redirect. Throws a BadRequestError if there is a page at its path, or it leads back to
 * itself; a ConflictError if there is one from the same path.
 */
export async function addRedirect(
  services: Dependencies,
  caller: Caller,
  input: RedirectInput,
): Promise<PathRedirect> {
  await requireNoPage(services, input.from);
  await requireNoLoop(services, input);
  const rules = { verb: 'redirect.change' } as const;
  const row = await writeAs(services, caller, rules, async (tx) => {
    const at = services.now();
    const created = await insertPathRedirect(tx, { ...input, createdAt: at });
    if (!created) throw new ConflictError(`A redirect from ${input.from} already exists.`);
    await auditAs(tx, services, caller, {
      action: 'redirect.add',
      subject: created.id,
      details: input,
    });
    await recordPage(tx, REDIRECTS_PATH, at);
    return created;
  });
  return exposed(row);
}

/** Deletes a redirect. Throws a NotFoundError. */
export async function removeRedirect(
  services: Dependencies,
  caller: Caller,
  id: string,
): Promise<void> {
  await writeAs(services, caller, { verb: 'redirect.change' }, async (tx) => {
    const row = await deletePathRedirect(tx, id);
    if (!row) throw new NotFoundError('Redirect not found.');
    const { from, to, status } = row;
    await auditAs(tx, services, caller, {
      action: 'redirect.remove',
      subject: id,
      details: { from, to, status },
    });
    await recordPage(tx, REDIRECTS_PATH, services.now());
  });
}

/** A page would always come first, and the redirect would never be used. */
async function requireNoPage(services: Dependencies, from: string): Promise<void> {
  if (await hasPage(services, from)) {
    throw new BadRequestError(`A page exists at ${from}, and redirects can't replace pages.`);
  }
}

/** Returns whether a decoded path has a page. A function doesn't know. */
async function hasPage({ publisher }: Dependencies, path: string): Promise<boolean> {
  return publisher.root !== undefined && (await findFile(publisher.root, path)) !== undefined;
}

/** Follows the new redirect through the others, up to a page. */
async function requireNoLoop(services: Dependencies, input: RedirectInput): Promise<void> {
  let redirect: Pick<PathRedirectRow, 'from' | 'to'> = input;
  let path = input.from.replace(/\*$/, 'x');
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const next = ownPath(locationOf(redirect, path), services.env.siteUrl);
    if (next === undefined || (await hasPage(services, next))) return;
    if (matches(input.from, next)) break;
    const found = await findPathRedirect(services.database.read, next);
    if (!found) return;
    [redirect, path] = [found, next];
  }
  throw new BadRequestError(`This redirect would lead back to ${input.from}.`);
}

/** Returns the decoded path of a location on this site. */
function ownPath(location: string | null, siteUrl: string): string | undefined {
  const url = location === null ? null : URL.parse(location, siteUrl);
  return url?.origin === new URL(siteUrl).origin ? pathOf(url.pathname) : undefined;
}

function matches(from: string, path: string): boolean {
  return from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from;
}

function exposed({ id, from, to, status, hits, createdAt }: PathRedirectRow): PathRedirect {
  return {
    _id: id,
    from,
    to,
    status: status as PathRedirect['status'],
    hits,
    createdAt: createdAt.toISOString(),
  };
}
