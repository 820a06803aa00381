import type { Db } from '../../db/client.ts';
import { findUserByEmail, findUserByUsername } from '../../db/queries/users.ts';
import { ConflictError } from '../errors.ts';

/** Throws a ConflictError when a user other than `exceptId` has this username or email. */
export async function requireFree(
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
    if (holder && holder.id !== exceptId) throw new ConflictError('Email is already in use.');
  }
}
