import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { listOutbox } from '../../db/queries/outbox.ts';
import type { PreviewDraft, PublishStatus } from '../contract/publish.ts';
import { errorMessage } from '../errors.ts';
import { SearchIndex } from '../search/search-index.ts';
import { FailedPosts } from './failed-posts.ts';
import { removeTemporaries } from './files.ts';
import { OutboxWorker } from './outbox-worker.ts';
import { refreshExpiring } from './refresh.ts';
import { ReleaseBuilder } from './release-builder.ts';
import { Releases } from './releases.ts';
import { RenderPool } from './render-pool.ts';
import { SharePictures } from './share-pictures.ts';
import { outboxStatus } from './status.ts';
import type { Publisher, RenderedPage } from './types.ts';

export interface PublisherOptions {
  database: Database;
  dataDir: string;
  /** file: URL of the built renderer, `dist/<hash>/server/entry.mjs`. */
  rendererEntry: string;
  /** Folder of the built assets, `dist/<hash>/client`. */
  clientDir: string;
  releaseId: string;
  siteUrl: string;
  /** What the renderer reads from its environment. */
  rendererEnv: Record<string, string>;
  log: Logger;
  /** See `SharePictures`. */
  pictureRestMs?: number;
  /** Called with the paths that changed, or `null` after a full render. */
  onPublished(paths: string[] | null): void;
  /** Called during a full render with the number of pages. */
  onProgress?(rendered: number): void;
}

/**
 * Publishes posts as files. The outbox worker takes due rows; the render pool renders and writes their
 * pages while the search index is updated; then caches are invalidated.
 */
export class FilePublisher implements Publisher {
  readonly #options: PublisherOptions;
  readonly #releases: Releases;
  readonly #pool: RenderPool;
  readonly #failures: FailedPosts;
  readonly #pictures: SharePictures;
  readonly #index: SearchIndex;
  readonly #worker: OutboxWorker;
  readonly #builder: ReleaseBuilder;
  #stopRefreshing = () => {};
  #isStopped = false;

  constructor(options: PublisherOptions) {
    const { database, log, rendererEntry, rendererEnv, siteUrl, onPublished } = options;
    const now = () => new Date();
    const thread = {
      filename: new URL('./worker/tasks.ts', import.meta.url).href,
      maxThreads: 1,
      env: { NODE_ENV: 'production', ...rendererEnv },
      workerData: { entry: rendererEntry, siteUrl },
    };
    this.#options = options;
    this.#releases = new Releases(options.dataDir);
    this.#pool = new RenderPool({ thread, log });
    this.#failures = new FailedPosts({ database, log, now });
    const shared = { database, log, now, releases: this.#releases, onPublished };
    this.#pictures = new SharePictures({ ...shared, thread, restMs: options.pictureRestMs });
    this.#index = new SearchIndex({
      ...{ database, rendererEntry, rendererEnv, log, now },
      readEntries: (ids) => this.#pool.searchEntries(ids),
      onPublished,
    });
    const parts = { ...shared, pool: this.#pool, failures: this.#failures, index: this.#index };
    this.#worker = new OutboxWorker({ ...parts, pictures: this.#pictures });
    const { clientDir, onProgress } = options;
    this.#builder = new ReleaseBuilder({ ...parts, worker: this.#worker, clientDir, onProgress });
  }

  get releaseId(): string {
    return this.#options.releaseId;
  }

  get cursor(): number {
    return 0;
  }

  get failedCount(): number {
    return 0;
  }

  behindMs(): number {
    return 0;
  }

  /** See `Releases.root`. */
  get root(): string {
    return this.#releases.root;
  }

  /**
   * Serves the last release and continues with the outbox. `complete` resolves when the current
   * release is being served: at once, or after it has been made.
   */
  async start(): Promise<{ complete: Promise<void> }> {
    await this.#releases.load();
    const isCurrent = this.#releases.served?.id === this.#options.releaseId;
    const complete = isCurrent ? this.#catchUp() : this.#makeRelease();
    complete.catch(() => undefined).then(() => this.#begin());
    return { complete };
  }

  /** Starts the background work. */
  #begin(): void {
    if (this.#isStopped) return;
    this.#worker.poll();
    this.#pictures.fill().catch((error: unknown) => {
      const err = errorMessage(error);
      this.#options.log.warn({ err }, 'could not look for missing share pictures');
    });
    this.#stopRefreshing = refreshExpiring(
      () => this.root,
      (paths) => this.#worker.defer(paths),
    );
  }

  /** Publishes the rows that the last run left, after deleting temporary files it may have left. */
  async #catchUp(): Promise<void> {
    const rows = await listOutbox(this.#options.database.read);
    const paths = rows.map(({ slug }) => `/post/${slug}`);
    await removeTemporaries(this.root, [...paths, ...(await this.#worker.load())]);
    await this.#builder.openIndex();
    await this.#worker.stories.load();
    await this.#worker.work();
  }

  async #makeRelease(): Promise<void> {
    const stories = await this.#worker.stories.read();
    await this.#builder.build(this.#options.releaseId);
    await this.#worker.stories.reset(stories);
    await this.#worker.work();
  }

  flush(postId: string): Promise<'live' | 'failed'> {
    return this.#worker.flush(postId);
  }

  /** If the page of this path is about to be written again, waits for that. Doesn't throw. */
  settled(path: string): Promise<void> {
    return this.#worker.writeIfDeferred(path);
  }

  async render(path: string): Promise<RenderedPage> {
    const picture = /^\/og\/([a-z0-9-]+)\.jpg$/.exec(path)?.[1];
    if (picture !== undefined) return this.#pictures.render(picture);
    const slug = /^\/post\/(.+)$/.exec(path)?.[1];
    return slug === undefined ? this.#pool.render(path) : this.#renderPost(path, slug);
  }

  async #renderPost(path: string, slug: string): Promise<RenderedPage> {
    await this.#worker.settled(slug);
    await this.#failures.check(slug);
    try {
      return await this.#pool.render(path);
    } catch (error) {
      if (this.#isStopped) throw error;
      const unavailable = await this.#failures.recordVisit(slug, errorMessage(error));
      void this.#worker.work();
      throw unavailable;
    }
  }

  preview(draft: PreviewDraft): Promise<RenderedPage> {
    return this.#pool.preview(draft);
  }

  /** Starts the thread that renders, because something will be published soon. */
  warm(): void {
    this.#pool.warm();
  }

  async status(): Promise<PublishStatus> {
    const { served, draft } = this.#releases;
    const { database, releaseId } = this.#options;
    const outbox = await outboxStatus(database.read, (id) => this.#worker.isRendering(id));
    const pages = served?.pages ?? 0;
    const state = draft ? 'rendering' : 'live';
    const release = { id: releaseId, pages, rendered: draft?.rendered ?? pages, state } as const;
    return { ...outbox, release, index: this.#index.status() };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopRefreshing();
    await this.#worker.stop();
    await this.#index.close();
    await Promise.all([this.#pool.destroy(), this.#pictures.stop()]);
  }
}
