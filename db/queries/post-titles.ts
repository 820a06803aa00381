import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { caseless } from '../schema/columns.ts';
import { published } from '../schema.ts';
import { casesOf, matchesWords } from './document-words.ts';

export interface PostTitle {
  title: string;
  /** As stored: of a page, its path. */
  slug: string;
}

const LAST_CHARACTER = '\u{10ffff}';

/**
 * Returns public posts and pages with all words of `typed` in their titles. Titles that begin with
 * it come first. Both queries use the index of titles; the second may read all of it.
 */
export async function findTitles(db: Db, typed: string, limit: number): Promise<PostTitle[]> {
  const start = typed.trim().toLowerCase();
  if (start === '') return [];
  // In index order, so the database stops at the limit.
  const title = caseless(published.title);
  const find = async (where: SQL | undefined) =>
    await db
      .select({ title: published.title, slug: published.slug })
      .from(published)
      .where(where)
      .orderBy(title)
      .limit(limit);
  const found = await Promise.all([
    ...casesOf(start).map((form) => find(and(gte(title, form), lt(title, form + LAST_CHARACTER)))),
    find(and(...matchesWords(typed, sql`lower(${published.title})`))),
  ]);
  const bySlug = new Map(found.flat().map((post) => [post.slug, post]));
  return [...bySlug.values()].slice(0, limit);
}
