import type { Db } from '../../db/client.ts';
import { recordComments } from '../../db/queries/changes.ts';
import { deleteActivity, deleteSomeActivity } from '../../db/queries/comment-states.ts';
import { deleteSomeUnpublished, handOverUnpublished } from '../../db/queries/unpublished.ts';
import {
  deleteUser,
  findFirstAdmin,
  lockAdmins,
  lockUser,
  type UserRow,
} from '../../db/queries/users.ts';
import { can, requireFactorFor } from '../access/permissions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import { waitUntilRemoved } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';
import { refreshAuthorPages } from './author-pages.ts';
import { requireAnotherAdmin } from './role.ts';

/** Comments, and likes, deleted per transaction. */
const SLICE = 500;
/** Drafts deleted per transaction. They can be long and have many versions. */
const DRAFTS_SLICE = 20;

/**
 * Deletes an account with its sessions, comments, likes and mail. Users can delete their own
 * account, which requires a fresh session and deletes their drafts; drafts of pages go to the first
 * administrator. Administrators can also delete members' accounts, and get the drafts. Posts that
 * were once public stay, with their versions.
 * Comments are deleted in slices before the account, so thousands of them don't block other writes.
 */
export async function deleteAccount(
  services: Pick<Services, 'database' | 'env' | 'now' | 'publisher' | 'siteTarget' | 'log'>,
  caller: Caller,
  userId: string,
): Promise<void> {
  const own = caller.user.id === userId;
  const rules = { fresh: own, ...(own && caller.user.isAdmin && { lockFirst: lockAdmins }) };
  const removed = new Set<string>();
  const remove = async (tx: Db, user: UserRow): Promise<true | null> => {
    requireDeletable(user, caller, userId);
    const target = await lockUser(tx, userId);
    if (!target) throw new NotFoundError('There is no such user.');
    if (target.isAdmin && !own) {
      throw new ForbiddenError('The account of an administrator can be deleted only by its owner.');
    }
    await requireAnotherAdmin(tx, target, 'deleted', services.now());
    const now = services.now();
    const { hasMore, posts } = await deleteSomeActivity(tx, userId, { limit: SLICE, now });
    for (const post of posts) removed.add(post);
    const recordRemovals = () => recordComments(tx, posts, now, { isRemoval: true });
    if (hasMore) {
      await recordRemovals();
      return null;
    }
    if (own && (await deleteSomeUnpublished(tx, userId, DRAFTS_SLICE)) === DRAFTS_SLICE) {
      await recordRemovals();
      return null;
    }
    await deleteUser(tx, target.id);
    const heir = own ? await findFirstAdmin(tx) : user;
    const drafts = heir ? await handOverUnpublished(tx, userId, heir.id) : 0;
    const details = { role: target.role, ...(heir && drafts > 0 && { draftsTo: heir.id }) };
    const entry = { action: 'user.delete', subject: userId, details } as const;
    await auditAs(tx, services, caller, entry);
    await refreshAuthorPages(tx, userId, now);
    await recordRemovals();
    return true;
  };
  await inSlices(() => writeAs(services, caller, rules, remove));
  await waitUntilRemoved(services, [...removed]);
}

/** Throws a ForbiddenError unless the user may delete this account. `caller` has their session. */
export function requireDeletable(
  user: UserRow,
  { session: { lacksSecondFactor } }: Pick<Caller, 'session'>,
  owner: string,
): void {
  if (!can(user, 'user.delete', { owner })) {
    throw new ForbiddenError('You may delete only your own account.');
  }
  requireFactorFor('user.delete', { user, lacksSecondFactor }, owner);
}

/**
 * Deletes a user in an open transaction. The first administrator gets the drafts. Throws a
 * ConflictError for the last administrator.
 */
export async function deleteUserUnlessLastAdmin(tx: Db, user: UserRow, now: Date): Promise<void> {
  await requireAnotherAdmin(tx, user, 'deleted', now);
  const posts = await deleteActivity(tx, user.id, now);
  await deleteUser(tx, user.id);
  const heir = await findFirstAdmin(tx);
  if (heir) await handOverUnpublished(tx, user.id, heir.id);
  await recordComments(tx, posts, now, { isRemoval: true });
}
