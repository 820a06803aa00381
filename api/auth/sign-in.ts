import { z } from 'zod';
import { findUserById } from '../../db/queries/users.ts';
import { UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';
import { filledIn } from '../users/rules.ts';
import { checkPassword } from './check-password.ts';
import type { Client } from './client.ts';
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
 * timing.
 */
export async function signIn(
  services: Services,
  { email, password }: z.output<typeof signInInput>,
  client: Client,
) {
  const refused = new UnauthorizedError('Invalid email or password.');
  const sessions = createSessions(services);
  const user = await checkPassword(services, { email, password, client });
  const session = user && (await sessions.begin(user.id));
  if (!session) throw refused;
  // Read after the session was stored: a password change in the meantime ended only older sessions.
  const current = await findUserById(services.database.read, user.id);
  if (!current || current.passwordHash !== user.passwordHash) {
    await sessions.end(session.id);
    throw refused;
  }
  return { user: current, session };
}
