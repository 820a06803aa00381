import type { z } from 'zod';
import { defaultAvatar } from '../../db/avatar.ts';
import { insertUser, type UserRow } from '../../db/queries/users.ts';
import { ConflictError } from '../errors.ts';
import {
  addPoint,
  createLimiter,
  requirePoint,
  returnPoint,
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

const TOO_MANY_ACCOUNTS = 'Too many new accounts from your address';

/**
 * Creates an account; `address` is the client's. A refused sign-up doesn't count as a new account, but
 * a name that is taken counts against its own limit: the refusal reveals that an account exists.
 *
 * @throws {BadRequestError} when the password contains the user's own names
 * @throws {ConflictError} when the username or email is taken
 * @throws {TooManyRequestsError}
 * @throws {UnavailableError} when too many sign-ups and sign-ins wait
 */
export function createSignUp(services: Services) {
  const { database, now } = services;
  const newAccounts = createLimiter(services, 'signUp');
  const takenNames = createLimiter(services, 'signUpTaken');

  async function insert({ username, email, password }: SignUp): Promise<UserRow> {
    await requireFree(database.read, { username, email });
    const passwordHash = await hashPassword(password);
    const at = now();
    return await database.transaction(async (tx) => {
      await requireFree(tx, { username, email });
      return await insertUser(tx, {
        username,
        email,
        passwordHash,
        profilePicture: defaultAvatar(username),
        createdAt: at,
        updatedAt: at,
      });
    });
  }

  return async function signUp(input: SignUp, address: string): Promise<UserRow> {
    requireNoOwnNames(input.password, input);
    await requirePoint(newAccounts, address, TOO_MANY_ACCOUNTS);
    await requirePoint(takenNames, address, 'Too many sign-ups with a name that is taken');
    try {
      await requireFree(database.read, input);
      return await hashForGuest({ address }, async () => {
        await takePoint(newAccounts, address, TOO_MANY_ACCOUNTS);
        return await insert(input).catch(async (error: unknown) => {
          await returnPoint(newAccounts, address);
          throw error;
        });
      });
    } catch (error) {
      if (error instanceof ConflictError) await addPoint(takenNames, address);
      throw error;
    }
  };
}
