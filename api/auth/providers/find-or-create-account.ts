import type { Db } from '../../../db/client.ts';
import {
  findUserByIdentity,
  hasIdentityOf,
  insertIdentity,
} from '../../../db/queries/identities.ts';
import { deleteTotp } from '../../../db/queries/second-factor.ts';
import {
  findUserByEmail,
  insertUser,
  type UserRow,
  updateUser,
} from '../../../db/queries/users.ts';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { isOwnBrowser } from '../../access/devices.ts';
import { expelEveryone } from '../../access/expel.ts';
import { ForbiddenError } from '../../errors.ts';
import { hasProvenEmail } from '../../users/require-verified.ts';
import { neutralUsername, suggestUsername } from '../../users/suggest-username.ts';
import { findSecondFactor } from '../second-factor/sign-in.ts';

export interface Account {
  user: UserRow;
  /** When the identity was linked to it. */
  link: 'old' | 'new' | 'new account';
  /** For a new account: based on the person's name. Not used without the user's consent. */
  suggestedUsername?: string | undefined;
}

/** The email was verified in another way, so linking requires the password, once. */
export class PasswordRequiredError extends ForbiddenError {
  constructor(message: string) {
    super(message, 'password_required');
  }
}

interface FindOptions {
  identity: VerifiedIdentity;
  /** The user who has just entered the password of the account with this email. */
  owner: UserRow | undefined;
  siteUrl: string;
  at: Date;
  /** The provider's display name. */
  provider: string;
  /** The id of the browser's device cookie. */
  deviceId?: string | undefined;
}

/**
 * Returns the account of a proven identity: already linked, linked now, or new. The email is used
 * only for the first link; see docs/google-sign-in.md. Returns errors instead of throwing them: a
 * PasswordRequiredError, or a ForbiddenError if the account has no password. In this case nothing
 * has changed, and the caller decides whether the identity can be used again.
 */
export async function findOrCreateAccount(
  tx: Db,
  { identity, owner, siteUrl, at, provider, deviceId }: FindOptions,
): Promise<Account | ForbiddenError> {
  // Look up the email first: if another call creates the account in between, the second query finds
  // it by its identity.
  const existing = await findUserByEmail(tx, identity.email);
  const linked = await findUserByIdentity(tx, identity);
  if (linked) return { user: linked, link: 'old' };
  if (!existing) {
    const username = await neutralUsername(tx);
    const times = { createdAt: at, updatedAt: at };
    const user = await insertUser(tx, {
      username,
      email: identity.email,
      emailVerified: true,
      ...times,
    });
    await insertIdentity(tx, identity, user.id, at);
    const suggestedUsername = await suggestUsername(tx, identity.name);
    return { user, link: 'new account', suggestedUsername };
  }
  if (hasProvenEmail(existing)) {
    const refusal = await findObstacle(tx, existing, { identity, owner, provider, siteUrl });
    if (refusal) return refusal;
    const isOwn = await isOwnBrowser(tx, { now: () => at }, existing.id, deviceId);
    await insertIdentity(tx, identity, existing.id, at, !isOwn);
    return { user: existing, link: 'new' };
  }
  return { user: await takeOver(tx, existing, identity, at), link: 'new' };
}

/** Returns an error if an identity can't be linked to an account with a proven email. */
async function findObstacle(
  tx: Db,
  existing: UserRow,
  {
    identity,
    owner,
    provider,
    siteUrl,
  }: Pick<FindOptions, 'identity' | 'owner' | 'provider' | 'siteUrl'>,
): Promise<ForbiddenError | undefined> {
  const { vouched, issuer } = identity;
  const isReader = existing.role === 'reader';
  // A second identity of the same provider means that the email has a new owner there.
  if (isReader && vouched && !(await hasIdentityOf(tx, existing.id, issuer))) return undefined;
  if (existing.passwordHash === null) {
    return new ForbiddenError(
      `An account with this email already exists, and it has no password. Sign in as usual, then link ${provider} in your profile, under Security. If you can't, contact the site owner.`,
      'no_password',
    );
  }
  const isOwner = owner?.id === existing.id && owner.passwordHash === existing.passwordHash;
  if (!isOwner) {
    return new PasswordRequiredError(
      `An account with this email already exists. Enter its password once to link it to ${provider}.`,
    );
  }
  // Linking it now would let the identity sign in without the second factor.
  if (!isReader && (await findSecondFactor(tx, { siteUrl }, existing.id)) !== undefined) {
    return new ForbiddenError(
      `This account needs more than its password to sign in. Sign in as usual, then link ${provider} in your profile, under Security.`,
    );
  }
  return undefined;
}

/**
 * Hands an account over to the person who has proven its email. The person who created it, or
 * moved it to this email, may know its password, have a session, or have linked another identity.
 */
async function takeOver(
  tx: Db,
  existing: UserRow,
  identity: VerifiedIdentity,
  at: Date,
): Promise<UserRow> {
  await expelEveryone(tx, existing.id, at);
  await deleteTotp(tx, existing.id);
  await insertIdentity(tx, identity, existing.id, at);
  const proven = { passwordHash: null, emailVerified: true, pendingEmail: null };
  return (await updateUser(tx, existing.id, proven, at)) ?? existing;
}
