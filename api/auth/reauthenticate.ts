import { z } from 'zod';
import { findUserByIdentity } from '../../db/queries/identities.ts';
import { updateSessionProof } from '../../db/queries/sessions.ts';
import { takeVerifiedIdentity } from '../../db/queries/sign-in-flows.ts';
import { ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { checkPassword } from './check-password.ts';
import type { Client } from './client.ts';
import { hashSessionId } from './lucia.ts';
import { assertion } from './passkeys/credential.ts';
import { flowIdHash } from './providers/flow.ts';
import { type Caller, writeAs } from './write.ts';

/** The user's password, in the body of a call that needs a fresh session. */
export const currentPassword = z
  .string('Current password must be text.')
  .optional()
  // Forms send an empty field that wasn't filled in.
  .transform((password) => password || undefined);

const ENTER_PASSWORD = 'Please enter your password.';

/** A password, an answer of a passkey, or the note that the browser holds a proof from a provider. */
export const reauthenticateInput = z.union(
  [
    z.object({ google: z.literal(true) }),
    z.object({ provider: z.string().max(20) }),
    z.object({ passkey: assertion }),
    z.object({ password: z.string().min(1, ENTER_PASSWORD) }),
  ],
  ENTER_PASSWORD,
);

/**
 * Makes the caller's session fresh when `password` is theirs, and returns the caller with it. A
 * wrong password counts as a failed sign-in of this browser, which others can't lock out.
 */
export async function reauthenticate(
  services: Services,
  caller: Caller,
  password: string,
  client: Client,
): Promise<Caller> {
  const { email, id } = caller.user;
  const claim = { email, password, client, caller };
  const user = await checkPassword(services, claim, {
    failure: 'reauthenticate.failure',
    finish: async (_tx, right) => right,
  });
  const proven = await writeAs(services, caller, {}, async (tx, current) => {
    // The email or password may have changed during the check.
    const isRight = user?.id === id && user.passwordHash === current.passwordHash;
    if (!isRight) throw new ForbiddenError('The password is wrong. Please try again.');
    const provenAt = services.now();
    await updateSessionProof(tx, hashSessionId(caller.session.id), provenAt);
    return { ...caller, user: current, session: { ...caller.session, provenAt } };
  });
  client.report('reauthenticate.success', { userId: id });
  return proven;
}

/**
 * Makes the caller's session fresh when a provider has just proven the caller's own identity to this
 * browser. Works once. `secret` is from the cookie of the flow.
 */
export async function reauthenticateWithProvider(
  services: Services,
  caller: Caller,
  { provider, secret }: { provider: string; secret: string | undefined },
  client: Client,
): Promise<void> {
  const { now } = services;
  // Return the error instead of throwing it: a throw would make the identity usable again.
  const refusal = await writeAs(services, caller, {}, async (tx, { id }) => {
    const identity =
      secret === undefined ? undefined : await takeVerifiedIdentity(tx, flowIdHash(secret), now());
    const owner = identity && (await findUserByIdentity(tx, identity));
    if (owner?.id !== id) {
      return new ForbiddenError(`This ${provider} account isn't linked to your account.`);
    }
    await updateSessionProof(tx, hashSessionId(caller.session.id), now());
    return undefined;
  });
  const outcome = refusal ? 'failure' : 'success';
  client.report(`reauthenticate.${outcome}`, { userId: caller.user.id });
  if (refusal) throw refusal;
}
