import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, desc, eq, gt, or } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, hiddenPosts, pictures, posts, revisions, users } from '../schema.ts';
import type { PictureRow } from './pictures.ts';
import { BATCH_SIZE, inBatches } from './query.ts';

/** Texts that may contain the URLs of pictures, with what they belong to. */
export interface PicturedTexts {
  kind: 'post' | 'draft' | 'version' | 'profile';
  id: string;
  /** The author, or the user with the profile. */
  userId: string;
  title: string;
  slug?: string;
  texts: string[];
}

/** Returns the pictures of one user or, without a user, of all. Newest first. */
export async function listLibrary(db: Db, userId: string | undefined): Promise<PictureRow[]> {
  return await db
    .select()
    .from(pictures)
    .where(userId === undefined ? undefined : eq(pictures.userId, userId))
    .orderBy(desc(pictures.createdAt), asc(pictures.url));
}

export async function updateAlt(tx: Db, url: string, alt: string): Promise<void> {
  await tx.update(pictures).set({ alt }).where(eq(pictures.url, url));
}

/** Yields everything that can show a picture: public posts first, versions after their drafts. */
export async function* listPicturedTexts(db: Db): AsyncGenerator<PicturedTexts> {
  yield* textsOf(db, posts);
  yield* textsOf(db, documents);
  for (const { id, post } of await db.select().from(hiddenPosts)) {
    const { userId, title, image, content, seo } = JSON.parse(post) as typeof posts.$inferSelect;
    yield { kind: 'draft', id, userId, title, texts: [image, content, seo?.image ?? ''] };
  }
  yield* textsOfVersions(db);
  const { seq, id, username, profilePicture } = users;
  const fromUsers = inBatches((last) =>
    db
      .select({ seq, id, username, profilePicture })
      .from(users)
      .where(gt(seq, last))
      .orderBy(asc(seq))
      .limit(BATCH_SIZE),
  );
  for await (const user of fromUsers) {
    const { id: userId, username: title, profilePicture: picture } = user;
    yield { kind: 'profile', id: userId, userId, title, texts: [picture] };
  }
}

async function* textsOf(
  db: Db,
  table: typeof posts | typeof documents,
): AsyncGenerator<PicturedTexts> {
  const { seq, id, userId, title, slug, image, content, seo } = table;
  const rows = inBatches((last) =>
    db
      .select({ seq, id, userId, title, slug, image, content, seo })
      .from(table)
      .where(gt(seq, last))
      .orderBy(asc(seq))
      .limit(BATCH_SIZE),
  );
  for await (const row of rows) {
    const texts = [row.image, row.content, row.seo.image ?? ''];
    const shared = { id: row.id, userId: row.userId, title: row.title, texts };
    yield table === posts
      ? { ...shared, kind: 'post', slug: row.slug }
      : { ...shared, kind: 'draft' };
  }
}

async function* textsOfVersions(db: Db): AsyncGenerator<PicturedTexts> {
  const { documentId, number, title, meta, content } = revisions;
  for (let last = { documentId: '', number: 0 }; ; ) {
    const rows = await db
      .select({ documentId, number, title, meta, content, userId: documents.userId })
      .from(revisions)
      .innerJoin(documents, eq(documents.id, documentId))
      .where(
        or(
          gt(documentId, last.documentId),
          and(eq(documentId, last.documentId), gt(number, last.number)),
        ),
      )
      .orderBy(asc(documentId), asc(number))
      .limit(BATCH_SIZE);
    for (const row of rows) {
      const texts = [row.meta.image, row.content, row.meta.seo.image ?? ''];
      yield { kind: 'version', id: row.documentId, userId: row.userId, title: row.title, texts };
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
    await nextTurn();
  }
}
