import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { pictures } from '../schema.ts';
import { partsOf } from './query.ts';
import { setSetting } from './settings.ts';

export type PictureRow = typeof pictures.$inferSelect;

/** Inserts a picture, or replaces the one with the same URL. */
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

/** Returns the pictures with these URLs, in no particular order. */
export async function findPictures(db: Db, urls: string[]): Promise<PictureRow[]> {
  const found: PictureRow[] = [];
  for (const part of partsOf(urls)) {
    found.push(...(await db.select().from(pictures).where(inArray(pictures.url, part))));
  }
  return found;
}

export async function deletePicture(tx: Db, url: string): Promise<PictureRow | undefined> {
  const [row] = await tx.delete(pictures).where(eq(pictures.url, url)).returning();
  return row;
}

/** Uploads that check the quotas take turns: each sees what the previous one has stored. */
export async function lockQuotas(tx: Db): Promise<void> {
  if (engine === 'postgres') await setSetting(tx, 'lock:quotas', '');
}

/** Returns the bytes of all pictures with their variants: of one user, and of all users. */
export async function sumStoredBytes(
  db: Db,
  userId: string,
): Promise<{ user: number; site: number }> {
  const [row] = await db
    .select({
      user: sql<number>`coalesce(sum(${pictures.storedBytes}) filter (where ${pictures.userId} = ${userId}), 0)`,
      site: sql<number>`coalesce(sum(${pictures.storedBytes}), 0)`,
    })
    .from(pictures);
  return row ?? { user: 0, site: 0 };
}

/**
 * Returns the bytes of all pictures with their variants. Early versions didn't record a picture's
 * variants, so only the picture itself is included.
 */
export async function sumPictureBytes(db: Db): Promise<number> {
  const { storedBytes, bytes: own } = pictures;
  const larger = sql`case when ${storedBytes} > ${own} then ${storedBytes} else ${own} end`;
  const bytes = sql`coalesce(sum(${larger}), 0)`.mapWith(Number);
  const [row] = await db.select({ bytes }).from(pictures);
  return row?.bytes ?? 0;
}

export async function listPictures(db: Db): Promise<PictureRow[]> {
  return await db.select().from(pictures);
}

export async function listProfilePicturesOf(db: Db, userId: string): Promise<PictureRow[]> {
  return await db
    .select()
    .from(pictures)
    .where(and(eq(pictures.userId, userId), eq(pictures.kind, 'profile')));
}
