import { z } from 'zod';
import { deletePreviewLinksBy } from '../../db/queries/preview-links.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import { findUserById, lockAdmins, type UserRow, updateUser } from '../../db/queries/users.ts';
import { isSuspended } from '../access/suspension.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { visibleText } from '../content/invisible.ts';
import { FOREVER, MAX_REASON_LENGTH } from '../contract/users.ts';
import { BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { requireAnotherAdmin } from './role.ts';

const UNTIL = 'until must be a time such as "2027-01-31T00:00:00Z", or null.';
const LAST = Date.parse(FOREVER);

export const suspensionInput = z.object({
  until: z.iso.datetime({ offset: true, error: UNTIL }).nullable(),
  reason: z
    .string('reason must be text.')
    .transform((text) => visibleText(text).trim())
    .refine(
      (text) => text.length <= MAX_REASON_LENGTH,
      `reason must have at most ${MAX_REASON_LENGTH} characters.`,
    )
    .default(''),
});

interface SuspensionChange {
  user: UserRow;
  changed: boolean;
}

/**
 * Suspends a user on behalf of an administrator and ends the user's sessions and preview links, or
 * lifts a suspension. Throws a BadRequestError, a NotFoundError, or a ConflictError for the
 * caller's own account and the last administrator.
 */
export async function suspendUser(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  userId: string,
  { until, reason }: z.output<typeof suspensionInput>,
): Promise<SuspensionChange> {
  const rules = { verb: 'user.suspend', lockFirst: lockAdmins } as const;
  const end = until === null ? null : new Date(until);
  return await writeAs(services, caller, rules, async (tx, { id: ownId }) => {
    const now = services.now();
    if (end && end <= now) throw new BadRequestError('until must be in the future.');
    if (end && end.getTime() > LAST) throw new BadRequestError(UNTIL);
    const user = await findUserById(tx, userId);
    if (!user) throw new NotFoundError('There is no such user.');
    if (user.id === ownId) throw new ConflictError("You can't suspend your own account.");
    if (!end && !isSuspended(user, now)) return { user, changed: false };
    if (end) await requireAnotherAdmin(tx, user, 'suspended', now);
    const changes = { suspendedUntil: end, suspendedReason: end ? reason : '' };
    const details = end ? { until: end.toISOString(), reason } : { until: null };
    const [changed] = await Promise.all([
      updateUser(tx, userId, changes, now),
      end && deleteUserSessions(tx, userId),
      end && deletePreviewLinksBy(tx, userId),
      auditAs(tx, services, caller, { action: 'user.suspend', subject: userId, details }),
    ]);
    return { user: changed ?? user, changed: true };
  });
}
