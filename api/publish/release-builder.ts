import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { asUnavailable, DatabaseUnavailableError } from '../../db/errors.ts';
import { findFeed } from '../../db/queries/changes.ts';
import { countPosts } from '../../db/queries/posts.ts';
import { addressOf } from '../contract/addresses.ts';
import type { SiteState } from '../contract/site.ts';
import { errorMessage } from '../errors.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { isPost } from './deferred-pages.ts';
import type { DraftStart } from './draft-start.ts';
import type { FailedPosts } from './failed-posts.ts';
import { canContinue } from './feed-reader.ts';
import type { Follower } from './follower.ts';
import type { Draft, Releases } from './releases.ts';
import type { RenderPool } from './render-pool.ts';
import { DATABASE_RETRY_MS } from './retries.ts';
import type { Change, FailedPage } from './types.ts';

const BATCH = 32;
/** If more changes than this were made since a draft was started, starting over is faster. */
const MAX_CHANGES = 1_000;

interface ReleaseBuilderOptions {
  database: Database;
  log: Logger;
  /** Folder of the built assets, `dist/<hash>/client`. */
  clientDir: string;
  releases: Releases;
  pool: RenderPool;
  failures: FailedPosts;
  follower: Follower;
  index: SearchIndex;
  /** Called with `null`: every path may have changed. */
  onPublished(paths: null): void;
  onProgress?: ((rendered: number, total: number) => void) | undefined;
}

/** Builds a release: renders every page into a new folder, next to the release being served. */
export class ReleaseBuilder {
  readonly #options: ReleaseBuilderOptions;

  constructor(options: ReleaseBuilderOptions) {
    this.#options = options;
  }

  /**
   * Returns the start of an earlier process's unfinished draft, or `undefined` if it can't be
   * continued. It can if every later change will be published into it: the feed still has these
   * changes, and this process follows the feed from `cursor`.
   */
  async unfinished(id: string, cursor: number): Promise<DraftStart | undefined> {
    const { database, log, releases } = this.#options;
    const start = await releases.unfinished(id);
    if (start === undefined || cursor > start.seq) return undefined;
    const position = { feed: start.feed, cursor: start.seq, backlog: [] };
    const { seq } = await findFeed(database.read);
    if (seq - start.seq > MAX_CHANGES || !(await canContinue(database, position))) return undefined;
    log.info({ release: id }, 'continuing an unfinished release');
    return start;
  }

  /** Creates or continues the draft. A first release is served from now on. */
  async prepare(id: string, start: DraftStart, site: SiteState): Promise<void> {
    const { clientDir, index, releases } = this.#options;
    if (releases.served && !index.isOpen) await this.openIndex();
    await releases.prepare(id, clientDir, start, site);
  }

  /**
   * Fills the draft and serves it. Returns the posts that couldn't be rendered. Waits while the
   * database is unavailable. After any other error, deletes the draft and throws. If the process is
   * stopping, the next one continues the draft.
   */
  async build(id: string, signal?: AbortSignal): Promise<FailedPage[]> {
    const { follower, log, releases } = this.#options;
    for (;;) {
      try {
        return await this.#build(id, signal);
      } catch (error) {
        if (follower.isStopped) throw error;
        if (!asUnavailable(error)) {
          await releases.discard();
          throw error;
        }
        reportDatabaseError(log, error, 'the site could not be rendered yet');
        await wait(DATABASE_RETRY_MS);
      }
    }
  }

  async #build(id: string, signal: AbortSignal | undefined): Promise<FailedPage[]> {
    const { log, index, releases, onPublished } = this.#options;
    const started = performance.now();
    const { draft, pages, failed } = await this.#render(signal);
    signal?.throwIfAborted();
    await index.close();
    await releases.finish(id, draft, pages);
    await this.openIndex();
    onPublished(null);
    await releases.prune();
    const ms = Math.round(performance.now() - started);
    log.info({ release: id, pages, ms }, 'release is live');
    return failed;
  }

  /** Opens the search index of the release being served. The site can be served without it. */
  async openIndex(): Promise<void> {
    const { index, releases, log } = this.#options;
    await index.open(releases.root).catch((error: Error) => {
      log.error({ err: error.message }, 'the search index could not be opened');
    });
  }

  async #render(signal: AbortSignal | undefined) {
    const { database, releases, pool, failures, follower } = this.#options;
    const { draft } = releases;
    if (!draft) throw new Error('There is no draft');
    const postCount = await countPosts(database.read);
    const { rendered, failed } = await pool
      .renderAll(
        draft,
        postCount,
        (count, total) => {
          Object.assign(draft, { rendered: count, total });
          this.#options.onProgress?.(count, total);
        },
        signal,
      )
      // A new release is often followed by a publish.
      .finally(() => pool.warm());
    await failures.requirePosts(failed);
    draft.isRendered = true;
    await follower.idle();
    failed.push(...(await this.#repeat(draft)));
    return { draft, failed, pages: rendered };
  }

  /**
   * Publishes into the draft what was published while it was rendered: it has older pages, or none.
   * Returns the posts that couldn't be rendered.
   */
  async #repeat({ missed, root, site }: Draft): Promise<FailedPage[]> {
    const { pool } = this.#options;
    const target = { roots: [root], site };
    const failed: FailedPage[] = [];
    // A post that was changed several times is published once.
    const keyOf = ({ action, postId, slug }: Change) => `${action} ${postId} ${slug}`;
    const changes = [...new Map(missed.changes.map((change) => [keyOf(change), change])).values()];
    for (let from = 0; from < changes.length; from += BATCH) {
      const batch = changes.slice(from, from + BATCH);
      const { results, deferred } = await pool.publish(batch, [target]);
      for (const { postId, error, isDatabaseUnavailable } of results) {
        if (isDatabaseUnavailable) throw new DatabaseUnavailableError(error);
        const slug = batch.find((change) => change.postId === postId)?.slug ?? '';
        if (error !== undefined) failed.push({ path: addressOf(slug), error });
      }
      for (const path of deferred) missed.paths.add(path);
    }
    for (const path of missed.paths) {
      await pool.writePages([path], [target]).catch((error: unknown) => {
        if (!isPost(path)) throw error;
        failed.push({ path, error: errorMessage(error) });
      });
    }
    return failed;
  }
}
