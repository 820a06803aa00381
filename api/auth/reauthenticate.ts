import { z } from 'zod';
import { findUserByIdentity } from '../../db/queries/identities.ts';
import { updateSessionProof } from '../../db/queries/sessions.ts';
import { takeVerifiedIdentity } from '../../db/queries/sign-in-flows.ts';
import type { Client } from '../access/client.ts';
import { hashSessionId } from '../access/lucia.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { assertion } from './passkeys/credential.ts';
import { flowIdHash } from './providers/flow.ts';

const ENTER_PASSWORD = 'Please enter your password.';

/** A password, a passkey's answer, or a note that the browser holds a proof from a provider. */
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
 * Makes the caller's session fresh after a provider has just proven the caller's identity to this
 * browser. Works once. `secret` is from the cookie of the flow.
 */
export async function reauthenticateWithProvider(
  services: Services,
  caller: Caller,
  { provider, secret }: { provider: string; secret: string | undefined },
  client: Client,
): Promise<void> {
  const { now } = services;
  // Return the error instead of throwing it: a throw would make the proof usable again.
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
