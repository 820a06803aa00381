import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { pictures } from '../schema.ts';

export type PictureRow = typeof pictures.$inferSelect;

/** Registers a picture; one that is known under this URL is replaced. */
export async function insertPicture(
  tx: Db,
  values: typeof pictures.$inferInsert,
): Promise<PictureRow> {
  const [row] = await tx
    .insert(pictures)
    .values(values)
    .onConflictDoUpdate({ target: pictures.url, set: values })
    .returning();
  if (row === undefined) throw new Error('The picture was not written');
  return row;
}

/** Of these URLs, the pictures that we hold, in no particular order. */
export async function findPictures(db: Db, urls: string[]): Promise<PictureRow[]> {
  if (urls.length === 0) return [];
  return await db.select().from(pictures).where(inArray(pictures.url, urls));
}

/** Gives what it was, if it was there. */
export async function deletePicture(tx: Db, url: string): Promise<PictureRow | undefined> {
  const [row] = await tx.delete(pictures).where(eq(pictures.url, url)).returning();
  return row;
}

/** Bytes that the pictures of a user, or of everybody, take up with their variants. */
export async function sumStoredBytes(db: Db, userId?: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${pictures.storedBytes}), 0)` })
    .from(pictures)
    .where(userId === undefined ? undefined : eq(pictures.userId, userId));
  return row?.bytes ?? 0;
}
