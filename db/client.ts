import type { Database, OpenOptions } from './database.ts';
import { engine } from './engine.ts';
import { databaseFile, databaseUrlProblem, withoutPassword } from './url.ts';

export type { Database, Db } from './database.ts';

/**
 * Opens a database: `file:PATH` (SQLite), or `postgres://…` (PostgreSQL). Its engine must be that
 * of `DATABASE_URL` in the environment. Throws an Error naming `DATABASE_URL` for an unknown kind
 * of URL or a file that can't be opened. Doesn't connect to a server before the first query.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const problem = databaseUrlProblem(url);
  if (problem !== undefined) throw new Error(`DATABASE_URL ${problem}`);
  const path = databaseFile(url);
  const name = path ?? withoutPassword(url);
  if ((path === undefined) !== (engine === 'postgres')) {
    throw new Error(`DATABASE_URL: this process uses ${engine} and can't open ${name}`);
  }
  try {
    // Loaded on demand: a process on PostgreSQL doesn't need a native module.
    return path === undefined
      ? (await import('./postgres.ts')).openPostgres(url, options)
      : (await import('./sqlite.ts')).openSqlite(path, options);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`DATABASE_URL: cannot open ${name}: ${message}`, { cause: error });
  }
}
