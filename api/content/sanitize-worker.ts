/** The thread that sanitizes long texts. */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '../worker-thread.ts';
import { ContentTooLongError } from './normalize.ts';
import { type PreparedContent, prepareContent } from './sanitize.ts';

function prepare(html: string): ThreadAnswer<PreparedContent | 'too long'> {
  try {
    return { body: prepareContent(html) };
  } catch (error) {
    if (error instanceof ContentTooLongError) return { body: 'too long' };
    return { failure: { message: (error as Error).message } };
  }
}

parentPort?.on('message', ({ html }: { html: string }) => parentPort?.postMessage(prepare(html)));
parentPort?.postMessage('ready');
