import { z } from 'zod';
import { findUserById, lockUser, type UserRow } from '../../db/queries/users.ts';
import { storedEmail } from '../../db/stored-email.ts';
import { ApiError, UnauthorizedError } from '../errors.ts';
import { checkPassword } from '../passwords/check-password.ts';
import type { Services } from '../services.ts';
import { filledIn } from '../users/rules.ts';
import { startSessionOrAsk } from './second-factor/sign-in.ts';
import type { Browser, SessionCookies } from './start-session.ts';

export const signInInput = filledIn(
  {
    email: z.string('Email must be text.').transform(storedEmail),
    password: z.string('Password must be text.'),
  },
  'Please fill all the required field.',
);

/**
 * Signs in by email and password. An unknown email and a wrong password have the same message and
 * timing. Throws a SecondFactorError if the account also needs a code, and a PasskeyRequiredError
 * if it needs a passkey.
 */
export async function signIn(
  services: Services,
  { email, password }: z.output<typeof signInInput>,
  browser: Browser,
): Promise<{ user: UserRow; cookies: SessionCookies }> {
  const refused = new UnauthorizedError('Invalid email or password.');
  const claim = { email, password, client: browser.client };
  const signedIn = await checkPassword(services, claim, {
    failure: 'signin.failure',
    async finish(tx, user) {
      const [current, cookies] = await Promise.all([
        lockUser(tx, user.id),
        startSessionOrAsk(tx, services, user.id, browser),
      ]).catch(async (error) => {
        // The session's user may have just been deleted.
        throw (await findUserById(services.database.read, user.id)) ? error : refused;
      });
      // A password change in the meantime has ended all older sessions.
      if (current?.passwordHash !== user.passwordHash) throw refused;
      return { user: current, cookies };
    },
  });
  if (signedIn === null) throw refused;
  const { user, cookies } = signedIn;
  if (cookies instanceof ApiError) throw cookies;
  return { user, cookies };
}
