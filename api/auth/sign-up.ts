import { z } from 'zod';
import { insertUser, type UserRow } from '../../db/queries/users.ts';
import { ConflictError } from '../errors.ts';
import { requireNotBreached } from '../passwords/breached-passwords.ts';
import { hashForGuest } from '../passwords/hashing-queue.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { newPassword, requireNoOwnNames } from '../passwords/password-rules.ts';
import { solvedChallenge } from '../puzzles/puzzle.ts';
import {
  addPoint,
  createLimiter,
  requirePoint,
  returnPoint,
  takePoint,
} from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { siteName } from '../site/read-site.ts';
import { email, filledIn, newUsername, requireFreeName } from '../users/rules.ts';
import { requireUnique } from '../users/uniqueness.ts';
import { sendVerification } from '../users/verify-email.ts';
import { requireSolvedChallenge } from './sign-up-check.ts';

export const signUpInput = filledIn(
  { username: newUsername, email, password: newPassword },
  'Please fill out all the fields.',
).and(z.object({ check: solvedChallenge.optional() }));

type SignUp = z.output<typeof signUpInput>;

const TOO_MANY_ACCOUNTS = 'Too many new accounts from your IP address';

/**
 * Creates an account. `address` is the client's IP address. A refused sign-up doesn't count as a
 * new account, but a taken name counts against its own limit: the refusal reveals that an account
 * exists.
 */
export async function signUp(services: Services, input: SignUp, address: string): Promise<UserRow> {
  const { database } = services;
  const newAccounts = createLimiter(services, 'signUp');
  const takenNames = createLimiter(services, 'signUpTaken');
  const name = await siteName(database.read);
  requireFreeName(input.username, name);
  requireNoOwnNames(input.password, { ...input, siteName: name });
  await requirePoint(newAccounts, address, TOO_MANY_ACCOUNTS);
  await requirePoint(takenNames, address, 'Too many sign-ups with a name that is taken');
  await requireSolvedChallenge(services, input.check);
  await requireNotBreached(services, input.password);
  try {
    await requireUnique(database.read, input);
    return await hashForGuest({ address }, async () => {
      await takePoint(newAccounts, address, TOO_MANY_ACCOUNTS);
      return await insert(services, input).catch(async (error: unknown) => {
        await returnPoint(newAccounts, address);
        throw error;
      });
    });
  } catch (error) {
    if (error instanceof ConflictError) await addPoint(takenNames, address);
    throw error;
  }
}

async function insert(services: Services, { username, email, password }: SignUp) {
  const { database, now } = services;
  await requireUnique(database.read, { username, email });
  const passwordHash = await hashPassword(password);
  const at = now();
  const times = { createdAt: at, updatedAt: at };
  return await database.transaction(async (tx) => {
    await requireUnique(tx, { username, email });
    const user = await insertUser(tx, { username, email, passwordHash, ...times });
    await sendVerification(tx, services, user);
    return user;
  });
}
