import { closeSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';

export const BUSY_TIMEOUT_MS = 5000;

/** Opens a database file. A reading connection sees what every other one has committed. */
export function connect(path: string, readOnly: boolean): SQLite.Database {
  // SQLite would make it readable by everybody on the machine; the files beside it take its mode.
  if (!readOnly && path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const connection = new SQLite(path, { readonly: readOnly, timeout: BUSY_TIMEOUT_MS });
  if (!readOnly) {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    // Zeros over what is deleted. FAST would leave freed pages (long posts). ON costs a comment or a post
    // nothing measurable; merges of the search index, every dozen writes, take some 10 ms more.
    connection.pragma('secure_delete = ON');
  }
  connection.pragma(`cache_size = -${readOnly ? 4000 : 16_000}`);
  return connection;
}
