import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

/**
 * Returns whether the email is considered proven. For roles above `reader`, it always is: an
 * administrator chose these users, and the first one can't confirm their own before mail is set up.
 */
export function hasProvenEmail({ emailVerified, role }: Pick<UserRow, 'emailVerified' | 'role'>) {
  return emailVerified || role !== 'reader';
}

/** Throws a ForbiddenError if the site requires a confirmed email to comment, and it isn't. */
export async function requireVerifiedEmail(
  tx: Db,
  { env }: Pick<Services, 'env'>,
  user: Pick<UserRow, 'emailVerified' | 'role'>,
): Promise<void> {
  // Without mail, users couldn't confirm it.
  if (hasProvenEmail(user) || env.mail === undefined) return;
  const { verifyBeforeComment } = await readOwnerSettings(tx);
  if (!verifyBeforeComment) return;
  throw new ForbiddenError(
    'Please confirm your email before you comment. We sent you a link; your profile can send it again.',
    'verify_email',
  );
}
