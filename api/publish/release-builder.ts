import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { countPosts } from '../../db/queries/posts.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { FailedPosts } from './failed-posts.ts';
import type { OutboxWorker } from './outbox-worker.ts';
import type { Releases } from './releases.ts';
import type { RenderPool } from './render-pool.ts';
import type { Change } from './renderer.ts';
import type { Targets } from './targets.ts';

const BATCH = 32;

interface ReleaseBuilderOptions {
  database: Database;
  log: Logger;
  /** Folder of the built assets, `dist/<hash>/client`. */
  clientDir: string;
  releases: Releases;
  targets: Targets;
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
    const { log, releases, targets, onPublished } = this.#options;
    const started = performance.now();
    try {
      const pages = await this.#render(id);
      await this.#switchTo(id, pages);
      onPublished(null);
      await releases.prune(id);
      const ms = Math.round(performance.now() - started);
      log.info({ release: id, pages, ms }, 'release is live');
    } catch (error) {
      targets.draft = null;
      // On a full disk, the draft would be in the way.
      await rm(releases.draft(id), { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Opens the search index of the release being served. A site without it can still be served. */
  async openIndex(): Promise<void> {
    const { index, targets, log } = this.#options;
    await index.open(targets.root).catch((error: Error) => {
      log.error({ err: error.message }, 'the search index could not be opened');
    });
  }

  /** Renders the draft and returns its number of pages. */
  async #render(id: string): Promise<number> {
    const { database, clientDir, releases, targets, pool, failures, worker } = this.#options;
    if (targets.served) await this.openIndex();
    const root = await releases.prepare(id, clientDir);
    const draft = { root, rendered: 0, changes: [] };
    targets.draft = draft;
    const postCount = await countPosts(database.read);
    const { rendered, failed } = await pool
      .renderAll(root, postCount, (count) => {
        draft.rendered = count;
        this.#options.onProgress?.(count);
      })
      // Often the next thing after a new release is a publish.
      .finally(() => pool.warm());
    await failures.record(failed);
    await worker.idle();
    await this.#repeat(draft.changes, root);
    return rendered;
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

  async #switchTo(id: string, pages: number): Promise<void> {
    const { index, releases, targets } = this.#options;
    await index.close();
    await releases.carryIndex(id);
    await releases.finish(id, pages);
    targets.served = { id, pages };
    targets.draft = null;
    await this.openIndex();
  }
}
