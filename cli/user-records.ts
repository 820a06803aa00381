import { transliterate } from 'transliteration';
import { z } from 'zod';
import { truncate } from '../api/contract/truncate.ts';
import { MAX_REASON_LENGTH, ROLES, type Role } from '../api/contract/users.ts';
import { bcryptCostOf, isUsableArgon2 } from '../api/passwords/password-hash.ts';
import * as rules from '../api/users/rules.ts';
import { defaultAvatar, type UserRow } from '../db/queries/users.ts';
import { MAIL_TIMES, NOTIFICATION_KINDS } from '../db/schema/types.ts';
import {
  type Context,
  idOf,
  type Raw,
  type Spooled,
  stringOf,
  timeOf,
  timesOf,
} from './raw-records.ts';

export type UserRecord = Spooled<
  Omit<
    UserRow,
    | 'seq'
    | 'usernameKey'
    | 'isAdmin'
    | 'pendingEmail'
    | 'passwordFromMail'
    | 'suspendedUntil'
    | 'overviewSeenAt'
  >
> & {
  suspendedUntil: number | null;
  /** There was a hash, but it isn't accepted. */
  isPasswordRefused: boolean;
};

/**
 * As long as one such hash is stored, every sign-in takes as long as checking it: half a second at
 * 12, two minutes of one core at 20, days at 31.
 */
const MAX_BCRYPT_COST = 12;
export const MAX_USERNAME_LENGTH = 30;

/** Validates a user. Reports what it changes; returns undefined for one that must be left out. */
export function userRecord(raw: Raw, context: Context): UserRecord | undefined {
  const id = idOf('user', raw, context);
  if (id === undefined) return undefined;
  const username = usernameOf(raw, id, context);
  const email = emailOf(raw, id, context);
  return {
    id,
    username,
    email,
    emailVerified: raw.emailVerified === true && !isPlaceholderEmail(email),
    ...passwordOf(raw, id, context),
    profilePicture: profilePictureOf(raw, id, username, context),
    role: roleOf(raw),
    bio: rules.bio.catch('').parse(raw.bio ?? ''),
    links: rules.links.catch([]).parse(raw.links ?? []),
    ...suspensionOf(raw),
    isTrusted: raw.isTrusted === true,
    notify: notifyOf(raw.notify),
    isDemo: raw.isDemo === true,
    ...timesOf('user', raw, id, context),
  };
}

/** Files of earlier versions, and of other products, have only `isAdmin`. */
function roleOf(raw: Raw): Role {
  const given = ROLES.find((role) => role === raw.role);
  return given ?? (raw.isAdmin === true ? 'administrator' : 'reader');
}

function notifyOf(given: unknown): UserRecord['notify'] {
  const times = z.partialRecord(z.enum(NOTIFICATION_KINDS), z.enum(MAIL_TIMES));
  return times.catch({}).parse(given ?? {});
}

/** A suspended administrator could leave the site without one who can sign in. */
function suspensionOf(raw: Raw): Pick<UserRecord, 'suspendedUntil' | 'suspendedReason'> {
  const suspendedUntil = timeOf(raw.suspendedUntil) ?? null;
  if (suspendedUntil === null || roleOf(raw) === 'administrator') {
    return { suspendedUntil: null, suspendedReason: '' };
  }
  const suspendedReason = truncate(stringOf(raw.suspendedReason).trim(), MAX_REASON_LENGTH);
  return { suspendedUntil, suspendedReason };
}

function usernameOf(raw: Raw, id: string, { report }: Context): string {
  const given = rules.username.safeParse(raw.username);
  if (given.success) return given.data;
  // More letters aren't needed, and normalizing a long text can take seconds.
  const typed = stringOf(raw.username).slice(0, 20 * MAX_USERNAME_LENGTH);
  const made = transliterate(typed.normalize('NFKC'))
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_USERNAME_LENGTH)
    .replace(/-+$/, '');
  const username = made.length >= 3 ? made : `user-${made || id.slice(-6)}`;
  report.add('user', id, `The username is invalid and was changed to "${username}".`, raw.username);
  return username;
}

function emailOf(raw: Raw, id: string, { report }: Context): string {
  const given = rules.email.safeParse(raw.email);
  if (given.success) return given.data;
  const email = placeholderEmail(id);
  report.add('user', id, `The email is invalid and was replaced with "${email}".`, raw.email);
  return email;
}

/** No one can ever own a domain under `.invalid` (RFC 2606). */
const PLACEHOLDER_END = '@imported.invalid';

/** Returns the `n`th email for an account that has no usable one. */
export function placeholderEmail(id: string, n = 1): string {
  return `${id.toLowerCase()}${n === 1 ? '' : `-${n}`}${PLACEHOLDER_END}`;
}

export function isPlaceholderEmail(email: string): boolean {
  return email.endsWith(PLACEHOLDER_END);
}

function passwordOf(
  raw: Raw,
  id: string,
  { report }: Context,
): Pick<UserRecord, 'passwordHash' | 'isPasswordRefused'> {
  const hash = raw.password ?? null;
  if (hash === null || hash === '') return { passwordHash: null, isPasswordRefused: false };
  if (typeof hash === 'string' && isUsable(hash)) {
    return { passwordHash: hash, isPasswordRefused: false };
  }
  const what = "The password was left out: it isn't an accepted bcrypt or argon2id hash.";
  report.add('user', id, what);
  return { passwordHash: null, isPasswordRefused: true };
}

function isUsable(hash: string): boolean {
  const cost = bcryptCostOf(hash);
  if (cost === undefined) return isUsableArgon2(hash);
  return cost >= 4 && cost <= MAX_BCRYPT_COST;
}

function profilePictureOf(raw: Raw, id: string, username: string, { report }: Context): string {
  const given = rules.profilePicture.safeParse(raw.profilePicture);
  if (given.success) return given.data;
  if (stringOf(raw.profilePicture).trim() !== '') {
    const what = "The profile picture was left out: its URL isn't usable.";
    report.add('user', id, what, raw.profilePicture);
  }
  return defaultAvatar(username);
}
