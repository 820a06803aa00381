import { statSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lockDataDir } from '../../../api/data-dir.ts';
import { type Db, openDatabase } from '../../../db/client.ts';
import { findFeed } from '../../../db/queries/changes.ts';
import { allRows } from '../../../db/queries/query.ts';
import { getSetting, setSetting } from '../../../db/queries/settings.ts';
import { emptyFolder, testDatabase } from '../../support/database.ts';
import { lockedFiles } from '../../support/locks.ts';

test('transactions of a process run one at a time', async () => {
  const database = await testDatabase();
  const order: string[] = [];
  const run = (name: string, ms: number) =>
    database.transaction(async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      order.push(`${name} ends`);
    });
  await Promise.all([run('a', 10), run('b', 5), run('c', 0)]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('migrating again leaves a sound file', async () => {
  const database = await testDatabase();
  await database.migrate();
  expect(await allRows(database.read, sql`pragma integrity_check`)).toEqual([
    { integrity_check: 'ok' },
  ]);
});

test("a file that can't be opened is refused with the name of the variable", async () => {
  await expect(openDatabase('file:/nowhere/at/all.db')).rejects.toThrow(/DATABASE_URL/);
});

test('opening an open database keeps its locks, so other programs do not delete its log', async () => {
  const { url, folder } = await testDatabase();
  const files = [join(folder, 'blog.db'), join(folder, 'blog.db-shm')];
  expect(lockedFiles(process.pid, files)).toEqual(files);
  const second = await openDatabase(url);
  const readOnly = await openDatabase(url, { readOnly: true });
  expect(lockedFiles(process.pid, files)).toEqual(files);
  await readOnly.close();
  await second.close();
  expect(lockedFiles(process.pid, files)).toEqual(files);
});

test('a new database, its log and the lock of the data folder are private', async () => {
  const { folder } = await testDatabase();
  const unlock = await lockDataDir(folder);
  for (const name of ['blog.db', 'blog.db-wal', 'blog.db-shm', 'lock.db']) {
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
  unlock();
});

test('a data folder stays locked when its own process tries to lock it again', async () => {
  const folder = await emptyFolder();
  const unlock = await lockDataDir(folder);
  await expect(lockDataDir(folder)).rejects.toThrow('another Inkwell is running');
  const file = join(folder, 'lock.db');
  expect(lockedFiles(process.pid, [file])).toEqual([file]);
  unlock();
});

test('a transaction waits for a writing process without blocking reads', async () => {
  const locked = await testDatabase();
  const other = new SQLite(join(locked.folder, 'blog.db'));
  other.exec('BEGIN IMMEDIATE');
  const order: string[] = [];
  const writing = locked.transaction(async () => void order.push('written'));
  await new Promise((wait) => setTimeout(wait, 60));
  await locked.ping();
  order.push('read');
  other.exec('COMMIT');
  other.close();
  await writing;
  expect(order).toEqual(['read', 'written']);
});

test('a failed transaction also undoes statements that ran alongside the failed one', async () => {
  const database = await testDatabase();
  let late: Promise<void> | undefined;
  const slow = async (tx: Db) => {
    for (let n = 0; n < 50; n++) await findFeed(tx);
    await setSetting(tx, 'late', 'written');
  };
  const failed = database.transaction(async (tx) => {
    late = slow(tx);
    throw new Error('refused');
  });
  const next = database.transaction((tx) => setSetting(tx, 'next', 'written'));
  await expect(failed).rejects.toThrow('refused');
  await Promise.all([next, late]);
  expect(await getSetting(database.read, 'late')).toBeUndefined();
  expect(await getSetting(database.read, 'next')).toBe('written');
});
