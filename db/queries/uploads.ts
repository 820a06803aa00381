import { and, asc, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { pictures, posts, settings, users } from '../schema.ts';
import type { PictureRow } from './pictures.ts';

/** Places given out for uploads are settings of this prefix, so that every process knows them. */
const PREFIX = 'upload:';
/** Uploads that must be looked at an hour later: whether anything shows them by then. */
const RECENT = 'recent-picture:';
const BATCH = 200;

/** Notes a place under a name. Gives false, and changes nothing, when the name is taken. */
export async function insertPendingUpload(tx: Db, name: string, value: string): Promise<boolean> {
  const rows = await tx
    .insert(settings)
    .values({ key: PREFIX + name, value })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  return rows.length > 0;
}

export async function findPendingUpload(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(settings)
    .where(eq(settings.key, PREFIX + name));
  return row?.value;
}

/** Takes the note away. Gives what it said; undefined when somebody else was faster. */
export async function takePendingUpload(tx: Db, name: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(settings)
    .where(eq(settings.key, PREFIX + name))
    .returning();
  return row?.value;
}

export async function listPendingUploads(db: Db): Promise<{ name: string; value: string }[]> {
  return await listByPrefix(db, PREFIX);
}

export async function noteRecentPicture(tx: Db, name: string, at: Date): Promise<void> {
  const value = String(at.getTime());
  await tx
    .insert(settings)
    .values({ key: RECENT + name, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Names of the noted pictures that were made before an instant. */
export async function listRecentPictures(db: Db, before: Date): Promise<string[]> {
  const noted = await listByPrefix(db, RECENT);
  return noted.filter(({ value }) => Number(value) < before.getTime()).map(({ name }) => name);
}

export async function forgetRecentPicture(tx: Db, name: string): Promise<void> {
  await tx.delete(settings).where(eq(settings.key, RECENT + name));
}

/** A range of the primary key, which `like` would not use. */
async function listByPrefix(db: Db, prefix: string): Promise<{ name: string; value: string }[]> {
  const rows = await db
    .select()
    .from(settings)
    .where(and(gte(settings.key, prefix), lt(settings.key, `${prefix.slice(0, -1)};`)));
  return rows.map((row) => ({ name: row.key.slice(prefix.length), value: row.value }));
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

/** Does a post show this picture that was written or changed since an instant? */
export async function isPictureInPosts(db: Db, url: string, since: Date): Promise<boolean> {
  const [post] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        gte(posts.updatedAt, since),
        or(eq(posts.image, url), sql`instr(${posts.content}, ${url}) > 0`),
      ),
    )
    .limit(1);
  return post !== undefined;
}

/** All texts in which a picture may be named, in batches: whole sites do not fit into memory. */
export async function* textsWithPictures(db: Db): AsyncGenerator<string[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .select({ seq: posts.seq, image: posts.image, content: posts.content })
      .from(posts)
      .where(gt(posts.seq, last))
      .orderBy(asc(posts.seq))
      .limit(BATCH);
    yield rows.flatMap((row) => [row.image, row.content]);
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.seq;
  }
  for (let last = 0; ; ) {
    const rows = await db
      .select({ seq: users.seq, picture: users.profilePicture })
      .from(users)
      .where(gt(users.seq, last))
      .orderBy(asc(users.seq))
      .limit(BATCH);
    yield rows.map((row) => row.picture);
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.seq;
  }
}
