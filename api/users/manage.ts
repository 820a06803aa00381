import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import {
  countAdmins,
  findUserByEmail,
  findUserByUsername,
  insertUser,
  type UserRow,
  updateUser,
} from '../../db/queries/users.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { newPassword, requireNoOwnNames } from '../auth/password-rules.ts';
import { BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { deleteUserUnlessLastAdmin } from './delete.ts';
import { email, newUsername } from './rules.ts';
import { requireUnique } from './uniqueness.ts';

/** What the owner does to accounts at the terminal; nobody has to be signed in for it. */
type Means = Pick<Services, 'database' | 'now' | 'siteName'>;

export interface NewAccount {
  username: string;
  email: string;
  /** Absent: one is made up. */
  password?: string | undefined;
  isAdmin: boolean;
}

/** The account of an email or a username, in any letter case. Throws a NotFoundError. */
export async function findAccount(db: Db, name: string): Promise<UserRow> {
  // No username has an @.
  const found = name.includes('@')
    ? await findUserByEmail(db, name)
    : await findUserByUsername(db, name);
  if (!found) throw new NotFoundError(`There is no user "${name}".`);
  return found;
}

/** Makes an account; gives it with its password. Throws a BadRequestError or a ConflictError. */
export async function createAccount(
  { database, now, siteName }: Means,
  input: NewAccount,
): Promise<{ user: UserRow; password: string }> {
  const values = { username: valid(newUsername, input.username), email: valid(email, input.email) };
  const password = usablePassword(input.password, { ...values, siteName });
  const passwordHash = await hashPassword(password);
  const at = now();
  const user = await database.transaction(async (tx) => {
    await requireUnique(tx, values);
    return await insertUser(tx, {
      ...values,
      passwordHash,
      isAdmin: input.isAdmin,
      createdAt: at,
      updatedAt: at,
    });
  });
  return { user, password };
}

/** Makes a user an administrator or an ordinary one again. Throws for the last administrator. */
export async function setAdmin(
  { database, now }: Means,
  name: string,
  isAdmin: boolean,
): Promise<{ user: UserRow; changed: boolean }> {
  return await database.transaction(async (tx) => {
    const user = await findAccount(tx, name);
    if (user.isAdmin === isAdmin) return { user, changed: false };
    if (!isAdmin && (await countAdmins(tx)) === 1) {
      throw new ConflictError('The last administrator cannot be demoted.');
    }
    await updateUser(tx, user.id, { isAdmin }, now());
    return { user, changed: true };
  });
}

/** Deletes an account by name. Throws a NotFoundError, and a ConflictError for the last administrator. */
export async function deleteByName(
  { database }: Pick<Services, 'database'>,
  name: string,
): Promise<UserRow> {
  return await database.transaction(async (tx) => {
    const user = await findAccount(tx, name);
    await deleteUserUnlessLastAdmin(tx, user);
    return user;
  });
}

/** Sets a new password, made up unless given, and ends all sessions of the user. */
export async function resetPassword(
  { database, now, siteName }: Means,
  name: string,
  given?: string,
): Promise<{ user: UserRow; password: string }> {
  const { username, email } = await findAccount(database.read, name);
  const password = usablePassword(given, { username, email, siteName });
  const passwordHash = await hashPassword(password);
  const user = await database.transaction(async (tx) => {
    const account = await findAccount(tx, name);
    await updateUser(tx, account.id, { passwordHash }, now());
    await deleteUserSessions(tx, account.id);
    return account;
  });
  return { user, password };
}

function usablePassword(
  given: string | undefined,
  names: { username: string; email: string; siteName: string },
): string {
  if (given === undefined) return randomBytes(16).toString('base64url');
  if (given !== given.trim()) {
    throw new BadRequestError(
      'Password begins or ends with a space, which the sign-in form would leave out.',
    );
  }
  requireNoOwnNames(given, names);
  return valid(newPassword, given);
}

interface Rule {
  safeParse(
    value: unknown,
  ): { success: true; data: string } | { success: false; error: { issues: { message: string }[] } };
}

function valid(rule: Rule, value: string): string {
  const parsed = rule.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BadRequestError(parsed.error.issues[0]?.message ?? 'This value is not accepted.');
}
