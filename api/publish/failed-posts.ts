import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { enqueue, failRow, findOutboxRow, findOutboxRowBySlug } from '../../db/queries/outbox.ts';
import { findPostBySlug } from '../../db/queries/posts.ts';
import { UnavailableError } from '../errors.ts';
import { retryDelayMs } from './retries.ts';
import type { FailedPage } from './types.ts';

const MESSAGE = "This post can't be shown right now. Please try again soon.";
const RETRY_AFTER_S = 2;

/** Posts with a page that can't be rendered: the outbox has them, and visits don't try again. */
export class FailedPosts {
  readonly #options: { database: Database; log: Logger; now: () => Date };
  /** Posts that took too long, or failed on a visit. */
  readonly #slugs = new Set<string>();

  constructor(options: { database: Database; log: Logger; now: () => Date }) {
    this.#options = options;
  }

  /** Refuses visits to a post as long as its row in the outbox says that it failed. */
  add(slug: string): void {
    this.#slugs.add(slug);
  }

  /**
   * Puts posts into the outbox, where they're listed and tried again. Throws if another page
   * failed: then the code is broken, and a new release must not go live.
   */
  async record(failures: FailedPage[]): Promise<void> {
    const { database, log, now } = this.#options;
    for (const { path, error } of failures) {
      log.error({ path, err: error }, 'a page could not be rendered');
      const slug = /^\/post\/(.+)$/.exec(path)?.[1];
      if (slug === undefined) throw new Error(`${path} cannot be rendered: ${error}`);
      const post = await findPostBySlug(database.read, slug);
      if (!post || (await findOutboxRow(database.read, post.id))) continue;
      const change = { action: 'publish', postId: post.id, slug } as const;
      const retryAt = new Date(now().getTime() + retryDelayMs(0));
      await database.transaction(async (tx) => {
        await failRow(tx, await enqueue(tx, change, now()), error, retryAt);
      });
    }
  }

  /** Records that a visit failed, and returns the error for the visitor. */
  async recordVisit(slug: string, error: string): Promise<UnavailableError> {
    this.add(slug);
    await this.record([{ path: `/post/${slug}`, error }]);
    return new UnavailableError(MESSAGE, RETRY_AFTER_S);
  }

  /**
   * Throws while a post that can't be rendered waits for its next attempt. A post that failed for
   * another reason (a full disk, another page) may be rendered for the visit.
   */
  async check(slug: string): Promise<void> {
    const row = await findOutboxRowBySlug(this.#options.database.read, slug);
    if (row?.state !== 'failed') this.#slugs.delete(slug);
    if (!row || !this.#slugs.has(slug)) return;
    const waitMs = row.notBefore.getTime() - this.#options.now().getTime();
    throw new UnavailableError(MESSAGE, Math.max(Math.ceil(waitMs / 1000), RETRY_AFTER_S));
  }
}
