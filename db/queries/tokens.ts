import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { tokens } from '../schema.ts';
import { forUpdate } from './query.ts';
import { endSignInLinks } from './sign-in-links.ts';

export type TokenRow = typeof tokens.$inferSelect;
export type TokenKind = TokenRow['kind'];

export async function insertToken(
  tx: Db,
  row: Omit<typeof tokens.$inferInsert, 'codeTries' | 'usedAt'>,
): Promise<void> {
  await tx.insert(tokens).values(row);
}

/** Finds a token of one kind, even if it was used or has expired. */
export async function findToken(
  db: Db,
  idHash: string,
  kind: TokenKind,
): Promise<TokenRow | undefined> {
  const [row] = await db
    .select()
    .from(tokens)
    .where(and(eq(tokens.idHash, idHash), eq(tokens.kind, kind)));
  return row;
}

/** Uses up a token. Returns false if another transaction did, or it was deleted. */
export async function markTokenUsed(tx: Db, idHash: string, usedAt: Date): Promise<boolean> {
  const rows = await tx
    .update(tokens)
    .set({ usedAt })
    .where(and(eq(tokens.idHash, idHash), isNull(tokens.usedAt)))
    .returning({ idHash: tokens.idHash });
  return rows.length > 0;
}

/**
 * Invalidates the tokens of a user; with `after`, only those issued later. By default, links that
 * undo an email change stay valid: only an older one may end them. Otherwise, a thief could end
 * them. Links that sign in end together with those that reset the password.
 */
export async function endTokens(
  tx: Db,
  userId: string,
  {
    kinds = ['reset-password', 'verify-email'],
    usedAt,
    after,
  }: { kinds?: readonly TokenKind[]; usedAt: Date; after?: Date },
): Promise<void> {
  if (kinds.includes('reset-password')) await endSignInLinks(tx, userId, usedAt);
  await tx
    .update(tokens)
    .set({ usedAt })
    .where(
      and(
        eq(tokens.userId, userId),
        inArray(tokens.kind, [...kinds]),
        isNull(tokens.usedAt),
        after && gt(tokens.createdAt, after),
      ),
    );
}

/** Returns when the newest token of a kind was issued to a user. */
export async function newestTokenTime(
  tx: Db,
  userId: string,
  kind: TokenKind,
): Promise<Date | undefined> {
  const [row] = await tx
    .select({ createdAt: tokens.createdAt })
    .from(tokens)
    .where(and(eq(tokens.userId, userId), eq(tokens.kind, kind)))
    .orderBy(desc(tokens.createdAt))
    .limit(1);
  return row?.createdAt;
}

/** Invalidates the codes of a user's earlier tokens. Their links still work. */
export async function endCodes(tx: Db, userId: string, kind: TokenKind): Promise<void> {
  await tx
    .update(tokens)
    .set({ codeHash: null })
    .where(and(eq(tokens.userId, userId), eq(tokens.kind, kind)));
}

/** Locks and returns a user's valid token with a code, or `undefined`. */
export async function lockTokenWithCode(
  tx: Db,
  { userId, kind, now }: { userId: string; kind: TokenKind; now: Date },
): Promise<TokenRow | undefined> {
  const [row] = await forUpdate(
    tx
      .select()
      .from(tokens)
      .where(
        and(
          eq(tokens.userId, userId),
          eq(tokens.kind, kind),
          isNotNull(tokens.codeHash),
          isNull(tokens.usedAt),
          gt(tokens.expiresAt, now),
        ),
      )
      .orderBy(desc(tokens.createdAt))
      .limit(1),
  );
  return row;
}

/** Counts one attempt at the code of a token. */
export async function countCodeTry(tx: Db, idHash: string): Promise<void> {
  await tx
    .update(tokens)
    .set({ codeTries: sql`${tokens.codeTries} + 1` })
    .where(eq(tokens.idHash, idHash));
}

/** Returns whether another user can still restore this email by undoing a change. */
export async function isEmailReserved(
  db: Db,
  {
    email,
    exceptUserId = '',
    now,
  }: { email: string; exceptUserId?: string | undefined; now: Date },
): Promise<boolean> {
  const held = and(
    eq(tokens.kind, 'undo-email-change'),
    eq(tokens.email, email),
    ne(tokens.userId, exceptUserId),
    isNull(tokens.usedAt),
    gt(tokens.expiresAt, now),
  );
  return (await db.$count(tokens, held)) > 0;
}

export async function deleteTokensExpiredBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(tokens).where(lt(tokens.expiresAt, before));
}
