import { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import {
  findVerifiedIdentity,
  takeVerifiedIdentity,
  updateVerifiedIdentity,
} from '../../../db/queries/sign-in-flows.ts';
import { findUserById, type UserRow } from '../../../db/queries/users.ts';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { ApiError, UnauthorizedError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { createPasswordCheck } from '../check-password.ts';
import type { Client } from '../client.ts';
import { hashForGuest } from '../hashing-queue.ts';
import type { NewSession, Sessions } from '../sessions.ts';
import { type Account, accountOf, PasswordRequiredError } from './account.ts';
import { flowIdHash, PASSWORD_MINUTES } from './flow.ts';

/** Only the email is compared; name and picture are taken from the provider's own word. */
export const googleSignInInput = z.object({
  email: z.string('Email must be text.').trim().toLowerCase(),
  name: z.string('Name must be text.').nullish(),
  profilePhoto: z.string('Profile photo must be text.').nullish(),
  /** The account's, after a refusal with the code `password_required`. */
  password: z.string('Password must be text.').nullish(),
});

type GoogleSignIn = z.output<typeof googleSignInInput>;

/** Who has signed in, and with which session. */
interface SignedIn extends Account {
  session: NewSession;
  /** The address of the person's picture at the provider, or empty. */
  picture: string;
}

const refused = () =>
  new UnauthorizedError('Your Google sign-in has expired. Please sign in with Google again.');

/**
 * Signs in as the person whom the provider has just proven to this browser, whose flow's `secret` it
 * holds. That works once and for two minutes; a wrong email uses it up as
 * well. Only when the account's password is asked for does the proof stay, for ten minutes in all.
 *
 * @throws {UnauthorizedError} nothing was proven
 * @throws {PasswordRequiredError} no or a wrong password, which counts as a failed sign-in
 * @throws {ForbiddenError} the account has no password to ask for
 * @throws {TooManyRequestsError}
 */
export function createGoogleSignIn(services: Services, sessions: Sessions) {
  const passwords = createPasswordCheck(services, 'signin.failure');

  async function requireOwner(email: string, password: string, client: Client): Promise<UserRow> {
    const { browser, check } = await passwords.prepare(email, client);
    const account = browser === undefined ? undefined : email;
    const user = await hashForGuest({ address: client.address, account }, () => check(password));
    if (!user) throw new PasswordRequiredError('The password is wrong. Please try again.');
    return user;
  }

  return async function signIn(
    secret: string | undefined,
    { email, password }: GoogleSignIn,
    client: Client,
  ): Promise<SignedIn> {
    if (secret === undefined) throw refused();
    let redeemed = await redeem(services, { secret, email });
    if (redeemed instanceof PasswordRequiredError && password) {
      const owner = await requireOwner(email, password, client);
      redeemed = await redeem(services, { secret, email, owner });
    }
    if (redeemed instanceof ApiError) {
      if (!(redeemed instanceof PasswordRequiredError)) client.report('signin.failure');
      throw redeemed;
    }
    const { account, identity } = redeemed;
    if (account.link !== 'old') {
      const event = account.link === 'new account' ? 'signup' : 'identity.link';
      client.report(event, { userId: account.user.id });
    }
    const session = await sessions.begin(account.user.id);
    const user = session && (await findUserById(services.database.read, account.user.id));
    // Deleted between the two: then there is nobody to sign in.
    if (!session || !user) throw refused();
    return { ...account, user, session, picture: identity.picture };
  };
}

/**
 * Takes the identity that the flow's `secret` stands for, and finds its account. `owner` has proven the
 * password. Returns refusals instead of throwing them: a throw would give the identity back.
 */
async function redeem(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { secret, email, owner }: { secret: string; email: string; owner?: UserRow },
): Promise<{ account: Account; identity: VerifiedIdentity } | ApiError> {
  const idHash = flowIdHash(secret);
  return await database.transaction(async (tx) => {
    const identity = await findVerifiedIdentity(tx, idHash, now());
    if (identity?.email !== email) {
      await takeVerifiedIdentity(tx, idHash, now());
      return refused();
    }
    const account = await accountOf(tx, identity, owner, now());
    if (account instanceof PasswordRequiredError) {
      await keepForPassword(tx, idHash, identity, now());
      return account;
    }
    await takeVerifiedIdentity(tx, idHash, now());
    return account instanceof ApiError ? account : { account, identity };
  });
}

/** Gives more time to enter the password, once. */
async function keepForPassword(
  tx: Db,
  idHash: string,
  identity: VerifiedIdentity,
  now: Date,
): Promise<void> {
  if (identity.asked) return;
  const expiresAt = new Date(now.getTime() + PASSWORD_MINUTES * 60_000);
  await updateVerifiedIdentity(tx, idHash, { identity: { ...identity, asked: true }, expiresAt });
}
