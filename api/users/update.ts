import { z } from 'zod';
import { defaultAvatar } from '../../db/avatar.ts';
import { deleteUserSessionsExcept } from '../../db/queries/sessions.ts';
import { type UserChanges, type UserRow, updateUser } from '../../db/queries/users.ts';
import { whenItsTurn } from '../auth/hashing-queue.ts';
import { hashSessionId } from '../auth/lucia.ts';
import { hashPassword, newPassword } from '../auth/passwords.ts';
import { currentPassword } from '../auth/reauthenticate.ts';
import { type Caller, requireFresh, writeAs } from '../auth/write.ts';
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
  currentPassword,
});

type AccountChanges = Omit<z.output<typeof accountChanges>, 'currentPassword'>;

/**
 * Changes the caller's account and returns it as it is now. A new password ends the user's other
 * sessions; a new e-mail is not proven to be the user's. Both take a fresh session.
 *
 * @throws {ConflictError} when username or e-mail is taken
 */
export async function updateAccount(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  { password, ...input }: AccountChanges,
): Promise<UserRow> {
  const { database, now } = services;
  const { user } = caller;
  const fresh = ({ email }: UserRow) =>
    password !== undefined || (input.email !== undefined && input.email !== email);
  // Before anything is looked up or hashed. `writeAs` decides.
  if (fresh(user)) requireFresh(services, caller.session);
  await requireFree(database.read, input, user.id);
  const passwordHash =
    password === undefined ? undefined : await whenItsTurn(() => hashPassword(password));
  return await writeAs(services, caller, { fresh }, async (tx, current) => {
    await requireFree(tx, input, current.id);
    const changes: UserChanges = { ...input, ...defaultPicture(current, input) };
    if (passwordHash !== undefined) changes.passwordHash = passwordHash;
    if (input.email !== undefined && input.email !== current.email) changes.emailVerified = false;
    if (Object.keys(changes).length === 0) return current;
    const changed = await updateUser(tx, current.id, changes, now());
    if (!changed) throw new UnauthorizedError();
    if (passwordHash !== undefined) {
      await deleteUserSessionsExcept(tx, current.id, hashSessionId(caller.session.id));
    }
    return changed;
  });
}

/** A generated picture follows the username that it was generated from. */
function defaultPicture(current: UserRow, { username, profilePicture }: AccountChanges) {
  const isDefault = current.profilePicture === defaultAvatar(current.username);
  const follows = username !== undefined && profilePicture === undefined && isDefault;
  return follows ? { profilePicture: defaultAvatar(username) } : {};
}
