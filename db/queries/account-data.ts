import { and, asc, eq, getTableColumns, gt, inArray, or } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  audit,
  devices,
  documents,
  mail,
  passkeys,
  pictures,
  posts,
  previewLinks,
  revisions,
  tokens,
  totpSecrets,
} from '../schema.ts';
import type { AuditRow } from './audit.ts';
import type { DocumentRow } from './documents.ts';
import type { PictureRow } from './pictures.ts';
import type { PostRow } from './posts.ts';
import { BATCH_SIZE, inBatches } from './query.ts';
import type { RevisionRow } from './revisions.ts';
import type { UserRow } from './users.ts';

// All data of one user, for the account download.

/** A long post has a megabyte. */
const POSTS_AT_ONCE = 5;

export function eachPostOf(db: Db, userId: string): AsyncGenerator<PostRow> {
  return inBatches((last) =>
    db
      .select()
      .from(posts)
      .where(and(eq(posts.userId, userId), gt(posts.seq, last)))
      .orderBy(asc(posts.seq))
      .limit(POSTS_AT_ONCE),
  );
}

/** Yields the user's documents, public or not. */
export function eachDocumentOf(db: Db, userId: string): AsyncGenerator<DocumentRow> {
  return inBatches((last) =>
    db
      .select()
      .from(documents)
      .where(and(eq(documents.userId, userId), gt(documents.seq, last)))
      .orderBy(asc(documents.seq))
      .limit(POSTS_AT_ONCE),
  );
}

/** Yields the versions of the user's documents. */
export async function* eachVersionOf(db: Db, userId: string): AsyncGenerator<RevisionRow> {
  const { documentId, number } = revisions;
  for (let last = { documentId: '', number: 0 }; ; ) {
    const isNext = or(
      gt(documentId, last.documentId),
      and(eq(documentId, last.documentId), gt(number, last.number)),
    );
    const rows = await db
      .select(getTableColumns(revisions))
      .from(revisions)
      .innerJoin(documents, eq(documents.id, documentId))
      .where(and(eq(documents.userId, userId), isNext))
      .orderBy(asc(documentId), asc(number))
      .limit(POSTS_AT_ONCE);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

/** Yields events of the account, and what others did to it. */
export function eachEventOf(db: Db, userId: string): AsyncGenerator<AuditRow> {
  return inBatches((last) =>
    db
      .select()
      .from(audit)
      .where(and(eq(audit.subject, userId), gt(audit.seq, last)))
      .orderBy(asc(audit.seq))
      .limit(BATCH_SIZE),
  );
}

export async function listPicturesOf(db: Db, userId: string): Promise<PictureRow[]> {
  return await db
    .select()
    .from(pictures)
    .where(eq(pictures.userId, userId))
    .orderBy(asc(pictures.createdAt), asc(pictures.url));
}

/** Without their text, which is erased once they're sent. */
export async function listMailTo(db: Db, { email, pendingEmail }: UserRow) {
  const { kind, to, state, error, createdAt, sentAt } = mail;
  return await db
    .select({ kind, to, state, error, createdAt, sentAt })
    .from(mail)
    .where(inArray(mail.to, [email, pendingEmail ?? email]))
    .orderBy(asc(createdAt));
}

/** Links in mail. Without hashes. */
export async function listTokensOf(db: Db, userId: string) {
  const { kind, email, usedAt, createdAt, expiresAt } = tokens;
  return await db
    .select({ kind, email, usedAt, createdAt, expiresAt })
    .from(tokens)
    .where(eq(tokens.userId, userId));
}

/** Without hashes. */
export async function listPreviewLinksOf(db: Db, userId: string) {
  const { documentId, createdAt, expiresAt } = previewLinks;
  return await db
    .select({ documentId, createdAt, expiresAt })
    .from(previewLinks)
    .where(eq(previewLinks.userId, userId));
}

/** Browsers that the user has signed in with. Without hashes. */
export async function listDevicesOf(db: Db, userId: string) {
  const { createdAt, expiresAt } = devices;
  return await db.select({ createdAt, expiresAt }).from(devices).where(eq(devices.userId, userId));
}

/** Returns when two-step verification was turned on, without the key. */
export async function findSecondFactorOf(db: Db, userId: string) {
  const { confirmedAt, createdAt } = totpSecrets;
  return await db
    .select({ confirmedAt, createdAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId));
}

/** Without keys. */
export async function listPasskeysOf(db: Db, userId: string) {
  const { id, name, isBackedUp, createdAt, lastUsedAt } = getTableColumns(passkeys);
  return await db
    .select({ id, name, isBackedUp, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
}
