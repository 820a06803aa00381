import { z } from 'zod';
import { defaultAvatar } from '../../../db/avatar.ts';
import type { Db } from '../../../db/client.ts';
import { deleteUserSessions } from '../../../db/queries/sessions.ts';
import { takeVerifiedIdentity } from '../../../db/queries/sign-in-flows.ts';
import {
  findUserByEmail,
  findUserById,
  insertUser,
  type UserRow,
  updateUser,
} from '../../../db/queries/users.ts';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { UnauthorizedError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { BegunSession, Sessions } from '../sessions.ts';
import { flowIdHash } from './flow.ts';
import { freeUsername } from './username.ts';

/** Only the e-mail is compared; name and picture are taken from the provider's own word. */
export const googleSignInInput = z.object({
  email: z.string('E-mail must be text.').trim().toLowerCase(),
  name: z.string('Name must be text.').nullish(),
  profilePhoto: z.string('Profile photo must be text.').nullish(),
});

type GoogleSignIn = z.output<typeof googleSignInInput>;

const refused = () =>
  new UnauthorizedError('Google has not just confirmed this e-mail address for this browser.');

/**
 * Signs in as the person whom the provider has just proven to this browser, whose flow's `secret` it
 * holds. That works once and for two minutes; a wrong e-mail uses it up as well. Makes the account when
 * there is none. Throws an UnauthorizedError.
 */
export function createGoogleSignIn({ database, now }: Services, sessions: Sessions) {
  return async function signIn(
    secret: string | undefined,
    { email }: GoogleSignIn,
  ): Promise<{ user: UserRow; session: BegunSession }> {
    if (secret === undefined) throw refused();
    const identity = await database.transaction((tx) =>
      takeVerifiedIdentity(tx, flowIdHash(secret), now()),
    );
    if (!identity || identity.email !== email) throw refused();
    const { id } = await database.transaction((tx) => accountOf(tx, identity, now()));
    const session = await sessions.begin(id);
    const user = session && (await findUserById(database.read, id));
    // Deleted between the two: then there is nobody to sign in.
    if (!session || !user) throw refused();
    return { user, session };
  };
}

/** The account of a proven e-mail: there, made safe, or new. */
async function accountOf(tx: Db, identity: VerifiedIdentity, at: Date): Promise<UserRow> {
  const existing = await findUserByEmail(tx, identity.email);
  if (!existing) return await openAccount(tx, identity, at);
  if (existing.emailVerified) return existing;
  // Whoever opened it with somebody else's e-mail may know its password or wait inside.
  await deleteUserSessions(tx, existing.id);
  const proven = { passwordHash: null, emailVerified: true };
  return (await updateUser(tx, existing.id, proven, at)) ?? existing;
}

async function openAccount(tx: Db, identity: VerifiedIdentity, at: Date): Promise<UserRow> {
  const username = await freeUsername(tx, identity.name);
  return await insertUser(tx, {
    username,
    email: identity.email,
    emailVerified: true,
    profilePicture: identity.picture || defaultAvatar(username),
    createdAt: at,
    updatedAt: at,
  });
}
