import type { Db } from '../../db/client.ts';
import {
  findToken,
  markTokenUsed,
  type TokenKind,
  type TokenRow,
} from '../../db/queries/tokens.ts';
import { lockUser, type UserRow } from '../../db/queries/users.ts';
import { BadTokenError } from '../errors.ts';
import { createLimiter, requirePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { hashToken } from './issue.ts';

/** Our tokens have 43 characters. Longer ones aren't looked up. */
const MAX_LENGTH = 100;

const UNKNOWN =
  "This link isn't valid. Maybe it was copied only in part, or a newer one replaced it.";
const TOO_MANY = 'Too many wrong links and codes from your IP address';

/** Returns a token that can still be used. Throws a BadTokenError that says why it can't. */
export async function checkToken(
  db: Db,
  { now }: Pick<Services, 'now'>,
  kind: TokenKind,
  secret: string,
): Promise<TokenRow> {
  return await checkLink(secret, now(), (idHash) => findToken(db, idHash, kind));
}

/** Returns the row that `find` finds. Throws a BadTokenError if it can't be used (anymore). */
export async function checkLink<Row extends { usedAt: Date | null; expiresAt: Date }>(
  secret: string,
  now: Date,
  find: (idHash: string) => Promise<Row | undefined>,
): Promise<Row> {
  const row = secret.length <= MAX_LENGTH ? await find(hashToken(secret)) : undefined;
  if (row === undefined) throw new BadTokenError(UNKNOWN);
  if (row.usedAt !== null) throw usedLink();
  if (row.expiresAt <= now) throw new BadTokenError('This link has expired.');
  return row;
}

export const usedLink = () => new BadTokenError('This link was already used.');

/**
 * Uses up a token in the transaction of the action that it allows. Locks and returns its user.
 * Throws a BadTokenError.
 */
export async function redeemToken(
  tx: Db,
  services: Pick<Services, 'now'>,
  kind: TokenKind,
  secret: string,
): Promise<{ token: TokenRow; user: UserRow }> {
  const { userId } = await checkToken(tx, services, kind, secret);
  // Lock the user first: everything that ends a user's tokens holds this lock.
  const user = await lockUser(tx, userId);
  if (user === undefined) throw new BadTokenError(UNKNOWN);
  const token = await checkToken(tx, services, kind, secret);
  await markTokenUsed(tx, token.idHash, services.now());
  return { token, user };
}

/** Runs `attempt`, and counts a BadTokenError against the client's address. */
export async function countWrongTokens<T>(
  services: Services,
  address: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const limiter = createLimiter(services, 'token');
  await requirePoint(limiter, address, TOO_MANY);
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof BadTokenError) {
      await services.database.transaction((tx) => limiter.add(tx, address));
    }
    throw error;
  }
}
