import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { findPublished } from '../../db/queries/pages.ts';
import { addressOf, isReplaceable, slugAt } from '../contract/addresses.ts';
import { UnavailableError } from '../errors.ts';
import type { Pending } from './pending.ts';
import { retryDelayMs } from './retries.ts';
import type { FailedPage } from './types.ts';

const MESSAGE = "This page can't be shown right now. Please try again soon.";
const RETRY_AFTER_S = 2;

interface Options {
  database: Database;
  log: Logger;
  now: () => Date;
  pending: Pending;
}

/** Posts and own pages that can't be rendered. They're retried in the background, not on visits. */
export class FailedPosts {
  readonly #options: Options;
  /** Posts that took too long, or failed on a visit. */
  readonly #slugs = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Refuses visits to a post while it counts as failed. */
  add(slug: string): void {
    this.#slugs.add(slug);
  }

  /**
   * Logs the failures of a full render. Throws if anything but posts and own pages failed: the code
   * is broken, and the release must not go live.
   */
  async requirePosts(failures: FailedPage[]): Promise<void> {
    const { database, log } = this.#options;
    for (const { path, error } of failures) {
      const isBuiltIn = isReplaceable(path) && !(await findPublished(database.read, path));
      if (slugAt(path) !== undefined && !isBuiltIn) {
        log.info({ path, why: error }, 'retrying a page');
        continue;
      }
      log.error({ path, err: error }, 'a page could not be rendered');
      throw new Error(`${path} cannot be rendered: ${error}`);
    }
  }

  /** Adds posts to the pending changes, to list and retry them. */
  async record(failures: FailedPage[]): Promise<void> {
    const { database, now, pending } = this.#options;
    for (const { path, error } of failures) {
      const slug = slugAt(path);
      const post = slug === undefined ? undefined : await findPublished(database.read, slug);
      if (!post) continue;
      const at = now().getTime();
      pending.addFailed({
        seq: 0,
        action: 'publish',
        postId: post.id,
        slug: post.slug,
        isBulk: false,
        at,
        attempts: 1,
        error,
        retryAt: at + retryDelayMs(0),
      });
    }
  }

  /** Records that a visit failed, and returns the error for the visitor. */
  async recordVisit(slug: string, error: string): Promise<UnavailableError> {
    this.add(slug);
    const failures = [{ path: addressOf(slug), error }];
    await this.requirePosts(failures);
    await this.record(failures);
    return new UnavailableError(MESSAGE, RETRY_AFTER_S);
  }

  /**
   * Throws while a post that can't be rendered waits for its next attempt. If it failed for another
   * reason (a full disk, another page), a visit may render it.
   */
  check(slug: string): void {
    const change = this.#options.pending.findBySlug(slug);
    const hasFailed = change !== undefined && change.attempts > 0;
    if (!hasFailed) this.#slugs.delete(slug);
    if (!hasFailed || !this.#slugs.has(slug)) return;
    const waitMs = change.retryAt - this.#options.now().getTime();
    throw new UnavailableError(MESSAGE, Math.max(Math.ceil(waitMs / 1000), RETRY_AFTER_S));
  }
}
