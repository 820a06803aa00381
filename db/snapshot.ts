import { readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** What a copy of the database is told by. */
export interface SnapshotFacts {
  /** Rows of each table. */
  counts: Record<string, number>;
  /** When the newest migration that it has was made (its `when` in the journal). */
  migration: number;
}

/**
 * Copies a database file, as it is at one instant, while others read and write it. `VACUUM INTO` reads in
 * one transaction, which in WAL mode holds nobody up; SQLite's page-wise backup would begin again with
 * every write of another process. Throws SQLite's error; `code` is `SQLITE_FULL` on a full disk.
 */
export function snapshotDatabase(source: string, target: string): void {
  const connection = new SQLite(source, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    connection.prepare('VACUUM INTO ?').run(target);
  } finally {
    connection.close();
  }
}

/** Counts what a database file holds. Throws an Error when it is damaged or no database of ours. */
export function inspectDatabase(path: string): SnapshotFacts {
  const connection = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const verdict = connection.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    const dangling = connection.pragma('foreign_key_check') as { table: string }[];
    if (dangling[0]) throw new Error(`a row of ${dangling[0].table} refers to nothing`);
    const newest = connection
      .prepare('select max(created_at) as at from __drizzle_migrations')
      .get() as { at: number | null };
    return { counts: countRows(connection), migration: Number(newest.at ?? 0) };
  } finally {
    connection.close();
  }
}

/** What is true for a moment only: who is signed in or about to be, and how often an address tried. */
const OF_VISITORS = ['sessions', 'sign_in_flows', 'rate_limits'];

/**
 * Removes sessions, unfinished sign-ins and counters of rate limits from a database file that nobody has
 * open: a session that ended since the copy was made would be valid again.
 */
export function dropVisitors(path: string): void {
  const connection = new SQLite(path, { fileMustExist: true });
  try {
    connection.pragma('journal_mode = DELETE');
    connection.pragma('secure_delete = ON');
    const tables = connection
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .pluck()
      .all();
    for (const table of OF_VISITORS.filter((name) => tables.includes(name))) {
      connection.exec(`delete from ${table}`);
    }
  } finally {
    connection.close();
  }
}

/** The tables of the search index belong to it, and are built from the posts. */
function countRows(connection: SQLite.Database): Record<string, number> {
  const tables = connection
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
       and name not like 'posts\\_fts%' escape '\\' order by name`,
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((table) => [
      table,
      connection
        .prepare(`select count(*) from "${table.replaceAll('"', '""')}"`)
        .pluck()
        .get() as number,
    ]),
  );
}

/** The `when` of the newest migration that this version knows. */
export function newestMigration(): number {
  const journal = new URL('./migrations/meta/_journal.json', import.meta.url);
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] };
  return Math.max(...entries.map((entry) => entry.when));
}
