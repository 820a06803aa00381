import { findBcryptCost } from '../../db/queries/bcrypt.ts';
import { findUserByEmail, type UserRow } from '../../db/queries/users.ts';
import { createSignInAttempts } from '../ratelimit/sign-in-attempts.ts';
import type { Services } from '../services.ts';
import type { Client } from './client.ts';
import { findKnownDevice } from './devices.ts';
import { hashSessionId } from './lucia.ts';
import { verifyPassword } from './passwords.ts';

export interface PreparedCheck {
  /** The browser, when it's known to this account. */
  browser: string | undefined;
  /**
   * Returns the user whose email and password these are, or null. Takes the same time either way. Call
   * it in the hashing queue. Throws a TooManyRequestsError.
   */
  check(password: string): Promise<UserRow | null>;
}

export interface PasswordCheck {
  /**
   * Prepares a check of the password of one account. Throws a TooManyRequestsError when this browser or
   * address must wait; counts nothing yet.
   *
   * @param email in lower case
   * @param sessionId the caller's session, when its user is the one who is asked
   */
  prepare(email: string, client: Client, sessionId?: string): Promise<PreparedCheck>;
}

/** Checks passwords, and counts and reports the failures, wherever a password is asked for. */
export function createPasswordCheck(
  services: Services,
  failure: 'signin.failure' | 'reauthenticate.failure',
): PasswordCheck {
  const { database } = services;
  const attempts = createSignInAttempts(services);
  return {
    async prepare(email, client, sessionId) {
      const browser =
        sessionId === undefined
          ? await findKnownDevice(services, client.deviceId, email)
          : hashSessionId(sessionId);
      const source = { email, address: client.address, browser };
      await attempts.check(source);

      const check = async (password: string) => {
        const attempt = await attempts.begin(source);
        let user: UserRow | undefined;
        let isRight: boolean;
        try {
          user = await findUserByEmail(database.read, email);
          const bcryptCost = await findBcryptCost(database.read);
          isRight = await verifyPassword(user?.passwordHash ?? null, password, bcryptCost);
        } catch (error) {
          await attempt.abandoned();
          throw error;
        }
        if (!user || !isRight) {
          await attempt.failed();
          client.report(failure, { userId: user?.id });
          return null;
        }
        await attempt.succeeded();
        return user;
      };
      return { browser, check };
    },
  };
}
