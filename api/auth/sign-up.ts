import type { z } from 'zod';
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
import { requireUnique } from '../users/uniqueness.ts';
import { hashForGuest } from './hashing-queue.ts';
import { hashPassword } from './password-hash.ts';
import { newPassword, requireNoOwnNames } from './password-rules.ts';

export const signUpInput = (siteName: string) =>
  filledIn(
    { username: chosenUsername(siteName), email, password: newPassword },
    'Please fill out all the fields.',
  );

type SignUp = z.output<ReturnType<typeof signUpInput>>;

const TOO_MANY_ACCOUNTS = 'Too many new accounts from your address';

/**
 * Creates an account; `address` is the client's. A refused sign-up doesn't count as a new account,
 * but a name that is taken counts against its own limit: the refusal reveals that an account
 * exists. Throws BadRequestError, ConflictError, TooManyRequestsError or UnavailableError.
 */
export function createSignUp(services: Services) {
  const { database, siteName, now } = services;
  const newAccounts = createLimiter(services, 'signUp');
  const takenNames = createLimiter(services, 'signUpTaken');

  async function insert({ username, email, password }: SignUp): Promise<UserRow> {
    await requireUnique(database.read, { username, email });
    const passwordHash = await hashPassword(password);
    const at = now();
    return await database.transaction(async (tx) => {
      await requireUnique(tx, { username, email });
      return await insertUser(tx, {
        username,
        email,
        passwordHash,
        createdAt: at,
        updatedAt: at,
      });
    });
  }

  return async function signUp(input: SignUp, address: string): Promise<UserRow> {
    requireNoOwnNames(input.password, { ...input, siteName });
    await requirePoint(newAccounts, address, TOO_MANY_ACCOUNTS);
    await requirePoint(takenNames, address, 'Too many sign-ups with a name that is taken');
    try {
      await requireUnique(database.read, input);
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
