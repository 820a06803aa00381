import { and, asc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { nodes } from '../schema.ts';
import { databaseTime } from './clock.ts';

export type NodeRow = typeof nodes.$inferSelect;
export type NodeState = Omit<NodeRow, 'heartbeat'>;

/** A node with an older last heartbeat has ended, or can't reach the database. */
export const LIVE_MS = 20_000;
/** How long to keep the row of a node that ended without removing it. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const msAgo = (ms: number): SQL => sql`${databaseTime} - ${ms}`;

/** Writes the row of a node, with a new heartbeat. */
export async function upsertNode(tx: Db, node: NodeState): Promise<void> {
  const values = { ...node, heartbeat: sql`${databaseTime}` };
  await tx.insert(nodes).values(values).onConflictDoUpdate({ target: nodes.id, set: values });
}

/**
 * Returns the running processes, and those that ended in the last day without removing their row.
 */
export async function listNodes(db: Db): Promise<NodeRow[]> {
  return await db.select().from(nodes).orderBy(asc(nodes.id));
}

/** Returns a live node other than this one that has a data folder, or `undefined`. */
export async function findOtherNode(db: Db, id: string): Promise<NodeRow | undefined> {
  const isOther = and(ne(nodes.id, id), ne(nodes.role, 'function'));
  const rows = await db
    .select()
    .from(nodes)
    .where(and(gt(nodes.heartbeat, msAgo(LIVE_MS)), isOther))
    .limit(1);
  return rows[0];
}

export async function deleteNode(tx: Db, id: string): Promise<void> {
  await tx.delete(nodes).where(eq(nodes.id, id));
}

/** Deletes the rows of nodes that ended more than a day ago. */
export async function deleteDeadNodes(tx: Db): Promise<void> {
  await tx.delete(nodes).where(lt(nodes.heartbeat, msAgo(KEPT_MS)));
}
