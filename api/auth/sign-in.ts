import { z } from 'zod';
import { forgetBcryptIfGone } from '../../db/queries/bcrypt.ts';
import { findUserById, type UserRow, updateUser } from '../../db/queries/users.ts';
import { UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';
import { filledIn } from '../users/rules.ts';
import { createPasswordCheck } from './check-password.ts';
import type { Client } from './client.ts';
import { hashForGuest } from './hashing-queue.ts';
import { bcryptCostOf, hashPassword, needsRehash } from './passwords.ts';
import type { NewSession, Sessions } from './sessions.ts';

export const signInInput = filledIn(
  {
    email: z.string('Email must be text.').trim().toLowerCase(),
    password: z.string('Password must be text.'),
  },
  'Please fill all the required field.',
);

type SignIn = z.output<typeof signInInput>;

const refused = () => new UnauthorizedError('Invalid email or password.');

/**
 * Signs in by email and password. Throws an UnauthorizedError (one text and
 * one time for an unknown email and a wrong password), a TooManyRequestsError, or an UnavailableError
 * when too many wait to be checked.
 */
export function createSignIn(services: Services, sessions: Sessions) {
  const { database, now } = services;
  const passwords = createPasswordCheck(services, 'signin.failure');

  /** Puts a hash of an older kind into today's form; gives the hash that the account has now. */
  async function upToDate(user: UserRow, password: string): Promise<string | null> {
    const { id, passwordHash } = user;
    if (passwordHash === null || !needsRehash(passwordHash)) return passwordHash;
    const anew = await hashPassword(password);
    await database.transaction(async (tx) => {
      const current = await findUserById(tx, id);
      if (current?.passwordHash === passwordHash) {
        await updateUser(tx, id, { passwordHash: anew }, now());
        if (bcryptCostOf(passwordHash) !== undefined) await forgetBcryptIfGone(tx);
      }
    });
    return anew;
  }

  return async function signIn(
    input: SignIn,
    client: Client,
  ): Promise<{ user: UserRow; session: NewSession }> {
    const { browser, check } = await passwords.prepare(input.email, client);
    const account = browser === undefined ? undefined : input.email;
    return await hashForGuest({ address: client.address, account }, async () => {
      const user = await check(input.password);
      if (!user) throw refused();
      const passwordHash = await upToDate(user, input.password);
      const session = await sessions.begin(user.id);
      // Looked at after the session is there: a password change ends all sessions that it finds, so one
      // that slipped in behind it is noticed here.
      const current = session && (await findUserById(database.read, user.id));
      if (!session || !current || current.passwordHash !== passwordHash) {
        if (session) await sessions.end(session.id);
        throw refused();
      }
      return { user: current, session };
    });
  };
}
