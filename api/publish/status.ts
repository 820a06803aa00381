import type { Db } from '../../db/client.ts';
import {
  listOutbox,
  listPublishes,
  type OutboxRow,
  publishTitles,
} from '../../db/queries/outbox.ts';
import type { PendingPublish, PublishStatus } from '../contract/publish.ts';

const MAX_LIVE = 20;

/** Returns what waits in the outbox, what failed, and what went live last. */
export async function outboxStatus(
  db: Db,
  isRendering: (postId: string) => boolean,
): Promise<Pick<PublishStatus, 'queued' | 'rendering' | 'failed' | 'live'>> {
  const [rows, live, titles] = await Promise.all([
    listOutbox(db),
    listPublishes(db, MAX_LIVE),
    publishTitles(db, MAX_LIVE),
  ]);
  const titleOf = ({ postId }: { postId: string }) => titles.get(postId) ?? null;
  const pending = rows.map((row) => toPending(row, titleOf(row), isRendering(row.postId)));
  return {
    queued: pending.filter((row) => row.state === 'queued'),
    rendering: pending.filter((row) => row.state === 'rendering'),
    failed: pending.filter((row) => row.state === 'failed'),
    live: live.map((row) => ({
      postId: row.postId,
      slug: row.slug,
      title: titleOf(row),
      queuedAt: row.queuedAt.toISOString(),
      liveAt: row.liveAt.toISOString(),
      totalMs: row.liveAt.getTime() - row.queuedAt.getTime(),
      renderMs: row.renderMs,
    })),
  };
}

function toPending(row: OutboxRow, title: string | null, isRendering: boolean): PendingPublish {
  return {
    postId: row.postId,
    slug: row.slug,
    title,
    action: row.action,
    state: isRendering ? 'rendering' : row.state,
    attempts: row.attempts,
    error: row.error,
    queuedAt: row.createdAt.toISOString(),
    nextAttemptAt: row.notBefore.toISOString(),
  };
}
