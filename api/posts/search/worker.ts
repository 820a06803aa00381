/**
 * The search thread: runs searches on its own read-only connection and answers with JSON. It loads
 * neither Drizzle nor zod, so it needs only a few megabytes and starts in 50 ms.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { SearchRow } from '../../../db/queries/search.ts';
import { connect } from '../../../db/sqlite-file.ts';
import { type SearchTask, searchAnswer } from '../serialize.ts';
import type { SearchAnswer } from './thread.ts';

const connection = connect((workerData as { file: string }).file, true);

function search(task: SearchTask): SearchAnswer {
  try {
    const rows = connection.prepare<unknown[], SearchRow>(task.sql).all(...task.params);
    return { body: JSON.stringify(searchAnswer(rows, task)) };
  } catch (error) {
    // Errors lose their code when they are posted to another thread.
    const { message, code } = error as { message: string; code?: string };
    return { failure: { message, code } };
  }
}

parentPort?.on('message', (task: SearchTask) => parentPort?.postMessage(search(task)));
parentPort?.postMessage('ready');
