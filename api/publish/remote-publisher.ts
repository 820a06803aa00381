import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/client.ts';
import { findLastChange, findPublishers } from '../../db/queries/publishers.ts';
import type { PreviewDraft, PublishStatus } from '../contract/publish.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Publisher, RenderedPage } from './types.ts';

/** A publish takes about 100 ms, after the publisher has seen the change (250 ms). */
const MAX_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 500;

/**
 * The publisher of a function: other processes follow the feed of changes and publish, and this one
 * looks at how far they are.
 */
export class RemotePublisher implements Publisher {
  readonly #database: Database;
  readonly #jobs: Jobs;

  constructor({ database, jobs }: { database: Database; jobs: Jobs }) {
    this.#database = database;
    this.#jobs = jobs;
  }

  /** Waits a moment for the publishers. `pending`: they have the change, or will see it. */
  async flush(postId: string): Promise<'live' | 'pending'> {
    const db = this.#database.read;
    const seq = await findLastChange(db, postId);
    if (seq === undefined) return 'live';
    const until = performance.now() + MAX_WAIT_MS;
    for (
      let ms = FIRST_PAUSE_MS;
      performance.now() < until;
      ms = Math.min(ms * 1.5, MAX_PAUSE_MS)
    ) {
      await pause(ms);
      const { cursor, failed } = await findPublishers(db);
      if (cursor === null) break;
      // Which post failed is known only to the publisher.
      if (cursor >= seq) return failed === 0 ? 'live' : 'pending';
    }
    return 'pending';
  }

  render(): Promise<RenderedPage> {
    throw new Error('A function renders no pages');
  }

  async preview(draft: PreviewDraft, userId: string): Promise<RenderedPage> {
    const page = await this.#jobs.run({ kind: 'preview', userId, task: draft });
    return { ...page, body: Buffer.from(page.body) };
  }

  status(): Promise<PublishStatus> {
    throw new Error('Not yet');
  }

  async stop(): Promise<void> {}
}
