import { z } from 'zod';
import { type UserRow, updateUser } from '../../db/queries/users.ts';
import { MAIL_TIMES, MAILED_KINDS } from '../../db/schema/types.ts';
import { can } from '../access/permissions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import type { MailPreferences, NotificationPreferences } from '../contract/notifications.ts';
import type { Services } from '../services.ts';

/**
 * Replies are mailed at once, because people wait for them. Moderators opt in to mail about waiting
 * comments.
 */
export const DEFAULTS: MailPreferences = {
  reply: 'now',
  comment: 'daily',
  held: 'never',
  approved: 'never',
  removed: 'never',
  waiting: 'never',
};

const KINDS = MAILED_KINDS.map((kind) => [
  kind,
  z.enum(MAIL_TIMES, `${kind} must be now, daily or never.`).optional(),
]);

/** Absent kinds keep their value. */
export const preferencesInput = z.object(
  Object.fromEntries(KINDS) as Record<keyof MailPreferences, z.ZodOptional<z.ZodEnum<Times>>>,
);

type Times = { [Time in (typeof MAIL_TIMES)[number]]: Time };

/** Returns when a member wants mail about each kind. */
export function preferencesOf(user: Pick<UserRow, 'id' | 'role' | 'notify'>): MailPreferences {
  const preferences = { ...DEFAULTS, ...user.notify };
  return can(user, 'comment.moderate') ? preferences : { ...preferences, waiting: 'never' };
}

/** Returns whether a member may get mail about comments at all. */
export function isMailable(
  user: Pick<UserRow, 'email' | 'emailVerified' | 'suspendedUntil'>,
  now: Date,
): boolean {
  const isSuspended = user.suspendedUntil !== null && user.suspendedUntil > now;
  return user.email !== '' && user.emailVerified && !isSuspended;
}

export function toPreferences(
  user: UserRow,
  { env }: Pick<Services, 'env'>,
): NotificationPreferences {
  return {
    mail: preferencesOf(user),
    siteSendsMail: env.mail !== undefined,
    emailVerified: user.emailVerified,
  };
}

/** Changes when the caller gets mail. */
export async function changePreferences(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  wanted: z.output<typeof preferencesInput>,
): Promise<NotificationPreferences> {
  return await writeAs(services, caller, {}, async (tx, user) => {
    const notify = { ...user.notify, ...wanted };
    const changed = await updateUser(tx, user.id, { notify }, services.now());
    return toPreferences(changed ?? user, services);
  });
}
