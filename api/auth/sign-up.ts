import type { z } from 'zod';
import { defaultAvatar } from '../../db/avatar.ts';
import { insertUser, type UserRow } from '../../db/queries/users.ts';
import { ConflictError } from '../errors.ts';
import {
  createLimiter,
  type DatabaseLimiter,
  requirePoint,
  takePoint,
} from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { chosenUsername, email, filledIn } from '../users/rules.ts';
import { requireFree } from '../users/taken.ts';
import { hashForGuest } from './hashing-queue.ts';
import { requireNoOwnNames } from './own-names.ts';
import { hashPassword, newPassword } from './passwords.ts';

export const signUpInput = filledIn(
  { username: chosenUsername, email, password: newPassword },
  'Please fill out all the fields.',
);

type SignUp = z.output<typeof signUpInput>;

const WHAT = 'Too many new accounts from your address';

/**
 * Makes an account; `address` is the client's. Throws a BadRequestError for a password with one's own
 * names in it, a ConflictError when username or email is taken, and a
 * TooManyRequestsError. A refused sign-up uses up none of the sign-ups, but has a limit of its own: each
 * tells that an account exists.
 */
export function createSignUp(services: Services) {
  const { database, now } = services;
  const made = createLimiter(services, 'signUp');
  const taken = createLimiter(services, 'signUpTaken');

  return async function signUp(input: SignUp, address: string): Promise<UserRow> {
    requireNoOwnNames(input.password, input);
    await requirePoint(made, address, WHAT);
    await requirePoint(taken, address, 'Too many sign-ups with a name that is taken');
    try {
      await requireFree(database.read, input);
      return await hashForGuest({ address }, async () => {
        await takePoint(made, address, WHAT);
        return await orGiveBack(made, address, async () => {
          await requireFree(database.read, input);
          const passwordHash = await hashPassword(input.password);
          const at = now();
          return await database.transaction(async (tx) => {
            await requireFree(tx, input);
            return await insertUser(tx, {
              username: input.username,
              email: input.email,
              passwordHash,
              profilePicture: defaultAvatar(input.username),
              createdAt: at,
              updatedAt: at,
            });
          });
        });
      });
    } catch (error) {
      if (error instanceof ConflictError) await taken.penalty(address);
      throw error;
    }
  };
}

async function orGiveBack<T>(
  limiter: DatabaseLimiter,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await limiter.reward(key);
    throw error;
  }
}
