import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { caseless } from '../schema/columns.ts';
import { posts } from '../schema.ts';
import { matchesWords } from './document-words.ts';

export interface PostTitle {
  title: string;
  slug: string;
}

const LAST_CHARACTER = '\u{10ffff}';

/**
 * Returns public posts with all words of `typed` in their titles. Titles that begin with it come
 * first. Reads only the index of titles.
 */
export async function findTitles(db: Db, typed: string, limit: number): Promise<PostTitle[]> {
  const start = typed.trim().toLowerCase();
  if (start === '') return [];
  // In index order, so the database stops at the limit.
  const title = caseless(posts.title);
  const find = async (where: SQL | undefined) =>
    await db
      .select({ title: posts.title, slug: posts.slug })
      .from(posts)
      .where(where)
      .orderBy(title)
      .limit(limit);
  const [first, others] = await Promise.all([
    find(and(gte(title, start), lt(title, start + LAST_CHARACTER))),
    find(and(...matchesWords(typed, sql`lower(${posts.title})`))),
  ]);
  const bySlug = new Map([...first, ...others].map((post) => [post.slug, post]));
  return [...bySlug.values()].slice(0, limit);
}
