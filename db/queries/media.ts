import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { pictures } from '../schema.ts';
import { normalForm } from '../words.ts';
import { isUnused } from './picture-uses.ts';
import type { PictureRow } from './pictures.ts';
import type { Page } from './query.ts';

export interface LibraryFilter {
  /** The beginning of picture URLs in the current storage. The rest is the name. */
  base: string;
  /** The owner. If absent, pictures of all users. */
  userId?: string | undefined;
  /** Part of the name or the description. */
  searchTerm: string;
  /** Only unused pictures. */
  isUnused: boolean;
}

/** Returns a page of matching pictures, newest first, and the total number. */
export async function listLibrary(
  db: Db,
  filter: LibraryFilter,
  page: Page,
): Promise<{ rows: PictureRow[]; total: number }> {
  const where = conditionsOf(db, filter);
  const newestFirst = [desc(pictures.createdAt), asc(pictures.url)];
  if (filter.searchTerm === '') {
    const [rows, total] = await Promise.all([
      db
        .select()
        .from(pictures)
        .where(where)
        .orderBy(...newestFirst)
        .limit(page.limit)
        .offset(page.startIndex)
        .execute(),
      db.$count(pictures, where),
    ]);
    return { rows, total };
  }
  const term = normalForm(filter.searchTerm);
  const { url, alt } = pictures;
  const all = await db
    .select({ url, alt })
    .from(pictures)
    .where(where)
    .orderBy(...newestFirst);
  const found = all.filter((row) =>
    normalForm(`${row.url.slice(filter.base.length)} ${row.alt}`).includes(term),
  );
  const wanted = found.slice(page.startIndex, page.startIndex + page.limit).map((row) => row.url);
  const isWanted = inArray(url, wanted);
  const rows =
    wanted.length === 0
      ? []
      : await db
          .select()
          .from(pictures)
          .where(isWanted)
          .orderBy(...newestFirst);
  return { rows, total: found.length };
}

function conditionsOf(db: Db, { base, userId, isUnused: wantsUnused }: LibraryFilter) {
  return and(
    sql`substr(${pictures.url}, 1, ${base.length}) = ${base}`,
    userId === undefined ? undefined : eq(pictures.userId, userId),
    wantsUnused ? isUnused(db, nameIn(base)) : undefined,
  );
}

/** SQL: the name in a URL that begins with `base`. */
const nameIn = (base: string): SQL => sql`substr(${pictures.url}, ${base.length + 1})`;

export async function updateAlt(tx: Db, url: string, alt: string): Promise<void> {
  await tx.update(pictures).set({ alt }).where(eq(pictures.url, url));
}
