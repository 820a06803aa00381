import { z } from 'zod';
import { putSignInLink } from '../../../db/queries/sign-in-links.ts';
import { findUserByEmail } from '../../../db/queries/users.ts';
import { safePath } from '../../contract/safe-path.ts';
import { NoMailError } from '../../errors.ts';
import { allowsMail } from '../../mail/allowance.ts';
import { queueMail } from '../../mail/queue.ts';
import { createLimiter, takePoint } from '../../ratelimit/limiter.ts';
import type { Services } from '../../services.ts';
import { hashToken, newSecret } from '../../tokens/issue.ts';
import { email, filledIn } from '../../users/rules.ts';

const LIFETIME_MS = 30 * 60_000;
const MAX_NEXT_LENGTH = 1000;

export const askInput = filledIn({ email }, 'Please enter your email.').and(
  z.object({
    /** The page to open afterwards. A target outside this site is replaced with the home page. */
    next: z
      .string('Next must be text.')
      .max(MAX_NEXT_LENGTH, `Next must have at most ${MAX_NEXT_LENGTH} characters.`)
      .transform((path) => safePath(path))
      .default('/'),
  }),
);

/**
 * Mails a link that signs in or, if no account has this email, creates one. Which of the two is
 * decided when the link is used, so the work is the same for known and unknown emails. `address` is
 * the client's IP address.
 */
export async function askForEmailLink(
  services: Services,
  { email: to, next }: z.output<typeof askInput>,
  address: string,
): Promise<void> {
  const { database, env, now } = services;
  if (env.mail === undefined) throw new NoMailError();
  const limiter = createLimiter(services, 'mailAddress');
  await takePoint(limiter, address, 'Too many requests for mail from your IP address');
  const kind = 'sign-in-link';
  // One transaction: its counter makes requests for the same address wait for each other.
  await database.transaction(async (tx) => {
    if (!(await allowsMail(tx, services, { kind, to }))) return;
    const user = await findUserByEmail(tx, to);
    // The addresses of the demo content belong to no one.
    if (user?.isDemo) return;
    const token = newSecret();
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
    await putSignInLink(tx, { idHash: hashToken(token), email: to, next, createdAt, expiresAt });
    await queueMail(tx, services, { kind, to, payload: { token } });
  });
}
