import type { Logger } from 'pino';
import { errorMessage } from '../errors.ts';

/** Deferred pages are written after this long without a publish. */
const QUIET_MS = 150;
/** The maximum delay, also used after a failure. */
const MAX_DELAY_MS = 2_000;

export function isPost(path: string): boolean {
  return path.startsWith('/post/');
}

interface Options {
  /** Renders and writes the pages of these paths. */
  write(paths: string[]): Promise<void>;
  log: Logger;
}

/**
 * Pages that list all posts (sitemap, archive), and posts that show a changed one or link to it. A
 * publish makes them outdated; they're written a little later, once for many publishes. Their paths
 * are part of the node's state: if the process is killed, the next start writes them.
 */
export class DeferredPages {
  readonly #options: Options;
  readonly #paths = new Set<string>();
  #firstAt = 0;
  #lastAt = 0;
  #failedAt = 0;
  #isUrgent = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get paths(): string[] {
    return [...this.#paths];
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  add(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#lastAt = performance.now();
    if (this.#paths.size === 0) this.#firstAt = this.#lastAt;
    for (const path of paths) this.#paths.add(path);
  }

  /** Milliseconds until the pages should be written; `undefined` if there are none. */
  waitMs(): number | undefined {
    if (this.#paths.size === 0) return undefined;
    if (this.#isUrgent) return 0;
    const now = performance.now();
    if (this.#failedAt > 0) return Math.max(0, this.#failedAt + MAX_DELAY_MS - now);
    return Math.max(0, Math.min(this.#lastAt + QUIET_MS, this.#firstAt + MAX_DELAY_MS) - now);
  }

  /** Makes the pages due now, because a visit waits for one of them. */
  hurry(): void {
    this.#isUrgent = true;
  }

  /** Writes all deferred pages. Throws the error of `write`; the pages then stay deferred. */
  async write(): Promise<void> {
    this.#isUrgent = false;
    const paths = this.paths;
    if (paths.length === 0) return;
    try {
      await this.#writeAll(paths);
    } catch (error) {
      this.#failedAt = performance.now();
      throw error;
    }
    this.#failedAt = 0;
    this.#firstAt = performance.now();
    for (const path of paths) this.#paths.delete(path);
  }

  async #writeAll(paths: string[]): Promise<void> {
    const { write, log } = this.#options;
    const lists = paths.filter((path) => !isPost(path));
    if (lists.length > 0) await write(lists);
    for (const path of paths.filter(isPost)) {
      // Keep the old page.
      await write([path]).catch((error: unknown) => {
        log.warn({ path, err: errorMessage(error) }, 'a page of a post could not be updated');
      });
    }
  }
}
