/**
 * The search thread: runs searches on its own read-only connection and answers with JSON. It loads
 * neither Drizzle nor zod, so it needs only a few megabytes and starts in 50 ms.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { SearchRow } from '../../../db/queries/search.ts';
import type { MatchRow } from '../../../db/queries/search-hits.ts';
import { connect } from '../../../db/sqlite-file.ts';
import { type Bytes, toJsonBytes } from '../../answer-cache.ts';
import type { ThreadAnswer } from '../../worker-thread.ts';
import { type SearchTask, searchAnswer } from './answer.ts';
import { type RankedPage, rankMatches } from './rank.ts';

const connection = connect((workerData as { file: string }).file, true);
const content = connection.prepare<[string], string>(
  'select content from public_posts where id = ?',
);

/** A query whose rows are returned unchanged. */
interface RowsTask {
  rows: { sql: string; params: unknown[] };
  /** If the rows are matches: returns only this page of them, by relevance. */
  page?: RankedPage;
}

async function search(task: SearchTask | RowsTask): Promise<ThreadAnswer<Bytes>> {
  try {
    if ('rows' in task) {
      const { sql, params } = task.rows;
      const rows = connection.prepare<unknown[], MatchRow>(sql).all(...params);
      return { body: toJsonBytes(task.page ? rankMatches(rows, task.page) : rows) };
    }
    const rows = connection.prepare<unknown[], SearchRow>(task.sql).all(...task.params);
    return { body: await searchAnswer(rows, task, (id) => content.pluck().get(id)) };
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    return { failure: { message, code } };
  }
}

parentPort?.on('message', async (task: SearchTask | RowsTask) => {
  const answer = await search(task);
  parentPort?.postMessage(answer, answer.body ? [answer.body.buffer] : []);
});
parentPort?.postMessage('ready');
