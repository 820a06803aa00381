import { findUserByEmail } from '../../db/queries/users.ts';
import { NoMailError } from '../errors.ts';
import { allowsMail } from '../mail/allowance.ts';
import { queueMail } from '../mail/queue.ts';
import { hashForGuest } from '../passwords/hashing-queue.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { createLimiter, takePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { issueToken, newCode } from '../tokens/issue.ts';
import { email, filledIn } from '../users/rules.ts';

export const forgotPasswordInput = filledIn({ email }, 'Please enter your email.');

/**
 * Mails a link and a code for a new password, if there is an account with this email. Known and
 * unknown addresses get the same answer after the same work. `address` is the client's IP address.
 */
export async function forgotPassword(
  services: Services,
  to: string,
  address: string,
): Promise<void> {
  const { database, env } = services;
  if (env.mail === undefined) throw new NoMailError();
  const limiter = createLimiter(services, 'mailAddress');
  await takePoint(limiter, address, 'Too many requests for mail from your IP address');
  const kind = 'reset-password';
  if (!(await database.transaction((tx) => allowsMail(tx, services, { kind, to })))) return;
  const code = newCode();
  const codeHash = await hashForGuest({ address }, () => hashPassword(code));
  await database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, to);
    // The addresses of the demo content belong to no one.
    if (user === undefined || user.isDemo) return;
    const token = await issueToken(tx, services, { kind, userId: user.id, email: to, codeHash });
    const payload = { username: user.username, token, code };
    await queueMail(tx, services, { kind, to, payload });
  });
}
