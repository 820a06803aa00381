import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, revisions, users } from '../schema.ts';
import { postTexts } from './posts-table.ts';
import { BATCH_SIZE, inBatches } from './query.ts';

/** Yields the texts of posts, drafts, versions and users that may contain picture URLs. */
export async function* textsWithPictures(db: Db): AsyncGenerator<string[]> {
  yield* textsOfPosts(db);
  yield* textsOfDrafts(db);
  yield* textsOfVersions(db);
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

async function* textsOfPosts(db: Db): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const rows = await postTexts(db, last, BATCH_SIZE);
    for (const { image, content, seo } of rows) yield [image, content, seo.image ?? ''];
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
    await nextTurn();
  }
}

async function* textsOfDrafts(db: Db): AsyncGenerator<string[]> {
  const { seq, image, content, seo } = documents;
  const rows = inBatches((last) =>
    db
      .select({ seq, image, content, seo })
      .from(documents)
      .where(gt(seq, last))
      .orderBy(asc(seq))
      .limit(BATCH_SIZE),
  );
  for await (const row of rows) yield [row.image, row.content, row.seo.image ?? ''];
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
