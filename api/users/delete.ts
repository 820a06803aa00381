import { countAdmins, deleteUser, findUserById, type UserRow } from '../../db/queries/users.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

/**
 * Deletes an account with its sessions, comments and likes. Everybody may delete their own, administrators
 * also those of other users; the last administrator stays (ConflictError). Throws a ForbiddenError, and a
 * NotFoundError to administrators only.
 */
export async function deleteAccount(
  { database }: Pick<Services, 'database'>,
  caller: UserRow,
  userId: string,
): Promise<void> {
  const own = caller.id === userId;
  if (!own && !caller.isAdmin) throw new ForbiddenError('You may delete only your own account.');
  await database.transaction(async (tx) => {
    const target = await findUserById(tx, userId);
    if (!target) throw new NotFoundError('There is no such user.');
    if (target.isAdmin && !own) {
      throw new ForbiddenError('The account of an administrator can be deleted only by its owner.');
    }
    if (target.isAdmin && (await countAdmins(tx)) === 1) {
      throw new ConflictError('The last administrator cannot be deleted.');
    }
    await deleteUser(tx, userId);
  });
}
