import { asc, desc, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { missedSearches } from '../schema.ts';

/** More rows than an owner would read. Beyond that, the rarest and oldest are deleted. */
export const MAX_MISSED_SEARCHES = 1_000;

export type MissedSearch = Pick<typeof missedSearches.$inferSelect, 'words' | 'searches'>;

/** Counts a search that found nothing. */
export async function addMissedSearch(tx: Db, words: string, at: Date): Promise<void> {
  await tx
    .insert(missedSearches)
    .values({ words, searches: 1, lastAt: at })
    .onConflictDoUpdate({
      target: missedSearches.words,
      set: { searches: sql`${missedSearches.searches} + 1`, lastAt: at },
    });
  const excess = (await tx.$count(missedSearches)) - MAX_MISSED_SEARCHES;
  if (excess <= 0) return;
  const rarest = tx
    .select({ words: missedSearches.words })
    .from(missedSearches)
    .where(ne(missedSearches.words, words))
    .orderBy(asc(missedSearches.searches), asc(missedSearches.lastAt))
    .limit(excess);
  await tx.delete(missedSearches).where(inArray(missedSearches.words, rarest));
}

/** Returns the most frequent searches that found nothing. */
export async function listMissedSearches(db: Db, limit: number): Promise<MissedSearch[]> {
  return await db
    .select({ words: missedSearches.words, searches: missedSearches.searches })
    .from(missedSearches)
    .orderBy(desc(missedSearches.searches), desc(missedSearches.lastAt))
    .limit(limit);
}
