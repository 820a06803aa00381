import { and, count, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { newId } from '../ids.ts';
import { users } from '../schema.ts';
import type { Page } from './page.ts';
import { prepared } from './prepared.ts';

export type UserRow = typeof users.$inferSelect;

/** What a new user is made of; what is left out gets its default, the id a new one. */
export type NewUser = Omit<typeof users.$inferInsert, 'seq' | 'id' | 'usernameKey'> & {
  id?: string;
};

export type UserChanges = Partial<
  Pick<
    UserRow,
    'username' | 'email' | 'emailVerified' | 'passwordHash' | 'profilePicture' | 'isAdmin'
  >
>;

const keyOf = (username: string) => username.toLowerCase();
const emailOf = (email: string) => email.trim().toLowerCase();

const byId = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);
const byEmail = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare(),
);
const byKey = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('key')))
    .prepare(),
);

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return await byId(db).get({ id });
}

/** In any letter case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return await byEmail(db).get({ email: emailOf(email) });
}

/** In any letter case. */
export async function findUserByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  return await byKey(db).get({ key: keyOf(username) });
}

/**
 * Writes a user and gives the row; the email is stored trimmed and lower-cased. Throws when email or
 * username is taken in any letter case: look first (in the same transaction) to say which.
 */
export async function insertUser(tx: Db, values: NewUser): Promise<UserRow> {
  const [row] = await tx
    .insert(users)
    .values({
      ...values,
      id: values.id ?? newId(),
      usernameKey: keyOf(values.username),
      email: emailOf(values.email),
    })
    .returning();
  if (row === undefined) throw new Error('The user was not written');
  return row;
}

/** Changes a user and gives the new row; undefined when there is none. Throws like `insertUser`. */
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
      ...(username === undefined ? {} : { username, usernameKey: keyOf(username) }),
      ...(email === undefined ? {} : { email: emailOf(email) }),
      updatedAt: now,
    })
    .where(eq(users.id, id))
    .returning();
  return row;
}

/** Removes a user with sessions, comments and likes; posts stay. Gives who it was, if there was one. */
export async function deleteUser(tx: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.delete(users).where(eq(users.id, id)).returning();
  return row;
}

const list = prepared((db) =>
  db
    .select()
    .from(users)
    .orderBy(desc(users.createdAt), desc(users.seq))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('startIndex'))
    .prepare(),
);

/** Newest first. */
export async function listUsers(db: Db, { startIndex, limit }: Page): Promise<UserRow[]> {
  return await list(db).all({ startIndex, limit });
}

/** All users or, with `since`, those made at that instant or later. */
export async function countUsers(db: Db, since?: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(users)
    .where(since === undefined ? undefined : gte(users.createdAt, since));
  return row?.n ?? 0;
}

/** The largest character there is: `prefix + LAST` sorts behind all that begins with `prefix`. */
const LAST = '\u{10FFFF}';

/** Username or email begins with `prefix`, in any letter case. A range, so that the indexes serve it. */
function begins(prefix: string) {
  const from = prefix.toLowerCase();
  const to = from + LAST;
  return or(
    and(gte(users.usernameKey, from), lt(users.usernameKey, to)),
    and(gte(users.email, from), lt(users.email, to)),
  );
}

/** Users whose username or email begins with `prefix`, newest first. */
export async function listMatchingUsers(
  db: Db,
  prefix: string,
  { startIndex, limit }: Page,
): Promise<UserRow[]> {
  return await db
    .select()
    .from(users)
    .where(begins(prefix))
    .orderBy(desc(users.createdAt), desc(users.seq))
    .limit(limit)
    .offset(startIndex);
}

/** How many `listMatchingUsers` finds in all or, with `since`, of those made then or later. */
export async function countMatchingUsers(db: Db, prefix: string, since?: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(users)
    .where(and(begins(prefix), since === undefined ? undefined : gte(users.createdAt, since)));
  return row?.n ?? 0;
}

export async function countAdmins(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(users).where(eq(users.isAdmin, true));
  return row?.n ?? 0;
}

/** The administrator who has been one for the longest time, as far as accounts tell. */
export async function findFirstAdmin(db: Db): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(users.seq)
    .limit(1);
  return row;
}
