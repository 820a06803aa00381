import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/client.ts';
import { findWebSubHub } from '../../db/queries/settings.ts';
import { FEED_PATH } from '../contract/urls.ts';
import { errorMessage } from '../errors.ts';
import { postPublicly } from '../public-request.ts';

/** Publishes within this time are announced together. */
const MERGE_MS = 3_000;
const RETRY_MS = 30_000;
const TIMEOUT_MS = 10_000;

interface Options {
  database: Pick<Database, 'read'>;
  siteUrl: string;
  log: { warn(fields: object, message: string): void };
  /** Resolves when the files are live. If absent, they're live once written. */
  copied?: () => Promise<unknown>;
  mergeMs?: number;
  retryMs?: number;
  post?: typeof postPublicly;
}

/**
 * Notifies the WebSub hub, if the owner chose one, that the feed has changed
 * (https://www.w3.org/TR/websub/). The hub then sends new posts to feed readers. If there are
 * several nodes, each pings when its own files are live, because the hub may read any of them.
 */
export class HubPings {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #isDue = false;
  #running: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Call with the paths of changed files. */
  changed(paths: readonly string[]): void {
    if (!paths.includes(FEED_PATH) || this.#stopping.signal.aborted) return;
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { database, log, copied, mergeMs = MERGE_MS, retryMs = RETRY_MS } = this.#options;
    const { signal } = this.#stopping;
    while (this.#isDue && !signal.aborted) {
      await wait(mergeMs, undefined, { signal }).catch(() => undefined);
      this.#isDue = false;
      try {
        const hub = await findWebSubHub(database.read);
        if (hub === '') continue;
        await copied?.();
        await this.#ping(hub).catch(async () => {
          await wait(retryMs, undefined, { signal });
          await this.#ping(hub);
        });
      } catch (error) {
        if (!signal.aborted) log.warn({ err: errorMessage(error) }, 'the WebSub ping failed');
      }
    }
  }

  async #ping(hub: string): Promise<void> {
    const { siteUrl, post = postPublicly } = this.#options;
    const form = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': siteUrl + FEED_PATH });
    const url = new URL(hub);
    const { signal } = this.#stopping;
    const status = await post(url, form, { timeoutMs: TIMEOUT_MS, signal });
    if (status < 200 || status > 299) throw new Error(`${url.host} answered ${status}`);
  }
}
