import { findBcryptCost } from '../../db/queries/bcrypt.ts';
import { findUserByEmail, type UserRow } from '../../db/queries/users.ts';
import { createSignInAttempts } from '../ratelimit/sign-in-attempts.ts';
import type { Services } from '../services.ts';
import { verifyPassword } from './passwords.ts';

export interface PasswordCheck {
  /** Throws a TooManyRequestsError when this address must wait; counts nothing. */
  requireAttempt(email: string, address: string): Promise<void>;
  /**
   * Returns the user whose e-mail and password these are, or null. Takes the same time either way. Call
   * it in the hashing queue. Throws a TooManyRequestsError.
   */
  userOf(email: string, password: string, address: string): Promise<UserRow | null>;
}

/** Checks passwords and counts the failures, wherever a password is asked for. */
export function createPasswordCheck(services: Services): PasswordCheck {
  const { database } = services;
  const attempts = createSignInAttempts(services);
  return {
    requireAttempt: (email, address) => attempts.check(email, address),

    async userOf(email, password, address) {
      const attempt = await attempts.begin(email, address);
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
        return null;
      }
      await attempt.succeeded();
      return user;
    },
  };
}
