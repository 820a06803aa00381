import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db } from '../../db/client.ts';
import {
  type ChangeRow,
  findFeed,
  isPostChange,
  listSingleChanges,
  recordChanges,
} from '../../db/queries/changes.ts';
import { countPosts } from '../../db/queries/posts.ts';
import { findLastChange, findPublishers } from '../../db/queries/publishers.ts';
import type { PagePreview, PreviewDraft, PublishStatus } from '../contract/publish.ts';
import type { Jobs } from '../jobs/queue.ts';
import { liveSite, nodesStatus, postsStatus } from './status.ts';
import type { PreviewedBy, Publisher, PublishOutcome, RenderedPage } from './types.ts';

/** A publish takes about 100 ms, after the publisher has seen the change (250 ms). */
const MAX_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 500;
const MAX_LISTED = 200;

/**
 * The publisher of a function: other processes follow the feed and publish, and this one only
 * checks their progress.
 */
export class RemotePublisher implements Publisher {
  readonly #database: Database;
  readonly #jobs: Jobs;

  constructor({ database, jobs }: { database: Database; jobs: Jobs }) {
    this.#database = database;
    this.#jobs = jobs;
  }

  async flush(postId: string): Promise<PublishOutcome> {
    const change = await findLastChange(this.#database.read, postId);
    return change === undefined ? 'live' : await this.#published(change);
  }

  async flushRemovals(): Promise<PublishOutcome> {
    return await this.#published(await findFeed(this.#database.read));
  }

  /** Waits a moment for the publishers. `pending`: they have the change, or will read it. */
  async #published({ seq }: Pick<ChangeRow, 'seq'>): Promise<PublishOutcome> {
    const until = performance.now() + MAX_WAIT_MS;
    for (
      let ms = FIRST_PAUSE_MS;
      performance.now() < until;
      ms = Math.min(ms * 1.5, MAX_PAUSE_MS)
    ) {
      await pause(ms);
      const { cursor, failed } = await findPublishers(this.#database.read);
      if (cursor === null) break;
      // Only the publisher knows which posts failed.
      if (cursor >= seq) return failed === 0 ? 'live' : 'pending';
    }
    return 'pending';
  }

  /** Records the last change of the post again, so all publishers retry it. */
  async recordRetry(tx: Db, postId: string): Promise<void> {
    const change = await findLastChange(tx, postId);
    if (change === undefined) return;
    const { action, slug } = change;
    await recordChanges(tx, [{ action, postId, slug }], new Date());
  }

  async retry(postId: string): Promise<PublishOutcome | undefined> {
    const change = await findLastChange(this.#database.read, postId);
    return change && (await this.#published(change));
  }

  /** Other processes serve the pages. */
  behindMs(): number {
    return 0;
  }

  render(): Promise<RenderedPage> {
    throw new Error("A function can't render pages");
  }

  async preview(draft: PreviewDraft, { userId }: PreviewedBy): Promise<RenderedPage> {
    const page = await this.#jobs.run({ kind: 'preview', userId, task: draft });
    return { ...page, body: Buffer.from(page.body) };
  }

  async previewPage(task: PagePreview, { userId }: PreviewedBy): Promise<RenderedPage> {
    const page = await this.#jobs.run({ kind: 'page-preview', userId, task });
    return { ...page, body: Buffer.from(page.body) };
  }

  /**
   * Returns the state in the database: the progress of the publishers, and the remaining changes.
   */
  async status(): Promise<PublishStatus> {
    const db = this.#database.read;
    const [publishers, { seq, siteVersion }, nodes, posts] = await Promise.all([
      findPublishers(db),
      findFeed(db),
      nodesStatus(db),
      countPosts(db, {}),
    ]);
    const range = { after: publishers.cursor ?? 0, upTo: seq };
    const left = publishers.cursor === seq ? [] : await listSingleChanges(db, range, MAX_LISTED);
    const pending = left.filter(isPostChange).map((change) => ({
      ...change,
      at: change.at.getTime(),
      attempts: 0,
      error: null,
      retryAt: 0,
    }));
    const isRendering = () => false;
    const release = nodes.find(({ role }) => role !== 'web')?.release ?? '';
    return {
      ...(await postsStatus(db, { pending, live: [], isRendering })),
      release: { id: release, pages: posts, rendered: posts, total: posts, state: 'live' },
      nodes,
      site: { wanted: siteVersion, live: liveSite(nodes) ?? 0, error: null },
      index: {
        state: 'current',
        posts,
        shards: 0,
        waiting: 0,
        indexedAt: null,
        lastMs: null,
        lastLagMs: null,
        error: null,
      },
    };
  }

  async stop(): Promise<void> {}
}
