import type { UserRow } from '../../db/queries/users.ts';

/** A user as the owner and administrators see it. */
export interface User {
  _id: string;
  username: string;
  email: string;
  profilePicture: string;
  isAdmin: boolean;
  createdAt: string;
}

/** A user as everybody sees it. */
export interface PublicUser {
  _id: string;
  username: string;
  profilePicture: string;
  isAdmin: boolean;
}

export function toPublicUser(
  row: Pick<UserRow, 'id' | 'username' | 'profilePicture' | 'isAdmin'>,
): PublicUser {
  return {
    _id: row.id,
    username: row.username,
    profilePicture: row.profilePicture,
    isAdmin: row.isAdmin,
  };
}

export function toUser(row: UserRow): User {
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    profilePicture: row.profilePicture,
    isAdmin: row.isAdmin,
    createdAt: row.createdAt.toISOString(),
  };
}
