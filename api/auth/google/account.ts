import { defaultAvatar } from '../../../db/avatar.ts';
import type { Db } from '../../../db/client.ts';
import {
  deleteUserIdentities,
  findUserByIdentity,
  hasIdentityOf,
  insertIdentity,
} from '../../../db/queries/identities.ts';
import { deleteUserSessions } from '../../../db/queries/sessions.ts';
import {
  findUserByEmail,
  insertUser,
  type UserRow,
  updateUser,
} from '../../../db/queries/users.ts';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { ForbiddenError } from '../../errors.ts';
import { neutralUsername, suggestUsername } from './username.ts';

/** The account that an identity signs in to. */
export interface Account {
  user: UserRow;
  /** Since when the identity is linked to it. */
  link: 'old' | 'new' | 'new account';
  /** For a new account: made from the person's name. Nothing is published under it without asking. */
  suggestedUsername?: string | undefined;
}

/** The account has proven its email in another way: its password decides, once. */
export class PasswordRequiredError extends ForbiddenError {
  constructor(
    message = 'An account with this email already exists. Enter its password once to link it to Google.',
  ) {
    super(message, 'password_required');
  }
}

/**
 * Returns the account of a proven identity: linked, linked now, or new. The email counts only for the
 * first link; see docs/google-sign-in.md.
 *
 * @param owner who has just proven the password of the account with this email
 * @returns instead of throwing: a PasswordRequiredError, or a ForbiddenError when there is no password
 *   to ask for. Then nothing was changed, and the caller decides what becomes of the identity.
 */
export async function accountOf(
  tx: Db,
  identity: VerifiedIdentity,
  owner: UserRow | undefined,
  at: Date,
): Promise<Account | ForbiddenError> {
  const linked = await findUserByIdentity(tx, identity);
  if (linked) return { user: linked, link: 'old' };
  const existing = await findUserByEmail(tx, identity.email);
  if (!existing) return await openAccount(tx, identity, at);
  if (existing.emailVerified) {
    const refusal = await reasonAgainst(tx, existing, identity, owner);
    if (refusal) return refusal;
    await insertIdentity(tx, identity, existing.id, at);
    return { user: existing, link: 'new' };
  }
  return { user: await takeOver(tx, existing, identity, at), link: 'new' };
}

/** What stands against linking an identity to an account that has proven its email. */
async function reasonAgainst(
  tx: Db,
  existing: UserRow,
  { vouched, issuer }: VerifiedIdentity,
  owner: UserRow | undefined,
): Promise<ForbiddenError | undefined> {
  // A second identity of the same provider: the email has a new owner there.
  if (vouched && !(await hasIdentityOf(tx, existing.id, issuer))) return undefined;
  if (existing.passwordHash === null) {
    return new ForbiddenError(
      "An account with this email already exists, and it has no password to prove that it's yours. Please contact the site owner.",
      'no_password',
    );
  }
  const isOwner = owner?.id === existing.id && owner.passwordHash === existing.passwordHash;
  return isOwner ? undefined : new PasswordRequiredError();
}

/**
 * Hands an account over to the person who has proven its email. The person who opened it, or moved it to
 * this email, may know its password, have a session, or have another identity linked to it.
 */
async function takeOver(
  tx: Db,
  existing: UserRow,
  identity: VerifiedIdentity,
  at: Date,
): Promise<UserRow> {
  await deleteUserSessions(tx, existing.id);
  await deleteUserIdentities(tx, existing.id);
  await insertIdentity(tx, identity, existing.id, at);
  const proven = { passwordHash: null, emailVerified: true };
  return (await updateUser(tx, existing.id, proven, at)) ?? existing;
}

async function openAccount(tx: Db, identity: VerifiedIdentity, at: Date): Promise<Account> {
  const username = await neutralUsername(tx);
  const user = await insertUser(tx, {
    username,
    email: identity.email,
    emailVerified: true,
    profilePicture: defaultAvatar(username),
    createdAt: at,
    updatedAt: at,
  });
  await insertIdentity(tx, identity, user.id, at);
  const suggestedUsername = await suggestUsername(tx, identity.name);
  return { user, link: 'new account', suggestedUsername };
}
