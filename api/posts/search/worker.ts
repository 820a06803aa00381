/**
 * The search thread: runs one search after another on a reading connection of its own, and answers with
 * JSON. It loads neither Drizzle nor zod: that keeps it at a few megabytes and 50 ms to start.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type SQLite from 'better-sqlite3';
import { connect } from '../../../db/connect.ts';
import type { SearchRow } from '../../../db/queries/post-search.ts';
import { type SearchTask, searchAnswer } from './answer.ts';

const connection = connect((workerData as { file: string }).file, true);
/** One for each combination of filters. */
const statements = new Map<string, SQLite.Statement<unknown[], SearchRow>>();
const encoder = new TextEncoder();

function statementOf(sql: string): SQLite.Statement<unknown[], SearchRow> {
  const statement = statements.get(sql) ?? connection.prepare<unknown[], SearchRow>(sql);
  statements.set(sql, statement);
  return statement;
}

parentPort?.on('message', (task: SearchTask) => {
  try {
    const rows = statementOf(task.sql).all(...task.params);
    const body = encoder.encode(JSON.stringify(searchAnswer(rows, task)));
    parentPort?.postMessage({ body }, [body.buffer]);
  } catch (error) {
    // An error loses its code on the way to another thread.
    const { message, code } = error as { message: string; code?: string };
    parentPort?.postMessage({ failure: { message, code } });
  }
});
