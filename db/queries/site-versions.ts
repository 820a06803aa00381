import { desc, eq, lte } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { siteVersions, users } from '../schema.ts';
import { addUses, deleteSiteUses, siteUses } from './picture-uses.ts';
import { prepared } from './query.ts';

export type SiteVersionRow = typeof siteVersions.$inferSelect;

/** The number of versions that are kept. */
const KEPT = 50;

const newest = prepared((db) =>
  db.select().from(siteVersions).orderBy(desc(siteVersions.number)).limit(1),
);

/** Returns the newest version of the site's settings, or `undefined` if none is stored. */
export async function findNewestSiteVersion(db: Db): Promise<SiteVersionRow | undefined> {
  const [row] = await newest(db, {});
  return row;
}

export async function findSiteVersion(db: Db, number: number): Promise<SiteVersionRow | undefined> {
  const [row] = await db.select().from(siteVersions).where(eq(siteVersions.number, number));
  return row;
}

/** Returns all versions with the current names of the users who stored them, newest first. */
export async function listSiteVersions(
  db: Db,
): Promise<(SiteVersionRow & { username: string | null })[]> {
  const rows = await db
    .select({ version: siteVersions, username: users.username })
    .from(siteVersions)
    .leftJoin(users, eq(users.id, siteVersions.userId))
    .orderBy(desc(siteVersions.number));
  return rows.map(({ version, username }) => ({ ...version, username }));
}

/**
 * Inserts a version, and deletes those that aren't kept anymore. Returns whether it did: false if
 * another transaction has inserted this number.
 */
export async function insertSiteVersion(tx: Db, row: SiteVersionRow): Promise<boolean> {
  const inserted = await tx.insert(siteVersions).values(row).onConflictDoNothing().returning();
  if (inserted.length === 0) return false;
  const last = row.number - KEPT;
  await Promise.all([
    tx.delete(siteVersions).where(lte(siteVersions.number, last)).execute(),
    addUses(tx, siteUses(row)),
    deleteSiteUses(tx, last),
  ]);
  return true;
}
