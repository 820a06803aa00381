import { z } from 'zod';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import { UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';
import { filledIn } from '../users/rules.ts';
import { createPasswordCheck } from './check-password.ts';
import type { Client } from './client.ts';
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
 * Signs in by email and password. Throws UnauthorizedError, TooManyRequestsError or
 * UnavailableError.
 */
export function createSignIn(services: Services, sessions: Sessions) {
  const checkPassword = createPasswordCheck(services, 'signin.failure');

  return async function signIn(
    { email, password }: SignIn,
    client: Client,
  ): Promise<{ user: UserRow; session: NewSession }> {
    const user = await checkPassword({ email, password, client });
    const session = user && (await sessions.begin(user.id));
    if (!session) throw refused();
    // Read after the session was stored: a password change in the meantime ended only older
    // sessions.
    const current = await findUserById(services.database.read, user.id);
    if (!current || current.passwordHash !== user.passwordHash) {
      await sessions.end(session.id);
      throw refused();
    }
    return { user: current, session };
  };
}
