import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { recordAudit } from '../../db/queries/audit.ts';
import { deleteTotp } from '../../db/queries/second-factor.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import {
  countCodeTry,
  endTokens,
  findToken,
  lockTokenWithCode,
  markTokenUsed,
  type TokenRow,
} from '../../db/queries/tokens.ts';
import {
  findUserByEmail,
  findUserById,
  lockUser,
  type UserRow,
  updateUser,
} from '../../db/queries/users.ts';
import { storedEmail } from '../../db/stored-email.ts';
import { expelEveryone } from '../access/expel.ts';
import { BadTokenError } from '../errors.ts';
import { notifyPasswordChanged } from '../mail/notices.ts';
import { requireNotBreached } from '../passwords/breached-passwords.ts';
import { hashForGuest } from '../passwords/hashing-queue.ts';
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts';
import { newPassword, requireNoOwnNames } from '../passwords/password-rules.ts';
import type { Services } from '../services.ts';
import { siteName } from '../site/read-site.ts';
import { checkToken, countWrongTokens, redeemToken } from '../tokens/redeem.ts';
import { hasProvenEmail } from '../users/require-verified.ts';
import { removeAddedMethods } from './added-methods.ts';

const KIND = 'reset-password';
/** A six-digit code stops working after this many tries. The link in the same mail doesn't. */
const MAX_CODE_TRIES = 10;

const INCOMPLETE = 'Please enter the new password, and use the link or the code from the email.';

/**
 * `true` keeps sign-in methods that were added from an unknown browser. By default, a reset removes
 * them.
 */
const keepAddedMethods = z.boolean('keepAddedMethods must be true or false.').default(false);

const byLink = z.object({
  token: z.string('Token must be text.').min(1),
  password: newPassword,
  keepAddedMethods,
});
const byCode = z.object({
  email: z.string('Email must be text.').trim().min(1, INCOMPLETE).transform(storedEmail),
  code: z
    .string('Code must be text.')
    .transform((code) => code.replace(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), 'The code has six digits.'),
  password: newPassword,
  keepAddedMethods,
});

/** A link's token, or an email with the code mailed to it. */
export const resetPasswordInput = z
  .custom<z.input<typeof byLink> | z.input<typeof byCode>>()
  .transform((body, context): z.output<typeof byLink> | z.output<typeof byCode> => {
    const schema = 'token' in body ? byLink : byCode;
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const isMissing = issue?.path[0] !== undefined && !(String(issue.path[0]) in body);
    context.addIssue({
      code: 'custom',
      message: isMissing ? INCOMPLETE : (issue?.message ?? INCOMPLETE),
    });
    return z.NEVER;
  });

type Input = z.output<typeof resetPasswordInput>;

/**
 * Sets a new password with the token or code mailed to the account's address, and ends all
 * sessions. Returns the user. Throws a BadTokenError, and a BadRequestError for a bad password,
 * which doesn't use up the token.
 */
export async function resetPassword(
  services: Services,
  input: Input,
  address: string,
): Promise<UserRow> {
  return await countWrongTokens(services, address, async () => {
    const token =
      'token' in input
        ? await checkToken(services.database.read, services, KIND, input.token)
        : await checkCode(services, input, address);
    const owner = await findUserById(services.database.read, token.userId);
    if (owner) {
      const name = await siteName(services.database.read);
      requireNoOwnNames(input.password, { ...owner, siteName: name });
    }
    await requireNotBreached(services, input.password);
    const passwordHash = await hashForGuest({ address }, () => hashPassword(input.password));
    const how = { address, keepAddedMethods: input.keepAddedMethods };
    return await services.database.transaction(async (tx) => {
      if ('token' in input) {
        const used = await redeemToken(tx, services, KIND, input.token);
        return await setPassword(tx, services, { ...used, ...how }, passwordHash);
      }
      const user = await lockUser(tx, token.userId);
      const current = await findToken(tx, token.idHash, KIND);
      // A newer code or a change of the account has ended this one.
      if (!user || !current?.codeHash || current.usedAt !== null) throw wrongCode();
      await markTokenUsed(tx, token.idHash, services.now());
      return await setPassword(tx, services, { token, user, ...how }, passwordHash);
    });
  });
}

const wrongCode = () => new BadTokenError('This code is wrong or has expired.');

/** Returns the token of a code. Counts the try before comparing the code. */
async function checkCode(
  { database, now }: Services,
  { email, code }: z.output<typeof byCode>,
  address: string,
): Promise<TokenRow> {
  const token = await database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    const found =
      user && (await lockTokenWithCode(tx, { userId: user.id, kind: KIND, now: now() }));
    if (found === undefined || found.codeTries >= MAX_CODE_TRIES) return undefined;
    await countCodeTry(tx, found.idHash);
    return found;
  });
  // An unknown email takes as long as a wrong code.
  const isRight = await hashForGuest({ address }, () =>
    verifyPassword(token?.codeHash ?? null, code),
  );
  if (token === undefined || !isRight) throw wrongCode();
  return token;
}

interface Reset {
  token: TokenRow;
  user: UserRow;
  address: string;
  keepAddedMethods: boolean;
}

async function setPassword(
  tx: Db,
  services: Services,
  { token, user, address, keepAddedMethods }: Reset,
  passwordHash: string,
): Promise<UserRow> {
  // A link from the terminal wasn't mailed, so it proves nothing.
  const isProven = token.email !== '';
  if (isProven && token.email !== user.email) throw new BadTokenError('This link has expired.');
  const usedAt = services.now();
  if (hasProvenEmail(user)) {
    await deleteUserSessions(tx, user.id);
    await endTokens(tx, user.id, { usedAt });
    if (!keepAddedMethods) await removeAddedMethods(tx, services, user.id);
  } else {
    // An attacker can sign up with someone else's address and wait for its owner.
    await expelEveryone(tx, user.id, usedAt);
    if (isProven) await deleteTotp(tx, user.id);
  }
  const changes = {
    passwordHash,
    passwordFromMail: isProven,
    pendingEmail: null,
    ...(isProven && { emailVerified: true }),
  };
  const changed = await updateUser(tx, user.id, changes, services.now());
  await recordAudit(tx, {
    actor: user.id,
    action: 'user.password',
    subject: user.id,
    address,
    at: usedAt,
    details: { by: isProven ? 'mail' : 'terminal' },
  });
  await notifyPasswordChanged(tx, services, changed ?? user);
  return changed ?? user;
}
