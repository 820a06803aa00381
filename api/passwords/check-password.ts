import type { Db } from '../../db/client.ts';
import { findBcryptCost, forgetBcryptIfGone } from '../../db/queries/settings.ts';
import { findUserByEmail, lockUser, type UserRow, updateUser } from '../../db/queries/users.ts';
import type { Client } from '../access/client.ts';
import { findKnownDevice } from '../access/devices.ts';
import { hashSessionId } from '../access/lucia.ts';
import type { Caller } from '../access/write.ts';
import { createSignInAttempts } from '../ratelimit/sign-in-attempts.ts';
import type { Services } from '../services.ts';
import { hashForGuest, hashForUser } from './hashing-queue.ts';
import { bcryptCostOf, hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

interface PasswordClaim {
  /** Lowercase. */
  email: string;
  password: string;
  client: Client;
  /** The signed-in user, if it's their own account. */
  caller?: Caller | undefined;
}

/** What to do after a correct password. */
interface Outcome<T> {
  /** The event to report for a failure. */
  failure: 'signin.failure' | 'reauthenticate.failure';
  /** Runs in the transaction that records the success. */
  finish(tx: Db, user: UserRow): Promise<T>;
}

/**
 * Checks an email and a password, and returns the result of `finish` for the user, or `null` if
 * they're wrong; both take the same time. Counts failures. Throws a TooManyRequestsError, an
 * UnavailableError if too many checks are waiting, and the errors of `finish`.
 */
export async function checkPassword<T>(
  services: Services,
  { email, password, client, caller }: PasswordClaim,
  { failure, finish }: Outcome<T>,
): Promise<T | null> {
  const attempts = createSignInAttempts(services);
  const browser = caller
    ? hashSessionId(caller.session.id)
    : await findKnownDevice(services, client.deviceId, email);
  const source = { email, address: client.address, browser };
  await attempts.check(source);

  const check = async () => {
    const { attempt, user, bcryptCost } = await services.database.transaction(async (tx) => {
      const [begun, account, cost] = await Promise.all([
        attempts.begin(tx, source),
        findUserByEmail(tx, email),
        findBcryptCost(tx),
      ]);
      return { attempt: begun, user: account, bcryptCost: cost };
    });
    const hash = user?.passwordHash ?? null;
    const isRight = await verifyPassword(hash, password, bcryptCost).catch(async (error) => {
      await attempt.abandoned();
      throw error;
    });
    if (!user || !isRight) {
      await attempt.failed();
      client.report(failure, { userId: user?.id });
      return null;
    }
    const current = await rehash(services, user, password);
    return await services.database.transaction(async (tx) => {
      const [, result] = await Promise.all([attempt.succeeded(tx), finish(tx, current)]);
      return result;
    });
  };
  if (caller) return await hashForUser(caller.user.id, check);
  const account = browser === undefined ? undefined : email;
  return await hashForGuest({ address: client.address, account }, check);
}

/** Replaces an outdated hash. Returns the user with the account's current hash. */
async function rehash({ database, now }: Services, user: UserRow, password: string) {
  const { id, passwordHash: oldHash } = user;
  if (oldHash === null || !needsRehash(oldHash)) return user;
  const passwordHash = await hashPassword(password);
  await database.transaction(async (tx) => {
    const current = await lockUser(tx, id);
    if (current?.passwordHash !== oldHash) return;
    await updateUser(tx, id, { passwordHash }, now());
    if (bcryptCostOf(oldHash) !== undefined) await forgetBcryptIfGone(tx);
  });
  return { ...user, passwordHash };
}
