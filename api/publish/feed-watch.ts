import { setTimeout as startTimer } from 'node:timers';
import type { Logger } from 'pino';
import { reportDatabaseError } from '../http/database-errors.ts';
import { type FeedReader, FeedReplacedError } from './feed-reader.ts';

const LOOK_EVERY_MS = 250;

interface Options {
  feed: FeedReader;
  log: Logger;
  onChanges(): void;
  /** Called when the database was replaced, and repeatedly until the feed resumes. */
  onReplaced(): void;
}

/** Reads the feed regularly, for changes by other processes. */
export class FeedWatch {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  /** The last read failed, and was logged. */
  isFailing = false;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer = startTimer(() => {
      this.look().then((hasChanges) => {
        if (hasChanges) this.#options.onChanges();
        this.start();
      });
    }, LOOK_EVERY_MS).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Reads new changes. Returns whether there were any. Doesn't throw. */
  async look(): Promise<boolean> {
    const { feed, log, onReplaced } = this.#options;
    try {
      const hasChanges = await feed.look();
      this.isFailing = false;
      return hasChanges;
    } catch (error) {
      if (error instanceof FeedReplacedError) onReplaced();
      else if (!this.isFailing) reportDatabaseError(log, error, 'reading changes failed');
      this.isFailing = true;
      return false;
    }
  }
}
