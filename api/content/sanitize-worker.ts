/** The thread that sanitizes long HTML. */
import { parentPort } from 'node:worker_threads';
import { BadRequestError } from '../errors.ts';
import type { ThreadAnswer } from '../worker-thread.ts';
import { type PreparedContent, prepareContent } from './sanitize.ts';

function prepare(html: string): ThreadAnswer<PreparedContent | { refused: string }> {
  try {
    return { body: prepareContent(html) };
  } catch (error) {
    if (error instanceof BadRequestError) return { body: { refused: error.message } };
    return { failure: { message: (error as Error).message } };
  }
}

parentPort?.on('message', ({ html }: { html: string }) => parentPort?.postMessage(prepare(html)));
parentPort?.postMessage('ready');
