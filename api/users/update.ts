import { z } from 'zod';
import { defaultAvatar } from '../../db/avatar.ts';
import { deleteUserSessionsExcept, findSessionWithUser } from '../../db/queries/sessions.ts';
import { type UserChanges, type UserRow, updateUser } from '../../db/queries/users.ts';
import { whenItsTurn } from '../auth/hashing-queue.ts';
import { hashSessionId } from '../auth/lucia.ts';
import { hashPassword, newPassword } from '../auth/passwords.ts';
import { UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';
import { email, profilePicture, username } from './rules.ts';
import { requireFree } from './taken.ts';

/** What owners may change of their accounts. Everything else in the body is left out here. */
export const accountChanges = z.object({
  username: username.optional(),
  email: email.optional(),
  password: newPassword.optional(),
  profilePicture: profilePicture.optional(),
});

/**
 * Changes an account and gives it as it is now. A new password ends the user's sessions but `sessionId`; a
 * new e-mail is not proven to be the user's. Throws a ConflictError when username or e-mail is taken.
 */
export async function updateAccount(
  { database, now }: Pick<Services, 'database' | 'now'>,
  user: UserRow,
  sessionId: string,
  { password, ...input }: z.output<typeof accountChanges>,
): Promise<UserRow> {
  const changes: UserChanges = { ...input };
  if (input.email !== undefined && input.email !== user.email) changes.emailVerified = false;
  const wearsDefault = user.profilePicture === defaultAvatar(user.username);
  if (input.username !== undefined && input.profilePicture === undefined && wearsDefault) {
    changes.profilePicture = defaultAvatar(input.username);
  }
  await requireFree(database.read, input, user.id);
  if (password !== undefined) {
    changes.passwordHash = await whenItsTurn(() => hashPassword(password));
  }
  if (Object.keys(changes).length === 0) return user;
  const changed = await database.transaction(async (tx) => {
    await requireFree(tx, input, user.id);
    // Hashing takes a while: a session that has ended meanwhile may set no password any more.
    if (password !== undefined && !(await findSessionWithUser(tx, hashSessionId(sessionId))))
      return undefined;
    const row = await updateUser(tx, user.id, changes, now());
    if (row && password !== undefined) {
      await deleteUserSessionsExcept(tx, user.id, hashSessionId(sessionId));
    }
    return row;
  });
  // The account or the session is gone meanwhile.
  if (!changed) throw new UnauthorizedError();
  return changed;
}
