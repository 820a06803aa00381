import { lockUser, type UserRow } from '../../../db/queries/users.ts';
import { UnauthorizedError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type Browser, type SessionCookies, startSession } from '../start-session.ts';
import type { Assertion } from './credential.ts';
import { checkAssertion, recordPasskeyUse } from './verify.ts';

const REFUSALS = {
  expired: 'This sign-in took too long. Please try again.',
  unknown: "This passkey doesn't belong to an account here. It may have been removed.",
  invalid: "This passkey couldn't be verified. Please try again, or sign in with your password.",
};

/**
 * Signs in with only a passkey. No second factor is needed: the device has verified its user by
 * fingerprint, face or PIN.
 */
export async function signInWithPasskey(
  services: Services,
  { idHash, credential }: { idHash: string | undefined; credential: Assertion },
  browser: Browser,
): Promise<{ user: UserRow; cookies: SessionCookies }> {
  const refuse = (reason: keyof typeof REFUSALS, userId?: string) => {
    browser.client.report('signin.failure', { userId });
    return new UnauthorizedError(REFUSALS[reason]);
  };
  const answer = { kind: 'passkey-sign-in', idHash, userId: null, credential } as const;
  const proven = await checkAssertion(services, answer);
  if ('refused' in proven) throw refuse(proven.refused, proven.userId);
  const { userId } = proven.passkey;
  return await services.database.transaction(async (tx) => {
    // Lock the user first, as in every write: a different order would deadlock.
    const user = await lockUser(tx, userId);
    if (!user || !(await recordPasskeyUse(tx, services, proven))) throw refuse('invalid', userId);
    return { user, cookies: await startSession(tx, services, user.id, browser) };
  });
}
