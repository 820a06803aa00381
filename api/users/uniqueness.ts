import { randomInt } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { isEmailReserved } from '../../db/queries/tokens.ts';
import { findUserByEmail, findUserByUsername } from '../../db/queries/users.ts';
import { ConflictError } from '../errors.ts';
import { MAX_USERNAME_LENGTH } from './rules.ts';

/** Numbers up to here are tried in order. After that, a popular name gets a random one. */
const MAX_ORDERED_NUMBER = 9;

/**
 * Throws a ConflictError if a user other than `exceptId` has this username or email, or could
 * restore the email: otherwise a thief could stop the owner from undoing a change.
 */
export async function requireUnique(
  db: Db,
  { username, email }: { username?: string | undefined; email?: string | undefined },
  exceptId?: string,
): Promise<void> {
  if (username !== undefined) {
    const holder = await findUserByUsername(db, username);
    if (holder && holder.id !== exceptId) throw new ConflictError('Username is already taken.');
  }
  if (email !== undefined) {
    const holder = await findUserByEmail(db, email);
    const isTaken = holder
      ? holder.id !== exceptId
      : await isEmailReserved(db, { email, exceptUserId: exceptId, now: new Date() });
    if (isTaken) throw new ConflictError('Email is already in use.');
  }
}

/** Returns a username that is free in any letter case: `name`, `name-2`, …, or `name-483920`. */
export async function freeUsername(db: Db, name: string): Promise<string> {
  for (let n = 1; ; n++) {
    const number = n <= MAX_ORDERED_NUMBER ? n : randomInt(100_000, 1_000_000);
    const suffix = n === 1 ? '' : `-${number}`;
    const candidate = name.slice(0, MAX_USERNAME_LENGTH - suffix.length) + suffix;
    if (!(await findUserByUsername(db, candidate))) return candidate;
  }
}
