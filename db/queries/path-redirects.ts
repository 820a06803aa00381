import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { missingPaths, pathRedirects } from '../schema.ts';
import { contains, eachRow, type Page, partsOf } from './query.ts';

export type PathRedirectRow = typeof pathRedirects.$inferSelect;
export type MissingPathRow = typeof missingPaths.$inferSelect;

/** Longest `from` of a redirect, in UTF-16 code units. */
export const MAX_REDIRECT_PATH = 300;
/** More rows than an owner would read. Beyond that, the rarest and oldest are deleted. */
export const MAX_MISSING_PATHS = 1_000;

/** Inserts a redirect. Returns `undefined` if there is one from this path. */
export async function insertPathRedirect(
  tx: Db,
  values: Pick<PathRedirectRow, 'from' | 'to' | 'status' | 'createdAt'>,
): Promise<PathRedirectRow | undefined> {
  const [[row]] = await Promise.all([
    tx.insert(pathRedirects).values(values).onConflictDoNothing().returning().execute(),
    tx.delete(missingPaths).where(eq(missingPaths.path, values.from)).execute(),
  ]);
  return row;
}

/** Inserts redirects. One from the same address gets the new target and status. */
export async function savePathRedirects(
  tx: Db,
  redirects: readonly Pick<PathRedirectRow, 'from' | 'to' | 'status' | 'createdAt'>[],
): Promise<void> {
  for (const part of partsOf(redirects)) {
    const paths = part.map(({ from }) => from);
    await tx.delete(missingPaths).where(inArray(missingPaths.path, paths));
    await tx
      .insert(pathRedirects)
      .values(part)
      .onConflictDoUpdate({
        target: pathRedirects.from,
        set: { to: sql`excluded."to"`, status: sql`excluded.status` },
      });
  }
}

/** Deletes the redirect with exactly this `from`. */
export async function deleteRedirectsFrom(tx: Db, from: string): Promise<void> {
  await tx.delete(pathRedirects).where(eq(pathRedirects.from, from));
}

/** Returns the deleted redirect, or `undefined` if there is none. */
export async function deletePathRedirect(tx: Db, id: string): Promise<PathRedirectRow | undefined> {
  const [row] = await tx.delete(pathRedirects).where(eq(pathRedirects.id, id)).returning();
  return row;
}

/**
 * Returns the redirect of a decoded path with a query: one from exactly these, else one from
 * exactly this path, else the one with the longest matching prefix.
 */
export async function findPathRedirect(
  db: Db,
  path: string,
  query = '',
): Promise<PathRedirectRow | undefined> {
  const most = Math.min(path.length, MAX_REDIRECT_PATH);
  const patterns = Array.from({ length: most }, (_, last) => `${path.slice(0, last + 1)}*`);
  const exact = [path + query, path];
  const [row] = await db
    .select()
    .from(pathRedirects)
    .where(inArray(pathRedirects.from, [...exact, ...patterns]))
    .orderBy(desc(inArray(pathRedirects.from, exact)), desc(sql`length(${pathRedirects.from})`))
    .limit(1);
  return row;
}

/** Returns the redirect with exactly this `from`. */
export async function findRedirectFrom(db: Db, from: string): Promise<PathRedirectRow | undefined> {
  const [row] = await db.select().from(pathRedirects).where(eq(pathRedirects.from, from));
  return row;
}

export interface RedirectSearch extends Page {
  /** Part of either address, in any letter case. Empty for all. */
  searchTerm: string;
}

/** Returns redirects, newest first, and how many match in total. */
export async function listPathRedirects(
  db: Db,
  { searchTerm, startIndex, limit }: RedirectSearch,
): Promise<{ rows: PathRedirectRow[]; total: number }> {
  const term = searchTerm.toLowerCase();
  const has = (column: typeof pathRedirects.from | typeof pathRedirects.to) =>
    contains(sql`lower(${column})`, term);
  const matches = term === '' ? undefined : or(has(pathRedirects.from), has(pathRedirects.to));
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(pathRedirects)
      .where(matches)
      .orderBy(desc(pathRedirects.seq))
      .limit(limit)
      .offset(startIndex)
      .execute(),
    db.$count(pathRedirects, matches),
  ]);
  return { rows, total };
}

/** Yields all redirects. */
export const eachPathRedirect = (db: Db) => eachRow(db, pathRedirects);

/** Uses of one redirect. */
export interface RedirectHits {
  id: string;
  hits: number;
}

/** Requests for one path without a page. */
export type MissingHits = Pick<MissingPathRow, 'path' | 'hits' | 'from'>;

/** Adds uses of redirects. */
export async function addRedirectHits(tx: Db, counted: readonly RedirectHits[]): Promise<void> {
  for (const part of partsOf(counted)) {
    const hitsOf = sql.join(
      part.map(({ id, hits }) => sql`when ${id} then cast(${hits} as integer)`),
      sql` `,
    );
    await tx
      .update(pathRedirects)
      .set({ hits: sql`${pathRedirects.hits} + case ${pathRedirects.id} ${hitsOf} else 0 end` })
      .where(
        inArray(
          pathRedirects.id,
          part.map(({ id }) => id),
        ),
      );
  }
}

/** Adds requests for paths without a page, and makes room for new paths. */
export async function addMissingPaths(
  tx: Db,
  counted: readonly MissingHits[],
  at: Date,
): Promise<void> {
  const { from } = missingPaths;
  for (const part of partsOf(counted)) {
    await tx
      .insert(missingPaths)
      .values(part.map((one) => ({ ...one, lastAt: at })))
      .onConflictDoUpdate({
        target: missingPaths.path,
        set: {
          hits: sql`${missingPaths.hits} + excluded.hits`,
          lastAt: at,
          from: sql`case when excluded.${sql.identifier(from.name)} = '' then ${from}
            else excluded.${sql.identifier(from.name)} end`,
        },
      });
  }
  const excess = (await tx.$count(missingPaths)) - MAX_MISSING_PATHS;
  if (excess <= 0) return;
  const rarest = tx
    .select({ path: missingPaths.path })
    .from(missingPaths)
    .orderBy(asc(missingPaths.hits), asc(missingPaths.lastAt))
    .limit(excess);
  await tx.delete(missingPaths).where(inArray(missingPaths.path, rarest));
}

/** Returns the paths that weren't found, the most requested first. */
export async function listMissingPaths(db: Db): Promise<MissingPathRow[]> {
  return await db
    .select()
    .from(missingPaths)
    .orderBy(desc(missingPaths.hits), desc(missingPaths.lastAt), asc(missingPaths.path));
}
