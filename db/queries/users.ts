import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { identities, passkeys, type Role, tokens, users } from '../schema.ts';
import { storedEmail } from '../stored-email.ts';
import { normalForm } from '../words.ts';
import { deleteInvitationsTo } from './invitations.ts';
import { deleteStrayMail } from './mail.ts';
import { addUses, profileUses, saveUses } from './picture-uses.ts';
import { directionOf, forUpdate, type SortedPage, withoutIndex } from './query.ts';
import { deleteSignInLinksTo } from './sign-in-links.ts';

export type UserRow = typeof users.$inferSelect;

/** A new user. The default picture is the generated avatar. */
export type NewUser = Omit<typeof users.$inferInsert, 'seq' | 'usernameKey' | 'profilePicture'> & {
  profilePicture?: string;
};

export type UserChanges = Partial<
  Pick<
    UserRow,
    | 'username'
    | 'email'
    | 'emailVerified'
    | 'isTrusted'
    | 'notify'
    | 'pendingEmail'
    | 'passwordHash'
    | 'passwordFromMail'
    | 'profilePicture'
    | 'role'
    | 'suspendedUntil'
    | 'suspendedReason'
    | 'bio'
    | 'links'
    | 'overviewSeenAt'
  >
>;

/** Number of colors of generated avatars (`api/contract/avatars.ts`). */
export const AVATAR_COLORS = 10;

/** Also matches avatars with one letter, which older accounts may have. */
const GENERATED = /^\/avatars\/[a-z0-9_]{1,2}-\d\.svg$/;

/**
 * Returns the generated avatar of a username, ignoring letter case: `/avatars/{letters}-{n}.svg`.
 * The letters are the first ones of the first and the last word (`demo-otter` and `DemoOtter7` have
 * `do` and `d7`), the first two of a single word, or `_` if there are none. The whole name decides
 * the color.
 */
export function defaultAvatar(username: string): string {
  const name = username.toLowerCase();
  const words = name.match(/[a-z]+|\d+/g) ?? ['_'];
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = last === undefined ? first.slice(0, 2) : first.slice(0, 1) + last.slice(0, 1);
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `/avatars/${letters}-${hash % AVATAR_COLORS}.svg`;
}

export function isGeneratedAvatar(path: string): boolean {
  return GENERATED.test(path);
}

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return await db.query.users.findFirst({ where: eq(users.id, id) });
}

/** Like `findUserById`, but locks the row until the end of the transaction. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await forUpdate(tx.select().from(users).where(eq(users.id, id)));
  return row;
}

/** Ignores letter case. The domain can be in Unicode. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return await db.query.users.findFirst({ where: eq(users.email, storedEmail(email)) });
}

/** Ignores letter case. */
export async function findUserByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  return await db.query.users.findFirst({ where: eq(users.usernameKey, normalForm(username)) });
}

/**
 * Inserts a user, with the email in the form of `storedEmail`. Throws if the email or username is
 * taken (in any letter case). To find out which, check in the same transaction first.
 */
export async function insertUser(tx: Db, values: NewUser): Promise<UserRow> {
  const [row] = await tx
    .insert(users)
    .values({
      profilePicture: defaultAvatar(values.username),
      ...values,
      usernameKey: normalForm(values.username),
      email: storedEmail(values.email),
    })
    .returning();
  if (row === undefined) throw new Error('The user was not written');
  await addUses(tx, profileUses(row));
  return row;
}

/** Updates a user. Returns `undefined` if there is no such user. Throws like `insertUser`. */
export async function updateUser(
  tx: Db,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<UserRow | undefined> {
  const { username, email, ...rest } = changes;
  const [row] = await tx
    .update(users)
    .set({
      ...rest,
      ...(username === undefined ? {} : { username, usernameKey: normalForm(username) }),
      ...(email === undefined ? {} : { email: storedEmail(email) }),
      updatedAt: now,
    })
    .where(eq(users.id, id))
    .returning();
  if (row && changes.profilePicture !== undefined) await saveUses(tx, profileUses(row));
  return row;
}

/**
 * Deletes a user with sessions, comments, likes and mail, but not posts and documents. Returns the
 * deleted row.
 */
export async function deleteUser(tx: Db, id: string): Promise<UserRow | undefined> {
  const mailed = await tx.select({ to: tokens.email }).from(tokens).where(eq(tokens.userId, id));
  const [row] = await tx.delete(users).where(eq(users.id, id)).returning();
  if (row === undefined) return undefined;
  const emails = [row.email, row.pendingEmail ?? '', ...mailed.map(({ to }) => to)];
  await deleteSignInLinksTo(tx, emails);
  await deleteInvitationsTo(tx, emails);
  await deleteStrayMail(tx, emails);
  return row;
}

/** The highest code point: `prefix + LAST` sorts after everything that starts with `prefix`. */
const LAST = '\u{10FFFF}';

/** Username or email starts with `prefix`. A range, so that SQLite uses the indexes. */
function begins(prefix: string) {
  const from = prefix.toLowerCase();
  const to = from + LAST;
  return or(
    and(gte(users.usernameKey, from), lt(users.usernameKey, to)),
    and(gte(users.email, from), lt(users.email, to)),
  );
}

export const USER_SORT_KEYS = ['createdAt', 'username', 'email'] as const;
export type UserSortKey = (typeof USER_SORT_KEYS)[number];

const SORT_COLUMNS = {
  createdAt: users.createdAt,
  username: users.usernameKey,
  email: users.email,
};

/** Users must match all given fields. */
export interface UserFilter {
  /** The start of the username or email. An empty prefix matches every user. */
  prefix?: string | undefined;
  role?: Role | undefined;
}

function matching({ prefix, role }: UserFilter): SQL | undefined {
  return and(prefix ? begins(prefix) : undefined, hasRole(role));
}

function hasRole(role: Role | undefined): SQL | undefined {
  if (role === undefined) return undefined;
  // Most users are readers: the planner should stay on the index in list order. The other roles are
  // rare, so finding and sorting them is fast.
  return role === 'reader' ? sql`${withoutIndex(users.role)} = ${role}` : eq(users.role, role);
}

/** Returns the users that match a filter, newest first by default. */
export async function listUsers(
  db: Db,
  { startIndex, limit, sortBy = 'createdAt', sort }: SortedPage<UserSortKey>,
  filter: UserFilter = {},
): Promise<UserRow[]> {
  const direction = directionOf(sort);
  return await db
    .select()
    .from(users)
    .where(matching(filter))
    .orderBy(direction(SORT_COLUMNS[sortBy]), direction(users.seq))
    .limit(limit)
    .offset(startIndex);
}

/** Counts the users that `listUsers` finds, or only those created since `since`. */
export async function countUsers(db: Db, filter: UserFilter = {}, since?: Date): Promise<number> {
  return await db.$count(users, and(matching(filter), since && gte(users.createdAt, since)));
}

const IS_ADMIN = eq(users.role, 'administrator');

/** Returns and locks the administrators until the end of the transaction. */
export async function lockAdmins(tx: Db): Promise<Pick<UserRow, 'id' | 'suspendedUntil'>[]> {
  const { id, suspendedUntil, seq } = users;
  return await forUpdate(
    tx.select({ id, suspendedUntil }).from(users).where(IS_ADMIN).orderBy(seq),
  );
}

export async function countAdmins(db: Db): Promise<number> {
  return await db.$count(users, IS_ADMIN);
}

/** Sets the password of a user without one. Returns false if the user has one, or was deleted. */
export async function setFirstPassword(
  tx: Db,
  id: string,
  passwordHash: string,
  updatedAt: Date,
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ passwordHash, updatedAt })
    .where(and(eq(users.id, id), isNull(users.passwordHash)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/**
 * Returns the first administrator if none can sign in: none has a password, a passkey, or an
 * identity of these issuers.
 */
export async function findAdminWithoutSignIn(
  db: Db,
  issuers: string[],
): Promise<UserRow | undefined> {
  const isUsable = inArray(identities.issuer, issuers);
  const linked = db.select({ id: identities.userId }).from(identities).where(isUsable);
  const withPasskey = db.select({ id: passkeys.userId }).from(passkeys);
  const canSignIn = or(
    isNotNull(users.passwordHash),
    inArray(users.id, linked),
    inArray(users.id, withPasskey),
  );
  if ((await db.$count(users, and(IS_ADMIN, canSignIn))) > 0) return undefined;
  return await findFirstAdmin(db);
}

export async function findFirstAdmin(db: Db): Promise<UserRow | undefined> {
  return await db.query.users.findFirst({
    where: IS_ADMIN,
    orderBy: users.seq,
  });
}
