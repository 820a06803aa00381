import { z } from 'zod';
import { inside } from '../../db/client.ts';
import { lockUser } from '../../db/queries/users.ts';
import { UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';
import { filledIn } from '../users/rules.ts';
import { checkPassword } from './check-password.ts';
import { type Browser, welcome } from './session-cookie.ts';
import { createSessions } from './sessions.ts';

export const signInInput = filledIn(
  {
    email: z.string('Email must be text.').trim().toLowerCase(),
    password: z.string('Password must be text.'),
  },
  'Please fill all the required field.',
);

/**
 * Signs in by email and password. An unknown email and a wrong password have the same message and
 * timing. Returns the user, the session and the cookie of the browser.
 */
export async function signIn(
  services: Services,
  { email, password }: z.output<typeof signInInput>,
  browser: Browser,
) {
  const refused = new UnauthorizedError('Invalid email or password.');
  const { client } = browser;
  const checked = await checkPassword(services, { email, password, client }, async (tx, user) => {
    const within = { ...services, database: inside(services.database, tx) };
    const [current, session, deviceCookie] = await Promise.all([
      lockUser(tx, user.id),
      createSessions(within).begin(user.id),
      welcome(within, user.id, browser),
    ]);
    // The account or its password changed in the meantime.
    if (!session || current?.passwordHash !== user.passwordHash) throw refused;
    return { session, deviceCookie };
  });
  if (!checked) throw refused;
  return { user: checked.user, ...checked.result };
}
