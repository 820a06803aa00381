import type { UserRow } from '../../db/queries/users.ts';
import { includesRole, ROLES, type Role } from '../contract/users.ts';
import { ForbiddenError, SecondFactorRequiredError } from '../errors.ts';

/** The lowest role that may use a verb: on the caller's own things, and on anyone's. */
interface Least {
  own?: Role;
  all?: Role;
}

/**
 * Who may do what. Routes, writes, guarded pages and tests read this table
 * (tests/api/attack/access.test.ts). Reading public content requires no permission.
 */
export const PERMISSIONS = {
  'audit.read': { all: 'administrator' },
  /** Backups contain everything, including password hashes. */
  'backup.manage': { all: 'administrator' },
  'comment.change': { own: 'reader', all: 'editor' },
  'comment.delete': { own: 'reader', all: 'editor' },
  'comment.list': { all: 'editor' },
  /** Approving, holding and removing comments, and seeing those that aren't visible. */
  'comment.moderate': { all: 'editor' },
  /** Closing a post's comments. */
  'comment.close': { own: 'author', all: 'editor' },
  /** Writing documents: content that isn't public yet. */
  'document.write': { own: 'author', all: 'editor' },
  /** Imports contain whole sites, with their users. */
  'import.manage': { all: 'administrator' },
  /** Describing uploaded pictures, and deleting unused ones. */
  'media.change': { own: 'author', all: 'editor' },
  'media.list': { own: 'author', all: 'editor' },
  'post.delete': { own: 'author', all: 'editor' },
  /** Putting posts first on the home page. */
  'post.feature': { all: 'editor' },
  /** Making public: publishing, scheduling, unpublishing. */
  'post.publish': { own: 'author', all: 'editor' },
  /** Redirects of any path, and the list of those that weren't found. */
  'redirect.change': { all: 'editor' },
  'settings.change': { all: 'administrator' },
  /** The state of publishing, statistics, and the sample content. */
  'site.operate': { all: 'administrator' },
  /** Views of the caller's own posts, or of the whole site. */
  'stats.read': { own: 'author', all: 'editor' },
  /** Pictures in posts. */
  'upload.post': { own: 'author' },
  /** Storing pictures beyond a member's quota. */
  'upload.unlimited': { own: 'administrator' },
  'user.delete': { own: 'reader', all: 'administrator' },
  /** Inviting people by mail, to any role. */
  'user.invite': { all: 'administrator' },
  'user.list': { all: 'administrator' },
  'user.role': { all: 'administrator' },
  'user.suspend': { all: 'administrator' },
} as const satisfies Record<string, Least>;

export type Verb = keyof typeof PERMISSIONS;

/**
 * Returns whether a user may use a verb on something that belongs to `owner`. Without an owner,
 * it's treated as someone else's.
 */
export function can(
  user: Pick<UserRow, 'id' | 'role'>,
  verb: Verb,
  { owner }: { owner?: string | undefined } = {},
): boolean {
  const { own, all }: Least = PERMISSIONS[verb];
  const least = owner === user.id ? (own ?? all) : all;
  return least !== undefined && includesRole(user, least);
}

/** Returns whether a user may use a verb at least on their own things. */
export function canAtAll(user: Pick<UserRow, 'id' | 'role'>, verb: Verb): boolean {
  return can(user, verb, { owner: user.id });
}

interface Permitted {
  user: Pick<UserRow, 'id' | 'role'>;
  /** The site requires a second factor of this user, who has none. */
  lacksSecondFactor: boolean;
}

/**
 * Throws a ForbiddenError if a user may not use the verb even on their own things. Throws a
 * SecondFactorRequiredError if a required second factor is missing and readers may not use it.
 */
export function requireVerb(verb: Verb, permitted: Permitted): void {
  if (!canAtAll(permitted.user, verb)) throw notAllowed(verb);
  requireFactorFor(verb, permitted, permitted.user.id);
}

/**
 * Throws a SecondFactorRequiredError if a required second factor is missing and readers may not use
 * the verb on things that belong to `owner`.
 */
export function requireFactorFor(
  verb: Verb,
  { user, lacksSecondFactor }: Permitted,
  owner: string,
): void {
  const isForEveryone = can({ id: user.id, role: 'reader' }, verb, { owner });
  if (lacksSecondFactor && !isForEveryone) throw new SecondFactorRequiredError();
}

/** Returns the error for users whose role doesn't allow the verb. */
export function notAllowed(verb: Verb): ForbiddenError {
  const { own, all }: Least = PERMISSIONS[verb];
  const least = own ?? all ?? 'administrator';
  const roles = ROLES.slice(ROLES.indexOf(least)).map((role) => `${role}s`);
  return new ForbiddenError(`Only ${new Intl.ListFormat('en-GB').format(roles)} may do this.`);
}
