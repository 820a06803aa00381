import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { identities, users, type VerifiedIdentity } from '../schema.ts';
import type { UserRow } from './users.ts';

/** An account at an identity provider. */
type Identity = Pick<VerifiedIdentity, 'issuer' | 'subject'>;

/** Links an identity to an account. Throws if it's already linked. */
export async function insertIdentity(
  tx: Db,
  { issuer, subject }: Identity,
  userId: string,
  createdAt: Date,
  fromUnknownBrowser = false,
): Promise<void> {
  await tx.insert(identities).values({ issuer, subject, userId, createdAt, fromUnknownBrowser });
}

/** Returns the user that an identity signs in. */
export async function findUserByIdentity(
  db: Db,
  { issuer, subject }: Identity,
): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.user;
}

export type IdentityRow = typeof identities.$inferSelect;

/** Returns the identities linked to an account, oldest first. */
export async function listIdentities(
  db: Db,
  userId: string,
): Promise<Pick<IdentityRow, 'issuer' | 'subject' | 'createdAt'>[]> {
  const { issuer, subject, createdAt } = identities;
  return await db
    .select({ issuer, subject, createdAt })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(createdAt), asc(issuer));
}

export async function deleteIdentity(
  tx: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<void> {
  await tx
    .delete(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
}

/** Returns whether an identity of this issuer is linked to the account. */
export async function hasIdentityOf(db: Db, userId: string, issuer: string): Promise<boolean> {
  const isLinked = and(eq(identities.userId, userId), eq(identities.issuer, issuer));
  return (await db.$count(identities, isLinked)) > 0;
}
