import { setTimeout as wait } from 'node:timers/promises';
import { errorMessage } from '../../errors.ts';
import { PurgeError, type Purger } from './purger.ts';

/** Purges within this time are merged. */
const MERGE_MS = 1_000;
/** Delays between attempts. After the last one, pages expire on their own (`s-maxage`). */
const RETRY_MS = [2_000, 10_000, 60_000];
const MAX_RETRY_AFTER_MS = 120_000;

export interface PurgeQueueOptions {
  purger: Purger;
  siteUrl: string;
  log: { warn(fields: { err: string; urls: number }, message: string): void };
  mergeMs?: number;
  retryMs?: readonly number[];
}

/** Collects addresses, and purges them from the CDN in the background. */
export class PurgeQueue {
  readonly #options: PurgeQueueOptions;
  readonly #stopping = new AbortController();
  #waiting = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(options: PurgeQueueOptions) {
    this.#options = options;
  }

  /** Adds decoded addresses, such as `/post/x`. */
  add(addresses: string[]): void {
    const { siteUrl } = this.#options;
    for (const address of addresses) {
      this.#waiting.add(siteUrl + address.split('/').map(encodeURIComponent).join('/'));
    }
    if (this.#waiting.size > 0) this.#running ??= this.#run();
  }

  /** Resolves when all purges were sent or failed. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Ends the delays between attempts: each remaining purge gets one more attempt. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { mergeMs = MERGE_MS } = this.#options;
    while (this.#waiting.size > 0) {
      await this.#wait(mergeMs);
      const urls = [...this.#waiting];
      this.#waiting = new Set();
      await this.#purge(urls);
    }
    this.#running = undefined;
  }

  async #purge(urls: string[]): Promise<void> {
    const { purger, log, retryMs = RETRY_MS } = this.#options;
    for (const delayMs of [...retryMs, null]) {
      try {
        await (urls.length > purger.maxUrls ? purger.purgeAll() : purger.purge(urls));
        return;
      } catch (error) {
        const isLast = delayMs === null || this.#stopping.signal.aborted;
        const fields = { err: errorMessage(error), urls: urls.length };
        log.warn(fields, isLast ? 'the CDN was not purged' : 'the CDN could not be purged yet');
        if (isLast) return;
        const asked = error instanceof PurgeError ? error.retryAfterMs : 0;
        await this.#wait(Math.max(delayMs, Math.min(asked, MAX_RETRY_AFTER_MS)));
      }
    }
  }

  async #wait(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
