import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

/** Throws a ForbiddenError when the site asks for a confirmed email before the first comment. */
export async function requireVerifiedEmail(
  tx: Db,
  { env }: Pick<Services, 'env'>,
  { emailVerified }: Pick<UserRow, 'emailVerified'>,
): Promise<void> {
  // Without mail, no one could confirm theirs.
  if (emailVerified || env.mail === undefined) return;
  const { verifyBeforeComment } = await readOwnerSettings(tx);
  if (!verifyBeforeComment) return;
  throw new ForbiddenError(
    'Please confirm your email before you comment. We sent you a link; your profile can send it again.',
    'verify_email',
  );
}
