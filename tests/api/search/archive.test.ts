import { describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import {
  ARCHIVE_PAGE_SIZE,
  archivePaths,
  archiveRange,
  changedArchivePaths,
  monthName,
  monthOf,
  monthPath,
  monthRange,
  olderPages,
} from '../../../src/lib/archive.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const MINUTE = 60_000;

async function addPosts(database: Database, count: number, from: Date): Promise<void> {
  for (let n = 0; n < count; n++) {
    await makePost(database, { createdAt: new Date(from.getTime() + n * MINUTE) });
  }
}

describe('the archive of a month', () => {
  test.each([0, 1, ARCHIVE_PAGE_SIZE, ARCHIVE_PAGE_SIZE + 1, 3 * ARCHIVE_PAGE_SIZE, 1_234])(
    'with %i posts shows each of them once',
    (posts) => {
      const pages = [undefined, ...olderPages(posts)];
      const shown = pages.flatMap((page) => {
        const { startIndex = 0, limit = 0 } = archiveRange(posts, page) ?? {};
        return Array.from({ length: limit }, (_, index) => startIndex + index);
      });
      expect(shown).toEqual(Array.from({ length: posts }, (_, index) => index));
    },
  );

  test('the archive of a month has no other pages', () => {
    expect(archiveRange(ARCHIVE_PAGE_SIZE, 1)).toBeNull();
    expect(archiveRange(ARCHIVE_PAGE_SIZE + 1, 1)).not.toBeNull();
    expect(archiveRange(ARCHIVE_PAGE_SIZE + 1, 2)).toBeNull();
    expect(archiveRange(ARCHIVE_PAGE_SIZE + 1, 0)).toBeNull();
  });

  test('begins and ends in UTC', () => {
    expect(monthRange({ year: 2026, month: 12 })).toEqual({
      from: new Date('2026-12-01T00:00:00Z'),
      to: new Date('2027-01-01T00:00:00Z'),
    });
    expect(monthOf(new Date('2026-12-31T23:59:59.999Z'))).toEqual({ year: 2026, month: 12 });
    expect(monthName({ year: 2026, month: 2 })).toBe('February 2026');
    expect(monthPath({ year: 2026, month: 2 })).toBe('/archive/2026/02');
  });
});

describe('the pages of the archive', { timeout: 60_000 }, () => {
  test('the pages of the archive are those of every year and month with posts, newest first', async () => {
    const database = await testDatabase();
    await addPosts(database, ARCHIVE_PAGE_SIZE + 5, new Date('2026-01-10T00:00:00Z'));
    await addPosts(database, 1, new Date('2026-03-01T00:00:00Z'));
    await addPosts(database, 1, new Date('2024-12-31T23:59:59Z'));
    expect(await archivePaths(database.read)).toEqual([
      ...['/archive/2026', '/archive/2024'],
      ...['/archive/2026/03', '/archive/2026/01', '/archive/2026/01/1', '/archive/2024/12'],
    ]);
  });

  test('the pages of the archive that a new post changes are few, for any number of posts', async () => {
    const database = await testDatabase();
    const start = new Date('2026-01-10T00:00:00Z');
    await addPosts(database, 3 * ARCHIVE_PAGE_SIZE + 5, start);
    const newest = new Date(start.getTime() + (3 * ARCHIVE_PAGE_SIZE + 4) * MINUTE);
    expect(await changedArchivePaths(database.read, newest)).toEqual([
      '/archive',
      '/archive/2026',
      '/archive/2026/01',
      '/archive/2026/01/3',
    ]);
    // An old one may be new between others: then all behind it have moved.
    const old = new Date(start.getTime() + (ARCHIVE_PAGE_SIZE + 3) * MINUTE);
    expect(await changedArchivePaths(database.read, old)).toEqual([
      '/archive',
      '/archive/2026',
      '/archive/2026/01',
      '/archive/2026/01/2',
      '/archive/2026/01/3',
    ]);
  });
});
