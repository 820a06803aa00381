import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { findUserById, lockAdmins, type UserRow, updateUser } from '../../db/queries/users.ts';
import { currentPassword } from '../auth/reauthenticate.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { ROLES, type Role } from '../contract/users.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

export const roleInput = z.object({
  role: z.enum(ROLES, `role must be ${ROLES.map((role) => `"${role}"`).join(' or ')}.`),
  currentPassword,
});

interface RoleChange {
  user: UserRow;
  /** False when the user had this role already. */
  changed: boolean;
}

/** Changes a user's role on behalf of an administrator. Requires a fresh session. */
export async function changeRole(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  userId: string,
  role: Role,
): Promise<RoleChange> {
  const rules = { administrator: true, fresh: true, lockFirst: lockAdmins };
  return await writeAs(services, caller, rules, async (tx) => {
    const target = await findUserById(tx, userId);
    if (!target) throw new NotFoundError('There is no such user.');
    return await setRole(tx, target, role, services.now());
  });
}

/** Changes a role in an open transaction. Throws a ConflictError for the last administrator. */
export async function setRole(tx: Db, user: UserRow, role: Role, now: Date): Promise<RoleChange> {
  if (user.role === role) return { user, changed: false };
  if (role !== 'administrator') await requireAnotherAdmin(tx, user, 'demoted');
  const changed = await updateUser(tx, user.id, { role }, now);
  return { user: changed ?? user, changed: changed !== undefined };
}

/** Throws a ConflictError when `user` is the last administrator: a site always has one. */
export async function requireAnotherAdmin(
  tx: Db,
  user: UserRow,
  change: 'demoted' | 'deleted',
): Promise<void> {
  if (user.isAdmin && (await lockAdmins(tx)) === 1) {
    throw new ConflictError(`The last administrator cannot be ${change}.`);
  }
}
