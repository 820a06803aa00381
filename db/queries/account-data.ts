import { and, asc, eq, getTableColumns, gt, inArray, or } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  audit,
  devices,
  documents,
  invitations,
  mail,
  notifications,
  passkeys,
  pictures,
  posts,
  previewLinks,
  revisions,
  signInLinks,
  tokens,
  totpSecrets,
} from '../schema.ts';
import type { PictureRow } from './pictures.ts';
import { eachRow } from './query.ts';
import type { RevisionRow } from './revisions.ts';
import type { UserRow } from './users.ts';

// All data of one user, for the account download.

/** A long post takes a megabyte. */
const POSTS_AT_ONCE = 5;

export const eachPostOf = (db: Db, userId: string) =>
  eachRow(db, posts, { where: eq(posts.userId, userId), atOnce: POSTS_AT_ONCE });

/** Yields the user's documents, public or not. */
export const eachDocumentOf = (db: Db, userId: string) =>
  eachRow(db, documents, { where: eq(documents.userId, userId), atOnce: POSTS_AT_ONCE });

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
export const eachEventOf = (db: Db, userId: string) =>
  eachRow(db, audit, { where: eq(audit.subject, userId) });

export type NotificationRow = typeof notifications.$inferSelect;

/** Yields the user's notifications. */
export const eachNotificationOf = (db: Db, userId: string) =>
  eachRow(db, notifications, { where: eq(notifications.userId, userId) });

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
export async function listTokensOf(db: Db, user: UserRow) {
  const { kind, email, usedAt, createdAt, expiresAt } = tokens;
  const issued = await db
    .select({ kind, email, usedAt, createdAt, expiresAt })
    .from(tokens)
    .where(eq(tokens.userId, user.id));
  const { idHash: _, ...columns } = getTableColumns(signInLinks);
  const links = await db.select(columns).from(signInLinks).where(eq(signInLinks.email, user.email));
  const { role, message } = invitations;
  const invited = await db
    .select({
      email: invitations.email,
      role,
      message,
      usedAt: invitations.usedAt,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(eq(invitations.email, user.email));
  return [
    ...issued,
    ...links.map((link) => ({ kind: 'sign-in-link', ...link })),
    ...invited.map((invitation) => ({ kind: 'invitation', ...invitation })),
  ];
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
