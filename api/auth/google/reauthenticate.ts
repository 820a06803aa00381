import { findUserByIdentity } from '../../../db/queries/identities.ts';
import { updateSessionProof } from '../../../db/queries/sessions.ts';
import { takeVerifiedIdentity } from '../../../db/queries/sign-in-flows.ts';
import { ForbiddenError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Client } from '../client.ts';
import { hashSessionId } from '../lucia.ts';
import { type Caller, writeAs } from '../write.ts';
import { flowIdHash } from './flow.ts';

/**
 * Makes the caller's session fresh when the identity that the provider has just proven to this browser,
 * whose flow's `secret` it holds, signs in to the caller's own account. That works once.
 *
 * @throws {ForbiddenError} nothing was proven, or another account's identity
 */
export function createGoogleReauthenticate(
  services: Pick<Services, 'database' | 'env' | 'now'>,
): (caller: Caller, secret: string | undefined, client: Client) => Promise<void> {
  const { now } = services;
  return async (caller, secret, client) => {
    // Return the refusal instead of throwing it: a throw would give the identity back.
    const refusal = await writeAs(services, caller, {}, async (tx, { id }) => {
      const identity =
        secret === undefined
          ? undefined
          : await takeVerifiedIdentity(tx, flowIdHash(secret), now());
      const owner = identity && (await findUserByIdentity(tx, identity));
      if (owner?.id !== id) {
        return new ForbiddenError("This Google account isn't linked to your account.");
      }
      await updateSessionProof(tx, hashSessionId(caller.session.id), now());
      return undefined;
    });
    const outcome = refusal ? 'failure' : 'success';
    client.report(`reauthenticate.${outcome}`, { userId: caller.user.id });
    if (refusal) throw refusal;
  };
}
