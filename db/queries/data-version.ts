import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { prepared } from './prepared.ts';

const version = prepared((db) =>
  db.select({ version: sql<number>`data_version` }).from(sql`pragma_data_version`).prepare(),
);

/**
 * A number that is another one as soon as any other connection, of this process or not, has committed
 * something. Means something only for a database file, on the reading handle.
 */
export async function dataVersion(db: Db): Promise<number> {
  return (await version(db).get())?.version ?? 0;
}
