import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { createdAt, expiresAt, flag, id, instant, json, seq, text, updatedAt } from './columns.ts';

// Users, and how they sign in. `../sqlite/accounts.ts` has the same tables.
// tests/api/db/schemas.test.ts compares them.

export const users = pgTable(
  'users',
  {
    seq: seq(),
    id: id(),
    username: text('username').notNull(),
    /** The username in lower case, so that usernames that differ in case alone are taken. */
    usernameKey: text('username_key').notNull().unique(),
    /** Stored trimmed and lower-cased. */
    email: text('email').notNull().unique(),
    /** Whether the user has proven to own the email, by a verified Google sign-in. */
    emailVerified: flag('email_verified'),
    /** argon2id (or imported bcrypt); null for accounts that only sign in with Google. */
    passwordHash: text('password_hash'),
    profilePicture: text('profile_picture').notNull(),
    isAdmin: flag('is_admin'),
    /** Part of the demo content, which can be removed. */
    isDemo: flag('is_demo'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('users_created').on(t.createdAt), index('users_admin').on(t.isAdmin)],
);

/** Rows of a deleted user are deleted, too. */
export const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 (hex) of the session id in the cookie, so that a stolen database can't sign in. */
    idHash: text('id_hash').primaryKey(),
    userId: userId(),
    expiresAt: expiresAt(),
    /** When the user last confirmed their identity in this session. */
    provenAt: instant('proven_at').notNull().default(sql`0`),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
);

/**
 * Browsers that have signed in to an account before ("device cookies"). Each has its own budget of
 * failed sign-ins, so that no one else can lock the owner out.
 */
export const devices = pgTable(
  'devices',
  {
    /** SHA-256 (hex) of the id in the browser's cookie. A browser may have several accounts. */
    idHash: text('id_hash').notNull(),
    userId: userId(),
    expiresAt: expiresAt(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.idHash, t.userId] }),
    index('devices_user').on(t.userId),
    index('devices_expiry').on(t.expiresAt),
  ],
);

/** Accounts at identity providers, linked to ours. The email doesn't matter. */
export const identities = pgTable(
  'identities',
  {
    /** The `iss` claim. */
    issuer: text('issuer').notNull(),
    /** The `sub` claim: the provider's permanent id of the user. */
    subject: text('subject').notNull(),
    userId: userId(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
);

/**
 * Sign-ins with an identity provider in progress: one row from the start of the popup until it
 * returns, then another from the proven identity until it's redeemed.
 */
export const signInFlows = pgTable(
  'sign_in_flows',
  {
    /**
     * SHA-256 (hex) of the secret in the browser's cookie. The keys of the exchange with the
     * provider are derived from that secret, so they can't be read from the database.
     */
    idHash: text('id_hash').primaryKey(),
    /** The id that the page gave this attempt. */
    attempt: text('attempt').notNull(),
    /** The proven identity; null until the provider answers. */
    identity: json('identity'),
    expiresAt: expiresAt(),
  },
  (t) => [index('sign_in_flows_expiry').on(t.expiresAt)],
);
