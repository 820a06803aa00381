import { asc } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { nodes } from '../schema.ts';

export type NodeRow = typeof nodes.$inferSelect;

/** Returns the running processes, and those that ended a short time ago. */
export async function listNodes(db: Db): Promise<NodeRow[]> {
  return await db.select().from(nodes).orderBy(asc(nodes.id));
}
