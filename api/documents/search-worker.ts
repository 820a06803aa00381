/** The thread that searches documents, on its own read-only connection. Returns rows. */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../db/sqlite-file.ts';
import type { ThreadAnswer } from '../worker-thread.ts';

const connection = connect((workerData as { file: string }).file, true);

function search({ sql, params }: { sql: string; params: unknown[] }): ThreadAnswer<unknown[]> {
  try {
    return { body: connection.prepare(sql).all(...params) };
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    return { failure: { message, code } };
  }
}

parentPort?.on('message', (task) => parentPort?.postMessage(search(task)));
parentPort?.postMessage('ready');
