import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { documents, hiddenPosts, pictures, posts, revisions, users } from '../schema.ts';
import { BATCH_SIZE, inBatches, partsOf } from './query.ts';
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

/** Uploads that check the quotas take turns: each counts what the one before has stored. */
export async function lockQuotas(tx: Db): Promise<void> {
  if (engine === 'postgres') await setSetting(tx, 'lock:quotas', '');
}

/** Returns the bytes of all pictures with their variants: those of a user, and of all users. */
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

export async function listPictures(db: Db): Promise<PictureRow[]> {
  return await db.select().from(pictures);
}

export async function listProfilePicturesOf(db: Db, userId: string): Promise<PictureRow[]> {
  return await db
    .select()
    .from(pictures)
    .where(and(eq(pictures.userId, userId), eq(pictures.kind, 'profile')));
}

/**
 * Yields the texts of posts, drafts, their versions and users that may contain the URL of a
 * picture.
 */
export async function* textsWithPictures(db: Db): AsyncGenerator<string[]> {
  yield* textsOf(db, posts);
  yield* textsOf(db, documents);
  yield* textsOfVersions(db);
  for (const { post } of await db.select({ post: hiddenPosts.post }).from(hiddenPosts)) {
    const { image, content, seo } = JSON.parse(post) as typeof posts.$inferSelect;
    yield [image, content, seo?.image ?? ''];
  }
  const fromUsers = inBatches((seq) =>
    db
      .select({ seq: users.seq, picture: users.profilePicture })
      .from(users)
      .where(gt(users.seq, seq))
      .orderBy(asc(users.seq))
      .limit(BATCH_SIZE),
  );
  for await (const { picture } of fromUsers) yield [picture];
}

async function* textsOf(db: Db, table: typeof posts | typeof documents): AsyncGenerator<string[]> {
  const rows = inBatches((seq) =>
    db
      .select({ seq: table.seq, image: table.image, content: table.content, seo: table.seo })
      .from(table)
      .where(gt(table.seq, seq))
      .orderBy(asc(table.seq))
      .limit(BATCH_SIZE),
  );
  for await (const { image, content, seo } of rows) yield [image, content, seo.image ?? ''];
}

/** A version can be restored, with its pictures. */
async function* textsOfVersions(db: Db): AsyncGenerator<string[]> {
  const { documentId, number, meta, content } = revisions;
  for (let last = { documentId: '', number: 0 }; ; ) {
    const rows = await db
      .select({ documentId, number, meta, content })
      .from(revisions)
      .where(
        or(
          gt(documentId, last.documentId),
          and(eq(documentId, last.documentId), gt(number, last.number)),
        ),
      )
      .orderBy(asc(documentId), asc(number))
      .limit(BATCH_SIZE);
    for (const row of rows) yield [row.meta.image, row.content, row.meta.seo.image ?? ''];
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
    await nextTurn();
  }
}
