import { findFeed } from '../../db/queries/changes.ts';
import { addressOf } from '../contract/addresses.ts';
import type { PagePreview, PreviewDraft, PublishStatus } from '../contract/publish.ts';
import type { SiteState } from '../contract/site.ts';
import { errorMessage } from '../errors.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { CommentPages } from './comment-pages.ts';
import type { DraftStart } from './draft-start.ts';
import type { FailedPosts } from './failed-posts.ts';
import { canContinue, FEED_KEPT_MS, type FeedReader, missedChanges } from './feed-reader.ts';
import { removeTemporaries } from './files.ts';
import type { Follower } from './follower.ts';
import type { NodeState, NodeStateFile } from './node-state.ts';
import type { PublisherOptions } from './publisher-options.ts';
import { refreshExpiring } from './refresh.ts';
import type { ReleaseBuilder } from './release-builder.ts';
import { type Releases, releaseOf } from './releases.ts';
import type { RenderPool } from './render-pool.ts';
import type { SharePictures } from './share-pictures.ts';
import { SiteApplier } from './site-applier.ts';
import { liveSite, nodesStatus, postsStatus, releaseStatus } from './status.ts';
import type { StoryRefresh } from './story-refresh.ts';
import type { PreviewedBy, Publisher, PublishOutcome, RenderedPage } from './types.ts';
import type { Visits } from './visits.ts';

export interface PublisherParts {
  releases: Releases;
  feed: FeedReader;
  pool: RenderPool;
  failures: FailedPosts;
  pictures: SharePictures;
  stories: StoryRefresh;
  comments: CommentPages;
  index: SearchIndex;
  follower: Follower;
  visits: Visits;
  builder: ReleaseBuilder;
  state: NodeStateFile;
}

/**
 * Publishes posts as files. The follower takes the changes of the feed; the render pool renders and
 * writes their pages while the search index is updated; then caches are invalidated.
 */
export class FilePublisher implements Publisher {
  readonly #options: PublisherOptions;
  readonly #parts: PublisherParts;
  readonly #applier: SiteApplier;
  #isRebuilding = false;
  /**
   * The time since which the served pages may be outdated, if the feed no longer has the missing
   * changes.
   */
  #outdatedSince: number | undefined;
  #stopRefreshing = () => {};

  constructor(options: PublisherOptions, parts: PublisherParts) {
    this.#options = options;
    this.#parts = parts;
    this.#applier = new SiteApplier({
      ...options,
      served: () => parts.releases.served?.site,
      make: async (site, signal) => {
        await (await this.#startRelease(true, site, signal)).complete;
        parts.pictures.fill();
      },
    });
  }

  /** See `Releases.root`. */
  get root(): string {
    return this.#parts.releases.root;
  }

  /** Whether the first release is being rendered: pages without a file are rendered on request. */
  get isFirstRelease(): boolean {
    return this.#parts.releases.isFirst;
  }

  /** The release being served, or empty before the first one is complete. */
  get releaseId(): string {
    return this.#parts.releases.served?.id ?? '';
  }

  /** Every change up to here is published or failed. */
  get cursor(): number {
    return this.#parts.feed.cursor;
  }

  /** The version of the site's settings that the served pages show. */
  get siteVersion(): number {
    return this.#applier.status.live;
  }

  /** The hash of the site's settings that the served pages show. */
  get siteHash(): string {
    return this.#parts.releases.site?.hash ?? '';
  }

  get failedCount(): number {
    return this.#parts.feed.pending.failed().length;
  }

  /**
   * Age of the oldest unpublished single change, in milliseconds. If the feed no longer has changes
   * that the pages lack: at least 30 days, until everything is rendered.
   */
  behindMs(): number {
    const since = this.#outdatedSince ?? this.#parts.feed.pending.untriedSingles()[0]?.at;
    return since === undefined ? 0 : Math.max(0, Date.now() - since);
  }

  /**
   * Serves the last release and continues with the feed of changes. From now on, pages can be
   * requested. `complete` resolves when the current release is being served: at once, or after it
   * was rendered (`isNew`).
   */
  async start(): Promise<{ complete: Promise<void>; isNew: boolean }> {
    const { database } = this.#options;
    const site = await this.#options.readSite();
    const releaseId = releaseOf(this.#options.releaseId, site);
    await this.#parts.releases.load(site);
    const state = await this.#parts.state.load();
    const canFollow = state !== undefined && (await canContinue(database, state));
    if (canFollow) this.#resume(state);
    else if (state) {
      this.#options.log.warn('the feed has other changes: rendering everything');
      if (await missedChanges(database, state)) this.#outdatedSince = Date.now() - FEED_KEPT_MS;
    }
    const isCurrent = canFollow && this.#parts.releases.served?.id === releaseId;
    if (isCurrent) await this.#catchUp(state);
    const { complete } = isCurrent
      ? { complete: Promise.resolve() }
      : await this.#startRelease(canFollow, site);
    if (isCurrent) this.#applier.noteLive(site.version);
    this.#parts.follower.watch.start();
    complete.catch(() => undefined).then(() => this.#begin());
    return { complete, isNew: !isCurrent };
  }

  #resume(state: NodeState): void {
    const { comments, feed, follower } = this.#parts;
    feed.resume(state, state.failures);
    follower.live.load(state.live);
    comments.resume(state.comments);
    follower.deferred.hurry(state.deferred);
  }

  /** Starts the background work. */
  #begin(): void {
    if (this.#parts.follower.isStopped) return;
    this.#parts.pictures.fill();
    this.#stopRefreshing = refreshExpiring(
      () => this.root,
      (paths) => this.#parts.follower.defer(paths),
    );
  }

  /** Continues where the last run stopped, after deleting its temporary files. */
  async #catchUp(state: NodeState): Promise<void> {
    const { builder, feed, follower, stories } = this.#parts;
    await follower.watch.look();
    await feed.takeBulk();
    const paths = feed.pending.all().map(({ slug }) => addressOf(slug));
    const waiting = this.#parts.comments.waiting.map(({ path }) => path);
    await removeTemporaries(this.root, [...paths, ...state.deferred, ...waiting]);
    // Publishing waits for it, but visitors don't.
    void builder.openIndex();
    await stories.resume(state.stories);
    await this.#parts.state.begin();
    await follower.catchUp();
  }

  /**
   * Starts a release, or continues one that an earlier process left unfinished. Resolves when the
   * draft exists. `canFollow`: changes are also published in the release being served.
   */
  async #startRelease(
    canFollow: boolean,
    site: SiteState,
    signal?: AbortSignal,
  ): Promise<{ complete: Promise<void> }> {
    const { database } = this.#options;
    const releaseId = releaseOf(this.#options.releaseId, site);
    const { builder, feed, releases, stories } = this.#parts;
    // Before any page is rendered.
    const { id, seq } = await findFeed(database.read);
    const isFollowing = canFollow && releases.served !== null;
    const unfinished = await builder.unfinished(releaseId, isFollowing ? this.cursor : 0);
    const start = unfinished ?? { feed: id, seq, stories: await stories.prepare() };
    if (!isFollowing) feed.resume({ feed: id, cursor: start.seq, backlog: [] }, []);
    await builder.prepare(releaseId, start, site);
    return { complete: this.#makeRelease(start, site, signal) };
  }

  async #makeRelease(
    { seq, stories }: DraftStart,
    site: SiteState,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { builder, follower, failures, state } = this.#parts;
    const failed = await builder.build(releaseOf(this.#options.releaseId, site), signal);
    this.#applier.noteLive(site.version);
    follower.skipTo(seq);
    await failures.record(failed);
    await this.#parts.stories.reset(stories);
    this.#outdatedSince = undefined;
    await state.begin();
    void follower.work();
  }

  /**
   * Renders everything after the database was replaced. The follower calls it until it succeeds.
   */
  async rebuild(): Promise<void> {
    if (this.#isRebuilding || this.#parts.releases.draft) return;
    this.#isRebuilding = true;
    this.#options.log.warn('the database was replaced: rendering everything');
    try {
      this.#parts.state.hold();
      this.#parts.follower.skipTo(Number.MAX_SAFE_INTEGER);
      await (await this.#startRelease(false, await this.#options.readSite())).complete;
    } catch (error) {
      this.#options.log.error({ err: errorMessage(error) }, 'the site could not be rendered again');
    } finally {
      this.#isRebuilding = false;
    }
  }

  /** Applies the site's settings if this version isn't live yet. */
  noticeSite(version: number): void {
    const { draft, served } = this.#parts.releases;
    // Another release is being made. It has the settings of its start.
    if (served === null || this.#isRebuilding || (draft && !this.#applier.isRunning)) return;
    this.#applier.notice(version);
  }

  flush(postId: string): Promise<PublishOutcome> {
    return this.#parts.follower.flush(postId);
  }

  flushRemovals(postIds: readonly string[]): Promise<PublishOutcome> {
    return this.#parts.follower.flushRemovals(postIds);
  }

  retry(postId: string): Promise<PublishOutcome | undefined> {
    return this.#parts.follower.retry(postId);
  }

  /** See `Visits.settled`. */
  settled(path: string): Promise<void> {
    return this.#parts.visits.settled(path);
  }

  render(path: string): Promise<RenderedPage> {
    return this.#parts.visits.render(path);
  }

  preview(draft: PreviewDraft, { userId, address }: PreviewedBy): Promise<RenderedPage> {
    return this.#parts.pool.previews.ofDraft(draft, address ?? userId);
  }

  previewPage(page: PagePreview, { userId }: PreviewedBy): Promise<RenderedPage> {
    return this.#parts.pool.previews.ofPage(page, userId);
  }

  /** Starts the render thread, because a publish will follow soon. */
  warm(): void {
    this.#parts.pool.warm();
  }

  async status(): Promise<PublishStatus> {
    const { database } = this.#options;
    const { feed, follower, index, releases } = this.#parts;
    const [posts, nodes] = await Promise.all([
      postsStatus(database.read, {
        pending: feed.pending.all(),
        live: follower.live.list,
        isRendering: (id) => follower.isRendering(id),
      }),
      nodesStatus(database.read),
    ]);
    const { wanted, live, error } = this.#applier.status;
    const site = { wanted, live: Math.min(live, liveSite(nodes) ?? live), error };
    const release = releaseStatus(this.#options.releaseId, releases);
    return { ...posts, release, site, index: index.status(), nodes };
  }

  async stop(): Promise<void> {
    this.#stopRefreshing();
    const applied = this.#applier.stop();
    const { follower, state, index, pool, pictures } = this.#parts;
    await follower.stop();
    this.#parts.comments.stop();
    await state.close();
    await index.close();
    await Promise.all([pool.destroy(), pictures.stop()]);
    await applied;
  }
}
