import type { Role } from '../../db/schema/types.ts';

export type { UserSortKey } from '../../db/queries/users.ts';
export type { Role };

export const ROLES = [
  'reader',
  'author',
  'editor',
  'administrator',
] as const satisfies readonly Role[];

/** Returns whether a user has a role, or a higher one. */
export function includesRole({ role }: { role: Role }, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** The end of an indefinite suspension. */
export const FOREVER = '9999-12-31T23:59:59.000Z';

export const MAX_REASON_LENGTH = 500;

/** A sign-in in one browser. */
export interface Session {
  _id: string;
  /** Whether this is the session of the call. */
  current: boolean;
  /** Such as "Firefox on Linux". Empty if unknown. */
  browser: string;
  /** The network of the address at the last use. Empty if unknown. */
  network: string;
  createdAt: string;
  lastUsedAt: string;
}

/** An account as its owner and administrators see it. */
export interface User {
  _id: string;
  username: string;
  email: string;
  profilePicture: string;
  isAdmin: boolean;
  role: Role;
  /** Whether the user has proven that the email is theirs. */
  emailVerified: boolean;
  /** The new email, until its owner proves it. */
  pendingEmail: string | null;
  /** The user can't sign in until then. `null` when not suspended. */
  suspendedUntil: string | null;
  /** Only in lists for administrators, and only while suspended. */
  suspendedReason?: string;
  /** Their comments don't wait for approval. Only in lists for administrators. */
  isTrusted?: boolean;
  /** Plain text, for the author's page. Only for the user's own browser. */
  bio?: string;
  /** Websites, for the author's page. Only for the user's own browser. */
  links?: string[];
  createdAt: string;
}

/** An account as everyone sees it. */
export type PublicUser = Pick<User, '_id' | 'username' | 'profilePicture' | 'isAdmin'>;

export interface UserList {
  users: User[];
  totalUsers: number;
  /** Accounts created in the last 30 days. */
  lastMonthUsers: number;
}

/** The BroadcastChannel on which the popup reports to the page that opened it. */
export const GOOGLE_CHANNEL = 'inkwell-google';

/** The popup's report. `attempt` is the id that the page gave it. */
export type PopupResult =
  | { ok: true; attempt: string; name: string; email: string; profilePhoto: string }
  | { ok: false; attempt: string };

/** The purpose of a mailed link. */
export type LinkKind = 'reset-password' | 'verify-email' | 'undo-email-change';

/** A sign-in method added from a browser that the account didn't know. */
export interface AddedMethod {
  kind: 'passkey' | 'identity' | 'two-step';
  /** Name of the passkey or provider. Empty for two-step verification. */
  name: string;
}

/** The account that a mailed link is for. */
export interface TokenInfo {
  username: string;
  email: string;
  /** The sign-in methods that a password reset removes. */
  added?: AddedMethod[];
}

/** What a link to continue with email does: it signs in to an account, or creates one. */
export type EmailLinkInfo = {
  email: string;
  /** The page to open afterwards. */
  next: string;
} & (
  | {
      username: string;
      /** The email was never proven, so a stranger may know the password. */
      removesPassword: boolean;
    }
  | {
      /** A free username, as a suggestion. */
      newUsername: string;
    }
);

export const MAX_BIO_LENGTH = 500;
export const MAX_LINKS = 5;
