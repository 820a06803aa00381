import type { Db } from '../../db/client.ts';
import { countPostsBetween, listPostMonths, type PostMonth } from '../../db/queries/archive.ts';
import { formatDate } from './format.ts';

/**
 * Posts on one page of the archive. A month's pages are numbered from its oldest posts, and the
 * newest posts are at the address of the month itself. A new post therefore changes only that page.
 */
export const ARCHIVE_PAGE_SIZE = 200;
/** The maximum number of changes published together: this many posts can be new at once. */
const BATCH = 64;

export const ARCHIVE_PATH = '/archive';

/** A month of a year; `month` is 1 to 12, in UTC. */
export type Month = Pick<PostMonth, 'year' | 'month'>;

/** Returns the month with these route parameters, or `null` if they are invalid. */
export function parseMonth(year = '', month = ''): Month | null {
  if (!/^\d{4}$/.test(year) || !/^(0[1-9]|1[0-2])$/.test(month)) return null;
  return { year: Number(year), month: Number(month) };
}

/** Returns "November 2026", in the language of the site. */
export function monthName({ year, month }: Month): string {
  return formatDate(new Date(Date.UTC(year, month - 1)), 'month');
}

/** Returns the start of the month and of the next one: `from` is inclusive, `to` is exclusive. */
export function monthRange({ year, month }: Month): { from: Date; to: Date } {
  return { from: new Date(Date.UTC(year, month - 1)), to: new Date(Date.UTC(year, month)) };
}

export function monthOf(date: Date): Month {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** Returns the path of a month's newest posts or, with `page`, of older ones. */
export function monthPath({ year, month }: Month, page?: number): string {
  const path = `${yearPath(year)}/${String(month).padStart(2, '0')}`;
  return page === undefined ? path : `${path}/${page}`;
}

/**
 * Returns the numbers of a month's pages of older posts, newest first. `posts` is the month's
 * total.
 */
export function olderPages(posts: number): number[] {
  const full = Math.floor(Math.max(0, posts - 1) / ARCHIVE_PAGE_SIZE);
  return Array.from({ length: full }, (_, index) => full - index);
}

/**
 * Returns which of a month's posts, newest first, a page shows, or `null` if there is no such page.
 * `posts` is the month's total.
 */
export function archiveRange(
  posts: number,
  page: number | undefined,
): { startIndex: number; limit: number } | null {
  const older = olderPages(posts).length;
  if (page === undefined) return { startIndex: 0, limit: posts - older * ARCHIVE_PAGE_SIZE };
  if (page < 1 || page > older) return null;
  return { startIndex: posts - page * ARCHIVE_PAGE_SIZE, limit: ARCHIVE_PAGE_SIZE };
}

/** Returns the years of these months, in their order. */
export function yearsOf(months: readonly Month[]): number[] {
  return [...new Set(months.map(({ year }) => year))];
}

export function yearPath(year: number): string {
  return `${ARCHIVE_PATH}/${year}`;
}

/** Returns the paths of all years, months and their pages. */
export async function archivePaths(db: Db): Promise<string[]> {
  const months = await listPostMonths(db);
  const paths = months.flatMap((month) => [
    monthPath(month),
    ...olderPages(month.posts).map((page) => monthPath(month, page)),
  ]);
  return [...yearsOf(months).map(yearPath), ...paths];
}

/** Returns the archive pages that can change when a post is created or edited. */
export async function changedArchivePaths(db: Db, createdAt: Date): Promise<string[]> {
  const month = monthOf(createdAt);
  const { from, to } = monthRange(month);
  const [posts, before] = await Promise.all([
    countPostsBetween(db, from, to),
    countPostsBetween(db, from, createdAt),
  ]);
  const [newest = 0] = olderPages(posts);
  const own = Math.floor(before / ARCHIVE_PAGE_SIZE) + 1;
  const isNew = before >= posts - BATCH;
  // A post inserted between older ones shifts all that follow. A new one may have filled the newest
  // page.
  const first = isNew ? newest : own;
  const older = Array.from({ length: Math.max(0, newest - first + 1) }, (_, n) => first + n);
  const pages = older.filter((page) => page >= 1).map((page) => monthPath(month, page));
  return [ARCHIVE_PATH, yearPath(month.year), monthPath(month), ...pages];
}
