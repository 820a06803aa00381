import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { changes, nodes } from '../schema.ts';
import type { ChangeRow } from './changes.ts';
import { databaseTime } from './clock.ts';
import { LIVE_MS } from './nodes.ts';

// The nodes that publish, as seen by a function, which doesn't publish.

export interface Publishers {
  /** The last change that all of them have published; `null` if there is no live publisher. */
  cursor: number | null;
  /** Posts that one of them couldn't publish. */
  failed: number;
}

/** Returns the progress of the live publishers. */
export async function findPublishers(db: Db): Promise<Publishers> {
  const [row] = await db
    .select({
      cursor: sql<number | null>`min(${nodes.cursor})`,
      failed: sql<number | null>`max(${nodes.failed})`,
    })
    .from(nodes)
    .where(
      and(
        inArray(nodes.role, ['all', 'publisher']),
        gt(nodes.heartbeat, sql`${databaseTime} - ${LIVE_MS}`),
      ),
    );
  return { cursor: row?.cursor ?? null, failed: row?.failed ?? 0 };
}

/**
 * Returns the last change of a post, not of its comments, or `undefined` if it's no longer in the
 * feed.
 */
export async function findLastChange(db: Db, postId: string): Promise<ChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(changes)
    .where(and(eq(changes.postId, postId), inArray(changes.action, ['publish', 'remove'])))
    .orderBy(desc(changes.seq))
    .limit(1);
  return row;
}
