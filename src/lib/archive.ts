import type { Db } from '../../db/client.ts';
import { countPostsBetween, listPostMonths, type PostMonth } from '../../db/queries/archive.ts';

/**
 * Posts of one page of the archive. Pages of a month are numbered from its oldest posts on, and the newest
 * ones stand at the address of the month itself: so a new post changes that page alone.
 */
export const ARCHIVE_PAGE = 200;

/** The list of all months. */
export const ARCHIVE_PATH = '/archive';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** A month of a year; `month` is 1 to 12, in UTC. */
export type Month = Pick<PostMonth, 'year' | 'month'>;

/** "November 2026". */
export function monthName({ year, month }: Month): string {
  return `${MONTH.format(Date.UTC(year, month - 1))} ${year}`;
}

/** Begin of the month (included) and of the next one (not). */
export function monthRange({ year, month }: Month): { from: Date; to: Date } {
  return { from: new Date(Date.UTC(year, month - 1)), to: new Date(Date.UTC(year, month)) };
}

export function monthOf(date: Date): Month {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The address of a month's newest posts or, with a page, of older ones. */
export function monthPath({ year, month }: Month, page?: number): string {
  const path = `${ARCHIVE_PATH}/${year}/${String(month).padStart(2, '0')}`;
  return page === undefined ? path : `${path}/${page}`;
}

/** The numbers of a month's full pages of older posts, newest of them first. */
export function olderPages(posts: number): number[] {
  const full = Math.floor(Math.max(0, posts - 1) / ARCHIVE_PAGE);
  return Array.from({ length: full }, (_, index) => full - index);
}

/** Which posts of a month, counted from its newest, a page shows; null when there is no such page. */
export function archiveStretch(
  posts: number,
  page: number | undefined,
): { startIndex: number; limit: number } | null {
  const older = olderPages(posts).length;
  if (page === undefined) return { startIndex: 0, limit: posts - older * ARCHIVE_PAGE };
  if (page < 1 || page > older) return null;
  return { startIndex: posts - page * ARCHIVE_PAGE, limit: ARCHIVE_PAGE };
}

/** Every page of the archive below the list of months. */
export async function archivePaths(db: Db): Promise<string[]> {
  const months = await listPostMonths(db);
  return months.flatMap((month) => [
    monthPath(month),
    ...olderPages(month.posts).map((page) => monthPath(month, page)),
  ]);
}

/**
 * The pages of the archive that show a post which was made or changed. The one before the newest is among
 * them, since the newest may just have been filled.
 */
export async function changedArchivePaths(db: Db, createdAt: Date): Promise<string[]> {
  const month = monthOf(createdAt);
  const { from, to } = monthRange(month);
  const [posts, before] = await Promise.all([
    countPostsBetween(db, from, to),
    countPostsBetween(db, from, createdAt),
  ]);
  const [newest = 0] = olderPages(posts);
  const own = Math.floor(before / ARCHIVE_PAGE) + 1;
  const isLate = before >= posts - BATCH;
  // A post put between older ones moves all that come after it.
  const first = isLate ? newest : own;
  const older = Array.from({ length: Math.max(0, newest - first + 1) }, (_, n) => first + n);
  const pages = older.filter((page) => page >= 1).map((page) => monthPath(month, page));
  return [ARCHIVE_PATH, monthPath(month), ...pages];
}

/** Changes are published in batches of at most so many: the newest posts are those that came just now. */
const BATCH = 64;
