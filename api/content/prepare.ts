import type { Logger } from 'pino';
import { BadRequestError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { createWorkerThread } from '../worker-thread.ts';
import { type PreparedContent, prepareContent } from './sanitize.ts';
import { isLong } from './text.ts';

/** A megabyte takes up to a second, and longer on a busy machine. */
const DEADLINE_MS = 20_000;

export interface Contents {
  /**
   * Sanitizes the HTML of a post, and extracts its text. Long HTML is sanitized on a thread, where
   * users take turns. Throws a BadRequestError, or an UnavailableError when too many texts are
   * waiting.
   */
  prepare(html: string, userId: string): Promise<PreparedContent>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

export function createContents({ log }: { log: Logger }): Contents {
  const busy = () =>
    new UnavailableError('Too many long texts are being saved. Please try again in a moment.', 5);
  const thread = createWorkerThread({
    script: new URL('./sanitize-worker.ts', import.meta.url),
    deadlineMs: DEADLINE_MS,
    failed: busy,
    log,
  });
  // A waiting text can be a megabyte long.
  const limits = { maxWaiting: 32, maxWaitingPerKey: 8, deadlineMs: DEADLINE_MS };
  const queue = createFairQueue({ concurrency: 1, ...limits, full: busy });
  return {
    async prepare(html, userId) {
      if (!isLong(html)) return prepareContent(html);
      const run = () => thread.run<PreparedContent | { refused: string }>({ html });
      const prepared = await queue(userId, run);
      if ('refused' in prepared) throw new BadRequestError(prepared.refused);
      return prepared;
    },
    stop: thread.stop,
  };
}
