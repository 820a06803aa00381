import { updateSessionProof } from '../../../db/queries/sessions.ts';
import { hashSessionId } from '../../access/lucia.ts';
import { type Caller, writeAs } from '../../access/write.ts';
import { ForbiddenError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Assertion } from './credential.ts';
import { checkAssertion, recordPasskeyUse } from './verify.ts';

/** Makes the caller's session fresh after one of the caller's passkeys signed the challenge. */
export async function reauthenticateWithPasskey(
  services: Services,
  caller: Caller,
  { idHash, credential }: { idHash: string | undefined; credential: Assertion },
): Promise<void> {
  const { user, session, client } = caller;
  const answer = { kind: 'passkey-proof', idHash, userId: user.id, credential } as const;
  const proven = await checkAssertion(services, answer);
  const isProven =
    !('refused' in proven) &&
    (await writeAs(services, caller, {}, async (tx) => {
      const isUsed = await recordPasskeyUse(tx, services, proven);
      if (isUsed) await updateSessionProof(tx, hashSessionId(session.id), services.now());
      return isUsed;
    }));
  client.report(`reauthenticate.${isProven ? 'success' : 'failure'}`, { userId: user.id });
  if (!isProven) throw new ForbiddenError("This passkey couldn't be verified. Please try again.");
}
