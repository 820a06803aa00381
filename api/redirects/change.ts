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
import type { RedirectInput } from './input.ts';
import { problemWith, type Surroundings } from './problem.ts';

export type Dependencies = Pick<Services, 'database' | 'env' | 'now' | 'limits' | 'publisher'>;

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
  const problem = await problemWith(input, surroundings(services));
  if (problem !== undefined) throw new BadRequestError(problem);
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

/** Returns what new redirects are checked against. In a function, pages are unknown. */
export function surroundings({ database, env, publisher }: Dependencies): Surroundings {
  const { root } = publisher;
  return {
    siteUrl: env.siteUrl,
    ...(root !== undefined && {
      hasPage: async (path) => (await findFile(root, path)) !== undefined,
    }),
    find: (path, query) => findPathRedirect(database.read, path, query),
  };
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
