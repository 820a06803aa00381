import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { recordComments } from '../../db/queries/changes.ts';
import { listCommentedPosts } from '../../db/queries/comments.ts';
import { deletePreviewLinksBy } from '../../db/queries/preview-links.ts';
import { findUserById, lockAdmins, type UserRow, updateUser } from '../../db/queries/users.ts';
import { currentPassword } from '../access/current-password.ts';
import { can, canAtAll } from '../access/permissions.ts';
import { isSuspended } from '../access/suspension.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { ROLES, type Role } from '../contract/users.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

const ROLE_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  ROLES.map((role) => `"${role}"`),
);

export const roleInput = z.object({
  role: z.enum(ROLES, `role must be ${ROLE_NAMES}.`),
  currentPassword,
});

interface RoleChange {
  user: UserRow;
  /** False if the user already had this role. */
  changed: boolean;
}

/** Changes a user's role on behalf of an administrator. Requires a fresh session. */
export async function changeRole(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  userId: string,
  role: Role,
): Promise<RoleChange> {
  const rules = { verb: 'user.role', fresh: true, lockFirst: lockAdmins } as const;
  return await writeAs(services, caller, rules, async (tx) => {
    const target = await findUserById(tx, userId);
    if (!target) throw new NotFoundError('There is no such user.');
    const { user, changed } = await setRole(tx, target, role, services.now());
    const details = { from: target.role, to: role };
    const entry = { action: 'user.role', subject: userId, details } as const;
    if (changed) await auditAs(tx, services, caller, entry);
    return { user, changed };
  });
}

/**
 * Changes a role in an open transaction, and ends the preview links of documents that the user may
 * no longer write. Throws a ConflictError for the last administrator.
 */
export async function setRole(tx: Db, user: UserRow, role: Role, now: Date): Promise<RoleChange> {
  if (user.role === role) return { user, changed: false };
  if (role !== 'administrator') await requireAnotherAdmin(tx, user, 'demoted', now);
  const changed = await updateUser(tx, user.id, { role }, now);
  const next = { id: user.id, role };
  if (!can(next, 'document.write')) {
    await deletePreviewLinksBy(tx, user.id, { keepOwn: canAtAll(next, 'document.write') });
  }
  // Comments show whether their author is an administrator.
  if (changed && changed.isAdmin !== user.isAdmin) {
    await recordComments(tx, await listCommentedPosts(tx, user.id), now);
  }
  return { user: changed ?? user, changed: changed !== undefined };
}

/**
 * Throws a ConflictError if no other administrator could act, because a site must always have one.
 * Suspended ones don't count.
 */
export async function requireAnotherAdmin(
  tx: Db,
  user: UserRow,
  change: 'demoted' | 'deleted' | 'suspended',
  now: Date,
): Promise<void> {
  if (!user.isAdmin) return;
  const others = (await lockAdmins(tx)).filter((admin) => admin.id !== user.id);
  if (others.every((admin) => isSuspended(admin, now))) {
    throw new ConflictError(`The last administrator cannot be ${change}.`);
  }
}
