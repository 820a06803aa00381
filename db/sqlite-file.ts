import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { newId } from './schema/types.ts';

// Loads only better-sqlite3: with Drizzle, the search thread would take 600 ms longer to start.

export const BUSY_TIMEOUT_MS = 5000;

/**
 * Creates an empty file that only its owner can read, if there is none. SQLite would make it
 * readable for everyone on the machine. Its log gets the same mode.
 *
 * An existing file isn't opened: closing any descriptor of a database drops all locks that this
 * process has on it (https://sqlite.org/howtocorrupt.html, 2.2). Other programs would then delete
 * the log of a database in use, including committed data. So only SQLite opens databases in this
 * process.
 */
export function createPrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

/** Opens a database file. A reading connection sees everything committed by others. */
export function connect(path: string, readOnly: boolean): SQLite.Database {
  if (!readOnly) createPrivateFile(path);
  const connection = new SQLite(path, { readonly: readOnly, timeout: BUSY_TIMEOUT_MS });
  if (!readOnly) {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    // Overwrites deleted data with zeros. FAST would leave freed pages (long posts). The cost:
    // merges of the search index, every dozen writes, take about 10 ms longer.
    connection.pragma('secure_delete = ON');
  }
  // 4 MB; 1 MB for read-only connections (render and search threads, backup, export). The system
  // caches the file as well: 16 MB made writes no faster, and 1 MB makes lists of 100,000 posts 0.2
  // ms slower.
  connection.pragma(`cache_size = ${readOnly ? -1000 : -4000}`);
  return connection;
}

/** Facts about a backup's copy of the database. */
export interface SnapshotFacts {
  /** Rows of each table. */
  counts: Record<string, number>;
  /** The newest applied migration: its `when` in the journal. */
  migration: number;
}

/**
 * Copies a database file at one instant, while others read and write it. `VACUUM INTO` reads in one
 * transaction, which blocks no one in WAL mode; SQLite's backup API would start over with every
 * write of another process. Throws SQLite's error; its `code` is `SQLITE_FULL` on a full disk.
 */
export function snapshotDatabase(source: string, target: string): void {
  withReader(source, (connection) => connection.prepare('VACUUM INTO ?').run(target));
}

/** Returns the size of a database in bytes. The file alone may lack pages that are in the WAL. */
export function databaseSize(path: string): number {
  return withReader(path, (connection) => {
    const number = (name: string) => Number(connection.pragma(name, { simple: true }));
    return number('page_count') * number('page_size');
  });
}

function withReader<T>(path: string, read: (connection: SQLite.Database) => T): T {
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS };
  const connection = new SQLite(path, options);
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}

/** Checks a database file and counts its rows. Throws an Error if it's damaged or not ours. */
export function inspectDatabase(path: string): SnapshotFacts {
  const connection = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const verdict = connection.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    const dangling = connection.pragma('foreign_key_check') as { table: string }[];
    if (dangling[0]) throw new Error(`a row of ${dangling[0].table} refers to a missing row`);
    const newest = connection
      .prepare('select max(created_at) as at from __drizzle_migrations')
      .get() as { at: number | null };
    return { counts: countRows(connection), migration: Number(newest.at ?? 0) };
  } finally {
    connection.close();
  }
}

const AFTER_RESTORE = new URL('./after-restore.sql', import.meta.url);

/**
 * Deletes the rows that a restore must not bring back, listed in `after-restore.sql`, from a
 * database file that isn't in use. Backups of earlier versions lack some of these tables.
 */
export function deleteTransientRows(path: string): void {
  const statements = readFileSync(AFTER_RESTORE, 'utf8').matchAll(
    /^(?:delete from|update) (\w+).*/gm,
  );
  const connection = new SQLite(path, { fileMustExist: true });
  try {
    connection.pragma('journal_mode = DELETE');
    connection.pragma('secure_delete = ON');
    const tables = connection
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .pluck()
      .all();
    for (const [statement, table] of statements) {
      if (tables.includes(table)) connection.exec(statement);
    }
  } finally {
    connection.close();
  }
}

/**
 * Records in the audit log of a database file that isn't in use that it was restored from a backup.
 * Files of earlier versions have no audit log.
 */
export function recordRestore(
  path: string,
  { at, backupAt }: { at: Date; backupAt: string },
): void {
  const connection = new SQLite(path, { fileMustExist: true });
  try {
    const hasLog = `select 1 from sqlite_schema where type = 'table' and name = 'audit'`;
    if (connection.prepare(hasLog).get() === undefined) return;
    connection
      .prepare(
        `insert into audit (id, at, actor, action, subject, address, details)
         values (?, ?, 'system', 'backup.restore', '', '', ?)`,
      )
      .run(newId(), at.getTime(), JSON.stringify({ backupAt }));
  } finally {
    connection.close();
  }
}

/** Omits the tables of the search index, which are derived from the posts. */
function countRows(connection: SQLite.Database): Record<string, number> {
  const tables = connection
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
       and name not like 'posts\\_fts%' escape '\\' and name not like 'post\\_words%' escape '\\'
       order by name`,
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
