import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { countPosts } from '../../db/queries/posts.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { FailedPosts } from './failed-posts.ts';
import type { OutboxWorker } from './outbox-worker.ts';
import type { Releases } from './releases.ts';
import type { RenderPool } from './render-pool.ts';
import type { Change } from './types.ts';

const BATCH = 32;

interface ReleaseBuilderOptions {
  database: Database;
  log: Logger;
  /** Folder of the built assets, `dist/<hash>/client`. */
  clientDir: string;
  releases: Releases;
  pool: RenderPool;
  failures: FailedPosts;
  worker: OutboxWorker;
  index: SearchIndex;
  /** Called with `null`: every path may have changed. */
  onPublished(paths: null): void;
  onProgress?: ((rendered: number) => void) | undefined;
}

/** Makes a release: renders every page into a new folder, next to the release being served. */
export class ReleaseBuilder {
  readonly #options: ReleaseBuilderOptions;

  constructor(options: ReleaseBuilderOptions) {
    this.#options = options;
  }

  /** Makes a release and serves it. If that fails, deletes the draft and throws. */
  async build(id: string): Promise<void> {
    const { log, index, releases, onPublished } = this.#options;
    const started = performance.now();
    try {
      const { draft, pages } = await this.#render(id);
      await index.close();
      await releases.finish(id, draft, pages);
      await this.openIndex();
      onPublished(null);
      await releases.prune(id);
      const ms = Math.round(performance.now() - started);
      log.info({ release: id, pages, ms }, 'release is live');
    } catch (error) {
      await releases.discard(id);
      throw error;
    }
  }

  /** Opens the search index of the release being served. A site without it can still be served. */
  async openIndex(): Promise<void> {
    const { index, releases, log } = this.#options;
    await index.open(releases.root).catch((error: Error) => {
      log.error({ err: error.message }, 'the search index could not be opened');
    });
  }

  async #render(id: string) {
    const { database, clientDir, releases, pool, failures, worker } = this.#options;
    if (releases.served) await this.openIndex();
    const draft = await releases.prepare(id, clientDir);
    const postCount = await countPosts(database.read);
    const { rendered, failed } = await pool
      .renderAll(draft.root, postCount, (count) => {
        draft.rendered = count;
        this.#options.onProgress?.(count);
      })
      // Often the next thing after a new release is a publish.
      .finally(() => pool.warm());
    await failures.record(failed);
    await worker.idle();
    await this.#repeat(draft.changes, draft.root);
    return { draft, pages: rendered };
  }

  /**
   * Publishes into the draft, once more, what was published while it was rendered: a page rendered
   * before may have been written after.
   */
  async #repeat(changes: Change[], root: string): Promise<void> {
    const { pool } = this.#options;
    for (let from = 0; from < changes.length; from += BATCH) {
      const { deferred } = await pool.publish(changes.slice(from, from + BATCH), [root]);
      await pool.writePages(deferred, [root]);
    }
  }
}
