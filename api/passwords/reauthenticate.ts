import { updateSessionProof } from '../../db/queries/sessions.ts';
import type { Client } from '../access/client.ts';
import { hashSessionId } from '../access/lucia.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { checkPassword } from './check-password.ts';

/**
 * Makes the caller's session fresh if `password` is correct, and returns the caller with it. A
 * wrong password counts as a failed sign-in of this browser, so other browsers can't lock it out.
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
