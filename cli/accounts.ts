import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { expelEveryone } from '../api/access/expel.ts';
import { isSuspended } from '../api/access/suspension.ts';
import type { Role } from '../api/contract/users.ts';
import { BadRequestError, NotFoundError } from '../api/errors.ts';
import { hashPassword } from '../api/passwords/password-hash.ts';
import { newPassword, requireNoOwnNames } from '../api/passwords/password-rules.ts';
import type { Services } from '../api/services.ts';
import { siteName } from '../api/site/read-site.ts';
import { issueToken, tokenUrl } from '../api/tokens/issue.ts';
import { refreshAuthorPages } from '../api/users/author-pages.ts';
import { deleteUserUnlessLastAdmin } from '../api/users/delete.ts';
import { hasProvenEmail } from '../api/users/require-verified.ts';
import { setRole } from '../api/users/role.ts';
import { email, newUsername } from '../api/users/rules.ts';
import { requireUnique } from '../api/users/uniqueness.ts';
import type { Db } from '../db/client.ts';
import { type AuditEntry, recordAudit } from '../db/queries/audit.ts';
import { deleteTotp, hasTotp } from '../db/queries/second-factor.ts';
import { deleteUserSessions } from '../db/queries/sessions.ts';
import { endTokens } from '../db/queries/tokens.ts';
import {
  findUserByEmail,
  findUserByUsername,
  insertUser,
  lockAdmins,
  type UserRow,
  updateUser,
} from '../db/queries/users.ts';

type Context = Pick<Services, 'database' | 'now'>;

interface NewAccount {
  username: string;
  email: string;
  password?: string | undefined;
  role: Role;
}

/**
 * Returns the account with this email or username, ignoring letter case. Throws a NotFoundError.
 */
export async function findAccount(db: Db, name: string): Promise<UserRow> {
  // Usernames have no @.
  const found = name.includes('@')
    ? await findUserByEmail(db, name)
    : await findUserByUsername(db, name);
  if (!found) throw new NotFoundError(`There is no user "${name}".`);
  return found;
}

/**
 * Creates an account. Returns it with its password. Throws a BadRequestError or a ConflictError.
 */
export async function createAccount(
  { database, now }: Context,
  input: NewAccount,
): Promise<{ user: UserRow; password: string }> {
  const values = { username: valid(newUsername, input.username), email: valid(email, input.email) };
  const password = usablePassword(input.password, {
    ...values,
    siteName: await siteName(database.read),
  });
  const passwordHash = await hashPassword(password);
  const at = now();
  const times = { createdAt: at, updatedAt: at };
  const user = await database.transaction(async (tx) => {
    await requireUnique(tx, values);
    return await insertUser(tx, { ...values, ...times, passwordHash, role: input.role });
  });
  return { user, password };
}

/** Changes a role. Throws a NotFoundError, and a ConflictError for the last administrator. */
export async function setRoleByName(
  { database, now }: Context,
  name: string,
  role: Role,
): Promise<{ user: UserRow; changed: boolean }> {
  return await database.transaction(async (tx) => {
    // Before the account is read: someone may be promoting it.
    await lockAdmins(tx);
    const account = await findAccount(tx, name);
    const result = await setRole(tx, account, role, now());
    const details = { from: account.role, to: role };
    if (result.changed) await recordAudit(tx, bySystem('user.role', account, now(), details));
    return result;
  });
}

/** Lifts a suspension. Returns `changed: false` when there was none. Throws a NotFoundError. */
export async function liftSuspension(
  { database, now }: Context,
  name: string,
): Promise<{ user: UserRow; changed: boolean }> {
  return await database.transaction(async (tx) => {
    const user = await findAccount(tx, name);
    if (!isSuspended(user, now())) return { user, changed: false };
    await updateUser(tx, user.id, { suspendedUntil: null, suspendedReason: '' }, now());
    await recordAudit(tx, bySystem('user.suspend', user, now(), { until: null }));
    return { user, changed: true };
  });
}

/** Turns two-step verification off, for users who lost their phone and their recovery codes. */
export async function turnSecondFactorOff(
  { database, now }: Context,
  name: string,
): Promise<{ user: UserRow; changed: boolean }> {
  return await database.transaction(async (tx) => {
    const user = await findAccount(tx, name);
    if (!(await hasTotp(tx, user.id))) return { user, changed: false };
    await deleteTotp(tx, user.id);
    await recordAudit(tx, bySystem('user.second-factor', user, now(), { change: 'off' }));
    return { user, changed: true };
  });
}

function bySystem(
  action: AuditEntry['action'],
  { id: subject }: UserRow,
  at: Date,
  details: Record<string, unknown> = {},
): AuditEntry {
  return { actor: 'system', action, subject, at, details };
}

/** Deletes an account. Throws a NotFoundError, and a ConflictError for the last administrator. */
export async function deleteByName(
  { database, now }: Pick<Services, 'database' | 'now'>,
  name: string,
): Promise<UserRow> {
  return await database.transaction(async (tx) => {
    await lockAdmins(tx);
    const user = await findAccount(tx, name);
    await deleteUserUnlessLastAdmin(tx, user, now());
    await recordAudit(tx, bySystem('user.delete', user, now(), { role: user.role }));
    await refreshAuthorPages(tx, user.id, now());
    return user;
  });
}

/**
 * Sets a password (generated by default) and ends all sessions. For readers who never confirmed the
 * email, also removes passkeys and linked accounts. Throws like `createAccount`.
 */
export async function resetPassword(
  { database, now }: Context,
  name: string,
  given?: string,
): Promise<{ user: UserRow; password: string }> {
  const { username, email } = await findAccount(database.read, name);
  const password = usablePassword(given, {
    username,
    email,
    siteName: await siteName(database.read),
  });
  const passwordHash = await hashPassword(password);
  const user = await database.transaction(async (tx) => {
    const account = await findAccount(tx, name);
    await updateUser(tx, account.id, { passwordHash, passwordFromMail: false }, now());
    if (hasProvenEmail(account)) {
      await deleteUserSessions(tx, account.id);
      await endTokens(tx, account.id, { kinds: ['reset-password'], usedAt: now() });
    } else {
      // Someone else may have signed up with this email.
      await expelEveryone(tx, account.id, now());
    }
    await recordAudit(tx, bySystem('user.password', account, now()));
    return account;
  });
  return { user, password };
}

/** Issues a link for a new password. It wasn't mailed, so using it doesn't prove the email. */
export async function issueResetLink(
  { database, now, env }: Pick<Services, 'database' | 'now' | 'env'>,
  name: string,
): Promise<{ user: UserRow; url: string }> {
  return await database.transaction(async (tx) => {
    const user = await findAccount(tx, name);
    const kind = 'reset-password';
    const token = await issueToken(tx, { now }, { kind, userId: user.id, email: '' });
    return { user, url: tokenUrl(env.siteUrl, kind, token) };
  });
}

function usablePassword(
  given: string | undefined,
  names: { username: string; email: string; siteName: string },
): string {
  if (given === undefined) return randomBytes(16).toString('base64url');
  if (given !== given.trim()) {
    throw new BadRequestError(
      'Password must not begin or end with a space: the sign-in form removes it.',
    );
  }
  requireNoOwnNames(given, names);
  return valid(newPassword, given);
}

function valid(rule: z.ZodType<string>, value: string): string {
  const parsed = rule.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BadRequestError(parsed.error.issues[0]?.message ?? 'This value is not valid.');
}
