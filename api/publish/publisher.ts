import { findFeed } from '../../db/queries/changes.ts';
import type { PreviewDraft, PublishStatus } from '../contract/publish.ts';
import { errorMessage } from '../errors.ts';
import { SearchIndex } from '../search/search-index.ts';
import { isPost } from './deferred-pages.ts';
import type { DraftStart } from './draft-start.ts';
import { FailedPosts } from './failed-posts.ts';
import { canContinue, FEED_KEPT_MS, FeedReader, missedChanges } from './feed-reader.ts';
import { removeTemporaries } from './files.ts';
import { Follower } from './follower.ts';
import { type NodeState, NodeStateFile } from './node-state.ts';
import { type PublisherOptions, threadOptions } from './publisher-options.ts';
import { refreshExpiring } from './refresh.ts';
import { ReleaseBuilder } from './release-builder.ts';
import { Releases } from './releases.ts';
import { POST_TIMEOUT_MS, RenderPool } from './render-pool.ts';
import { SharePictures } from './share-pictures.ts';
import { nodesStatus, postsStatus, releaseStatus } from './status.ts';
import { StoryRefresh } from './story-refresh.ts';
import type { PreviewedBy, Publisher, PublishOutcome, RenderedPage } from './types.ts';
import { Visits } from './visits.ts';

/**
 * Publishes posts as files. The follower takes the changes of the feed; the render pool renders and
 * writes their pages while the search index is updated; then caches are invalidated.
 */
export class FilePublisher implements Publisher {
  readonly #options: PublisherOptions;
  readonly #releases: Releases;
  readonly #feed: FeedReader;
  readonly #pool: RenderPool;
  readonly #failures: FailedPosts;
  readonly #pictures: SharePictures;
  readonly #stories: StoryRefresh;
  readonly #index: SearchIndex;
  readonly #follower: Follower;
  readonly #visits: Visits;
  readonly #builder: ReleaseBuilder;
  readonly #state: NodeStateFile;
  #isRebuilding = false;
  /** When the served pages were up to date at the latest, if the feed no longer has what they lack. */
  #outdatedSince: number | undefined;
  #stopRefreshing = () => {};
  #isStopped = false;

  constructor(options: PublisherOptions) {
    const { database, log, rendererEntry, rendererEnv, onPublished } = options;
    const now = () => new Date();
    const thread = threadOptions(options);
    this.#options = options;
    this.#releases = new Releases(options.dataDir);
    this.#pool = new RenderPool({ thread, log });
    this.#feed = new FeedReader(database, options);
    const { pending } = this.#feed;
    this.#failures = new FailedPosts({ database, log, now, pending });
    this.#state = new NodeStateFile(options, () => this.#collectState());
    const shared = { database, log, now, releases: this.#releases, onPublished };
    const { drawsAhead: isAhead, pictureRestMs: restMs } = options;
    this.#pictures = new SharePictures({
      ...shared,
      thread,
      siteUrl: options.siteUrl,
      isAhead,
      restMs,
    });
    const onProgress = () => this.#state.changed();
    this.#stories = new StoryRefresh({
      ...shared,
      write: (paths) => this.#write(paths),
      isPaused: () => this.#releases.draft !== null,
      isPending: (slug) => pending.findBySlug(slug) !== undefined,
      onProgress,
    });
    this.#index = new SearchIndex({
      ...{ database, rendererEntry, rendererEnv, log, now },
      readEntries: (ids) => this.#pool.searchEntries(ids),
      onPublished,
    });
    const parts = { ...shared, pool: this.#pool, failures: this.#failures, index: this.#index };
    this.#follower = new Follower({
      ...{ ...parts, feed: this.#feed, pictures: this.#pictures, stories: this.#stories },
      write: (paths) => this.#write(paths),
      onProgress: () => {
        onProgress();
        options.onAdvanced?.();
      },
      onReplaced: () => void this.#rebuild(),
    });
    const follower = this.#follower;
    this.#visits = new Visits({
      ...{ ...parts, follower, pictures: this.#pictures },
      isStopped: () => this.#isStopped,
    });
    this.#builder = new ReleaseBuilder({
      ...{ ...parts, clientDir: options.clientDir, follower },
      onProgress: options.onProgress,
    });
  }

  /** See `Releases.root`. */
  get root(): string {
    return this.#releases.root;
  }

  /** Whether the first release is being made: pages without a file are rendered on request. */
  get isFirstRelease(): boolean {
    return this.#releases.isFirst;
  }

  /** The release being served, or empty before the first one is complete. */
  get releaseId(): string {
    return this.#releases.served?.id ?? '';
  }

  /** Every change up to here is published, or counted as failed. */
  get cursor(): number {
    return this.#feed.cursor;
  }

  get failedCount(): number {
    return this.#feed.pending.failed().length;
  }

  /**
   * How long the oldest change that isn't bulk has been waiting, in milliseconds. If the feed no
   * longer has changes that the pages lack: at least 30 days, until everything is rendered.
   */
  behindMs(): number {
    const since = this.#outdatedSince ?? this.#feed.pending.untriedSingles()[0]?.at;
    return since === undefined ? 0 : Math.max(0, Date.now() - since);
  }

  /**
   * Serves the last release and continues with the feed of changes. From now on, pages can be asked
   * for. `complete` resolves when the current release is being served: at once, or after it has
   * been made (`isNew`).
   */
  async start(): Promise<{ complete: Promise<void>; isNew: boolean }> {
    const { database, releaseId } = this.#options;
    await this.#releases.load();
    const state = await this.#state.load();
    const canFollow = state !== undefined && (await canContinue(database, state));
    if (canFollow) this.#resume(state);
    else if (state) {
      this.#options.log.warn('the feed has other changes: rendering everything');
      if (await missedChanges(database, state)) this.#outdatedSince = Date.now() - FEED_KEPT_MS;
    }
    const isCurrent = canFollow && this.#releases.served?.id === releaseId;
    if (isCurrent) await this.#catchUp(state);
    const { complete } = isCurrent
      ? { complete: Promise.resolve() }
      : await this.#startRelease(canFollow);
    this.#follower.watch.start();
    complete.catch(() => undefined).then(() => this.#begin());
    return { complete, isNew: !isCurrent };
  }

  #resume(state: NodeState): void {
    this.#feed.resume(state, state.failures);
    this.#follower.live.load(state.live);
    this.#follower.deferred.add(state.deferred);
    this.#follower.deferred.hurry();
  }

  #collectState(): NodeState {
    return {
      ...this.#feed.position,
      failures: this.#feed.pending.failed(),
      deferred: this.#follower.deferred.paths,
      live: [...this.#follower.live.list],
      stories: this.#stories.pass,
    };
  }

  /** Starts the background work. */
  #begin(): void {
    if (this.#isStopped) return;
    this.#pictures.fill().catch((error: unknown) => {
      this.#options.log.warn({ err: errorMessage(error) }, 'could not look for share pictures');
    });
    this.#stopRefreshing = refreshExpiring(
      () => this.root,
      (paths) => this.#follower.defer(paths),
    );
  }

  /** Continues where the last run stopped, after deleting temporary files it may have left. */
  async #catchUp(state: NodeState): Promise<void> {
    await this.#follower.watch.look();
    await this.#feed.takeBulk();
    const paths = this.#feed.pending.all().map(({ slug }) => `/post/${slug}`);
    await removeTemporaries(this.root, [...paths, ...state.deferred]);
    // Publishing waits for it, but visitors don't.
    void this.#builder.openIndex();
    await this.#stories.resume(state.stories);
    await this.#state.begin();
    await this.#follower.catchUp();
  }

  /**
   * Starts a release, or continues one that an earlier process left unfinished. Resolves when the
   * draft exists. `canFollow`: changes are also published in the release being served.
   */
  async #startRelease(canFollow: boolean): Promise<{ complete: Promise<void> }> {
    const { releaseId, database } = this.#options;
    // Before any page is rendered.
    const { id: feed, seq } = await findFeed(database.read);
    const isFollowing = canFollow && this.#releases.served !== null;
    const unfinished = await this.#builder.unfinished(releaseId, isFollowing ? this.cursor : 0);
    const start = unfinished ?? { feed, seq, stories: await this.#stories.prepare() };
    if (!isFollowing) this.#feed.resume({ feed, cursor: start.seq, backlog: [] }, []);
    await this.#builder.prepare(releaseId, start);
    return { complete: this.#makeRelease(start) };
  }

  async #makeRelease({ seq, stories }: DraftStart): Promise<void> {
    const { releaseId } = this.#options;
    const failed = await this.#builder.build(releaseId, () => this.#isStopped);
    this.#follower.skipTo(seq);
    await this.#failures.record(failed);
    await this.#stories.reset(stories);
    this.#outdatedSince = undefined;
    await this.#state.begin();
    void this.#follower.work();
  }

  /** Renders everything after the database was replaced. The follower calls this until it's done. */
  async #rebuild(): Promise<void> {
    if (this.#isRebuilding || this.#releases.draft) return;
    this.#isRebuilding = true;
    this.#options.log.warn('the database was replaced: rendering everything');
    try {
      this.#state.hold();
      this.#follower.skipTo(Number.MAX_SAFE_INTEGER);
      await (await this.#startRelease(false)).complete;
    } catch (error) {
      this.#options.log.error({ err: errorMessage(error) }, 'the site could not be rendered again');
    } finally {
      this.#isRebuilding = false;
    }
  }

  async #write(paths: string[]): Promise<void> {
    // A slow post fails soon, because publishing waits for it.
    const timeoutMs = paths.every(isPost) ? POST_TIMEOUT_MS : undefined;
    await this.#pool.writePages(paths, this.#releases.roots, timeoutMs);
    this.#options.onPublished(paths);
  }

  flush(postId: string): Promise<PublishOutcome> {
    return this.#follower.flush(postId);
  }

  retry(postId: string): Promise<PublishOutcome | undefined> {
    return this.#follower.retry(postId);
  }

  /** See `Visits.settled`. */
  settled(path: string): Promise<void> {
    return this.#visits.settled(path);
  }

  render(path: string): Promise<RenderedPage> {
    return this.#visits.render(path);
  }

  preview(draft: PreviewDraft, { userId, address }: PreviewedBy): Promise<RenderedPage> {
    return this.#pool.preview(draft, address ?? userId);
  }

  /** Starts the thread that renders, because something will be published soon. */
  warm(): void {
    this.#pool.warm();
  }

  async status(): Promise<PublishStatus> {
    const { database, releaseId } = this.#options;
    const [posts, nodes] = await Promise.all([
      postsStatus(database.read, {
        pending: this.#feed.pending.all(),
        live: this.#follower.live.list,
        isRendering: (id) => this.#follower.isRendering(id),
      }),
      nodesStatus(database.read),
    ]);
    const release = releaseStatus(releaseId, this.#releases);
    return { ...posts, release, index: this.#index.status(), nodes };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopRefreshing();
    await this.#follower.stop();
    await this.#state.close();
    await this.#index.close();
    await Promise.all([this.#pool.destroy(), this.#pictures.stop()]);
  }
}
