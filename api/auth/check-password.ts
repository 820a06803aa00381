import type { Db } from '../../db/client.ts';
import { findBcryptCost, forgetBcryptIfGone } from '../../db/queries/settings.ts';
import { findUserByEmail, lockUser, type UserRow, updateUser } from '../../db/queries/users.ts';
import { createSignInAttempts } from '../ratelimit/sign-in-attempts.ts';
import type { Services } from '../services.ts';
import type { Client } from './client.ts';
import { findKnownDevice } from './devices.ts';
import { hashForGuest, hashForUser } from './hashing-queue.ts';
import { hashSessionId } from './lucia.ts';
import { bcryptCostOf, hashPassword, needsRehash, verifyPassword } from './password-hash.ts';
import type { Caller } from './write.ts';

interface PasswordClaim {
  /** In lower case. */
  email: string;
  password: string;
  client: Client;
  /** The signed-in user, when it's their own account. */
  caller?: Caller | undefined;
}

interface Checked<T> {
  user: UserRow;
  /** What `onRight` returned. */
  result: T;
}

/**
 * Returns the user with this email and password, or null; both take the same time. Counts failures
 * and reports them as `failure`. `onRight` writes what a right password allows, in the transaction
 * that resets the count. Throws a TooManyRequestsError, or an UnavailableError when too many checks
 * wait.
 */
export async function checkPassword<T>(
  services: Services,
  { email, password, client, caller }: PasswordClaim,
  onRight: (tx: Db, user: UserRow) => Promise<T>,
  failure: 'signin.failure' | 'reauthenticate.failure' = 'signin.failure',
): Promise<Checked<T> | null> {
  const attempts = createSignInAttempts(services);
  const browser = caller
    ? hashSessionId(caller.session.id)
    : await findKnownDevice(services, client.deviceId, email);
  const source = { email, address: client.address, browser };
  await attempts.check(source);

  const check = async () => {
    const { attempt, found } = await attempts.begin(source, (tx) =>
      Promise.all([findUserByEmail(tx, email), findBcryptCost(tx)]),
    );
    const [user, bcryptCost] = found;
    const isRight = await verifyPassword(user?.passwordHash ?? null, password, bcryptCost).catch(
      async (error) => {
        await attempt.abandoned();
        throw error;
      },
    );
    if (!user || !isRight) {
      await attempt.failed();
      client.report(failure, { userId: user?.id });
      return null;
    }
    const [result] = await services.database.transaction((tx) =>
      Promise.all([onRight(tx, user), attempt.succeeded(tx)]),
    );
    return { user: await rehash(services, user, password), result };
  };
  if (caller) return await hashForUser(caller.user.id, check);
  const account = browser === undefined ? undefined : email;
  return await hashForGuest({ address: client.address, account }, check);
}

/** Replaces a hash of an older kind. Returns the user with the hash that the account has now. */
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
