import type { Db } from '../../db/client.ts';
import { isPathInTrash, isPathTaken } from '../../db/queries/pages.ts';
import { isReserved } from '../contract/addresses.ts';
import { ConflictError } from '../errors.ts';
import { slugOf } from '../post-fields/slug.ts';

/** The path that a page would get, and why it can't have it. */
interface WantedPath {
  path: string;
  problem?: string;
}

/** Checks the path for an address or a title. `own` is the id of the page's document. */
export async function checkPath(tx: Db, wanted: string, own: string): Promise<WantedPath> {
  const slug = slugOf(wanted);
  const path = `/${slug}`;
  const refuse = (why: string) => ({ path, problem: `${path} ${why}. Choose another address.` });
  if (isReserved(slug)) return refuse('is an address of the site itself');
  if (!(await isPathTaken(tx, path, own))) return { path };
  const isInTrash = await isPathInTrash(tx, path);
  return refuse(
    isInTrash ? 'is the address of a page in the trash' : 'is the address of another page',
  );
}

/**
 * Returns the path of a page for an address or a title, which is its stored slug. Throws a
 * ConflictError with the code `address` if it's reserved or another page has it.
 */
export async function pagePath(tx: Db, wanted: string, own: string): Promise<string> {
  const { path, problem } = await checkPath(tx, wanted, own);
  if (problem !== undefined) throw new ConflictError(problem, 'address');
  return path;
}
