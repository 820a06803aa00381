import { defaultAvatar, type UserRow } from '../../db/queries/users.ts';
import type { PublicUser, User } from '../contract/users.ts';
import type { Env } from '../env.ts';
import { nameOf } from '../uploads/storage.ts';
import { isOwnPath } from './rules.ts';

type Storage = Pick<Env, 'storage'>;

/** A user as others see it: their browsers load only pictures in our storage. */
export function toPublicUser(
  row: Pick<UserRow, 'id' | 'username' | 'profilePicture' | 'isAdmin'>,
  env: Storage,
): PublicUser {
  return {
    _id: row.id,
    username: row.username,
    profilePicture: safePicture(row, env),
    isAdmin: row.isAdmin,
  };
}

export function toListedUser(row: UserRow, env: Storage): User {
  const { suspendedUntil, suspendedReason, isTrusted } = row;
  return {
    ...toAccount(row),
    profilePicture: safePicture(row, env),
    isTrusted,
    ...(suspendedUntil && { suspendedReason }),
  };
}

/** A user for their own browser, which shows the profile form. */
export function toUser(row: UserRow): User & Pick<UserRow, 'bio' | 'links'> {
  return { ...toAccount(row), bio: row.bio, links: row.links };
}

function toAccount(row: UserRow): User {
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    profilePicture: row.profilePicture,
    isAdmin: row.isAdmin,
    role: row.role,
    emailVerified: row.emailVerified,
    pendingEmail: row.pendingEmail,
    suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Returns the profile picture or, if it isn't in our storage, the generated avatar. A picture on
 * another server would reveal every reader's IP address to its owner.
 */
export function safePicture(
  { username, profilePicture }: Pick<UserRow, 'username' | 'profilePicture'>,
  { storage }: Storage,
): string {
  const isOurs = isOwnPath(profilePicture) || nameOf(profilePicture, storage) !== undefined;
  return isOurs ? profilePicture : defaultAvatar(username);
}
