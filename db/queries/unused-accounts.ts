import { and, eq, gt, inArray, lt, notInArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  documents,
  identities,
  likes,
  mail,
  passkeys,
  pictures,
  sessions,
  users,
} from '../schema.ts';
import { commentAuthors } from './comments-table.ts';

/** So that a transaction doesn't hold the database for long. The next round deletes the rest. */
const MAX_AT_ONCE = 500;

/**
 * Deletes readers who were mailed a link to confirm their email before `askedBefore`, didn't use
 * it, aren't signed in, and left nothing on the site. Returns their ids.
 */
export async function deleteUnusedAccounts(
  tx: Db,
  { askedBefore, now }: { askedBefore: Date; now: Date },
): Promise<string[]> {
  const asked = tx
    .select({ to: mail.to })
    .from(mail)
    .where(
      and(eq(mail.kind, 'verify-email'), eq(mail.state, 'sent'), lt(mail.createdAt, askedBefore)),
    );
  const active = [likes, documents, pictures, identities, passkeys].map((table) =>
    notInArray(users.id, tx.select({ userId: table.userId }).from(table)),
  );
  const signedIn = tx
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(gt(sessions.expiresAt, now));
  const unused = tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.emailVerified, false),
        eq(users.role, 'reader'),
        lt(users.createdAt, askedBefore),
        inArray(users.email, asked),
        notInArray(users.id, signedIn),
        notInArray(users.id, commentAuthors(tx)),
        ...active,
      ),
    )
    .limit(MAX_AT_ONCE);
  const rows = await tx.delete(users).where(inArray(users.id, unused)).returning({ id: users.id });
  return rows.map(({ id }) => id);
}
