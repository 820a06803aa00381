import { z } from 'zod';
import { updateSessionProof } from '../../db/queries/sessions.ts';
import { ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { createPasswordCheck } from './check-password.ts';
import type { Client } from './client.ts';
import { hashForUser } from './hashing-queue.ts';
import { hashSessionId } from './lucia.ts';
import { type Caller, writeAs } from './write.ts';

/** The user's password, in the body of a call that needs a fresh session. */
export const currentPassword = z
  .string('Current password must be text.')
  .optional()
  // An empty field of a form is one that was not filled in.
  .transform((password) => password || undefined);

const ENTER_PASSWORD = 'Please enter your password.';

/** A password, or the word that Google has just proven who is here. */
export const reauthenticateInput = z.union(
  [
    z.object({ google: z.literal(true) }),
    z.object({ password: z.string().min(1, ENTER_PASSWORD) }),
  ],
  ENTER_PASSWORD,
);

/**
 * Makes the caller's session fresh when `password` is theirs, and returns the caller with it.
 * A wrong password counts as a failed sign-in of this browser, which others can't lock out. Throws a
 * ForbiddenError (wrong), a TooManyRequestsError, an UnavailableError when too many wait to be checked,
 * and what `writeAs` throws.
 */
export function createReauthenticate(services: Services) {
  const passwords = createPasswordCheck(services, 'reauthenticate.failure');

  return async function reauthenticate(
    caller: Caller,
    password: string,
    client: Client,
  ): Promise<Caller> {
    const { email, id } = caller.user;
    const { check } = await passwords.prepare(email, client, caller.session.id);
    const user = await hashForUser(id, () => check(password));
    const proven = await writeAs(services, caller, {}, async (tx, current) => {
      // The account may have been given another email or password while this one was checked.
      const isRight = user?.id === id && user.passwordHash === current.passwordHash;
      if (!isRight) throw new ForbiddenError('The password is wrong. Please try again.');
      const provenAt = services.now();
      await updateSessionProof(tx, hashSessionId(caller.session.id), provenAt);
      return { user: current, session: { ...caller.session, provenAt } };
    });
    client.report('reauthenticate.success', { userId: id });
    return proven;
  };
}
