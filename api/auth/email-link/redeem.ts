import type { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import { recordAudit } from '../../../db/queries/audit.ts';
import { deleteTotp, hasSecondFactor, hasTotp } from '../../../db/queries/second-factor.ts';
import { markSignInLinkUsed, type SignInLinkRow } from '../../../db/queries/sign-in-links.ts';
import {
  findUserByEmail,
  insertUser,
  lockUser,
  type UserRow,
  updateUser,
} from '../../../db/queries/users.ts';
import { expelEveryone } from '../../access/expel.ts';
import { passkeyHost } from '../../contract/passkeys.ts';
import { ApiError, BadRequestError, BadTokenError, PasskeyRequiredError } from '../../errors.ts';
import { createLimiter, takePointWithin } from '../../ratelimit/limiter.ts';
import type { Services } from '../../services.ts';
import { siteName } from '../../site/read-site.ts';
import { countWrongTokens, usedLink } from '../../tokens/redeem.ts';
import { hasProvenEmail } from '../../users/require-verified.ts';
import { newUsername, requireFreeName } from '../../users/rules.ts';
import { requireUnique } from '../../users/uniqueness.ts';
import { tokenInput } from '../describe-token.ts';
import { startSessionOrAsk } from '../second-factor/sign-in.ts';
import type { Browser, SessionCookies } from '../start-session.ts';
import { checkEmailLink, requireUnreserved } from './describe.ts';

export const redeemInput = tokenInput.extend({
  /** For the new account, if none has this email yet. */
  username: newUsername.optional(),
});

type Input = z.output<typeof redeemInput>;

interface SignedIn {
  user: UserRow;
  cookies: SessionCookies;
  /** The page to open now. */
  next: string;
}

/**
 * Uses up a link: signs in to the account with its email, or creates it. Throws a BadTokenError, a
 * SecondFactorError if the account also needs a code, and a PasskeyRequiredError if it needs a
 * passkey. Every error but the SecondFactorError leaves the link usable.
 */
export async function redeemEmailLink(
  services: Services,
  input: Input,
  browser: Browser,
): Promise<SignedIn> {
  const { client } = browser;
  const { database } = services;
  if (input.username) requireFreeName(input.username, await siteName(database.read));
  const redeem = () => database.transaction((tx) => redeemWithin(tx, services, input, browser));
  const outcome = await countWrongTokens(services, client.address, redeem).catch((error) => {
    if (error instanceof BadTokenError) client.report('signin.failure');
    throw error;
  });
  if (outcome instanceof ApiError) throw outcome;
  const { isNew, user, cookies, next } = outcome;
  if (isNew) client.report('signup', { userId: user.id });
  if (cookies instanceof ApiError) throw cookies;
  return { user, cookies, next };
}

/** Returns errors instead of throwing them if their transaction stores something. */
async function redeemWithin(
  tx: Db,
  services: Services,
  { token, username }: Input,
  browser: Browser,
) {
  const link = await checkEmailLink(tx, services, token);
  const { address } = browser.client;
  const found = await findUserByEmail(tx, link.email);
  // Lock the user first, as in every write: a different order would deadlock.
  const owner = found && (await lockUser(tx, found.id));
  if (owner && owner.email !== link.email) throw usedLink();
  const account = owner
    ? await openAccount(tx, services, { link, owner, address })
    : await createAccount(tx, services, { link, username, address });
  if (account instanceof ApiError) return account;
  const cookies = await startSessionOrAsk(tx, services, account.id, browser);
  return { isNew: !owner, user: account, cookies, next: link.next };
}

async function spendLink(tx: Db, { now }: Services, { idHash }: SignInLinkRow): Promise<void> {
  if (!(await markSignInLinkUsed(tx, idHash, now()))) throw usedLink();
}

interface Existing {
  link: SignInLinkRow;
  owner: UserRow;
  /** The client's. */
  address: string;
}

/**
 * Signs in to an account. If its email was never proven, a stranger may have created it, so the
 * password and everything else that opens it is removed.
 */
async function openAccount(
  tx: Db,
  services: Services,
  { link, owner, address }: Existing,
): Promise<UserRow> {
  const at = services.now();
  await requireNoPasskey(tx, services, owner);
  await spendLink(tx, services, link);
  if (owner.emailVerified) return owner;
  const changes = { emailVerified: true };
  if (hasProvenEmail(owner)) return (await updateUser(tx, owner.id, changes, at)) ?? owner;
  await expelEveryone(tx, owner.id, at);
  await deleteTotp(tx, owner.id);
  if (owner.passwordHash !== null) {
    const subject = { actor: owner.id, action: 'user.password', subject: owner.id } as const;
    await recordAudit(tx, { ...subject, address, at, details: { by: 'mail' } });
  }
  const taken = { ...changes, passwordHash: null, pendingEmail: null };
  return (await updateUser(tx, owner.id, taken, at)) ?? owner;
}

/** As after a reset by mail: for roles above `reader`, the mailbox alone isn't enough. */
async function requireNoPasskey(tx: Db, { env }: Services, { id, role }: UserRow): Promise<void> {
  if (role === 'reader' || passkeyHost(env.siteUrl) === undefined) return;
  if (!(await hasSecondFactor(tx, id)) || (await hasTotp(tx, id))) return;
  throw new PasskeyRequiredError(
    'This account needs more than a link. Please sign in with your passkey.',
  );
}

interface New {
  link: SignInLinkRow;
  username: string | undefined;
  /** The client's. */
  address: string;
}

async function createAccount(
  tx: Db,
  services: Services,
  { link, username, address }: New,
): Promise<UserRow | ApiError> {
  const { email } = link;
  if (username === undefined) throw new BadRequestError('Username is missing. Please choose one.');
  await requireUnreserved(tx, email, services.now());
  await requireUnique(tx, { username });
  const limiter = createLimiter(services, 'signUp');
  const what = 'Too many new accounts from your IP address';
  const refusal = await takePointWithin(tx, limiter, address, what);
  if (refusal) return refusal;
  await spendLink(tx, services, link);
  const at = services.now();
  const times = { createdAt: at, updatedAt: at };
  return await insertUser(tx, { username, email, emailVerified: true, ...times });
}
