import { sql } from 'drizzle-orm';
import {
  boolean,
  createdAt,
  expiresAt,
  flag,
  id,
  index,
  instant,
  json,
  primaryKey,
  seq,
  table,
  text,
  updatedAt,
} from './columns.ts';
import { type MailedKind, type MailTime, newId, ROLES, type VerifiedIdentity } from './types.ts';

// Users, and how they sign in.

export const users = table(
  'users',
  {
    seq: seq(),
    id: id(),
    username: text('username').notNull(),
    /** The lowercase username, so that usernames are unique regardless of case. */
    usernameKey: text('username_key').notNull().unique(),
    /** Stored trimmed and in lowercase. */
    email: text('email').notNull().unique(),
    /**
     * Whether the user has proven that they own the email: by a mailed link, or a verified sign-in.
     */
    emailVerified: flag('email_verified'),
    /** argon2id (or imported bcrypt). Null for accounts that only sign in with Google. */
    passwordHash: text('password_hash'),
    profilePicture: text('profile_picture').notNull(),
    role: text('role', { enum: ROLES }).notNull().default('reader'),
    /** Computed from `role`; can't be written. */
    isAdmin: boolean('is_admin')
      .notNull()
      .generatedAlwaysAs(sql`role = 'administrator'`, { mode: 'virtual' }),
    /** The new address, until its owner proves it. */
    pendingEmail: text('pending_email'),
    /** The user can't sign in or write until then. */
    suspendedUntil: instant('suspended_until'),
    /** Shown to the user. */
    suspendedReason: text('suspended_reason').notNull().default(''),
    /** Part of the demo content, which can be removed. */
    isDemo: flag('is_demo'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Plain text, for the author's page. */
    bio: text('bio').notNull().default(''),
    /** Websites of the user, for the author's page. */
    links: json<string[]>('links').notNull().default(sql`'[]'`),
    /** The password was set by a mailed reset, and no one has signed in since. */
    passwordFromMail: flag('password_from_mail'),
    /** Whether the user's comments wait for approval only because of the block list. */
    isTrusted: flag('is_trusted'),
    /** When each kind of notification is mailed. Defaults: `api/notifications/preferences.ts`. */
    notify: json<Partial<Record<MailedKind, MailTime>>>('notify').notNull().default(sql`'{}'`),
    /** When the user last opened the overview. */
    overviewSeenAt: instant('overview_seen_at'),
  },
  (t) => [index('users_created').on(t.createdAt), index('users_role').on(t.role)],
);

/** Deleting a user deletes these rows, too. */
export const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = table(
  'sessions',
  {
    /**
     * SHA-256 (hex) of the session id in the cookie, so that a stolen database can't be used to
     * sign in.
     */
    idHash: text('id_hash').primaryKey(),
    userId: userId(),
    expiresAt: expiresAt(),
    /** When the user last confirmed their identity in this session. */
    provenAt: instant('proven_at').notNull().default(sql`0`),
    /** Identifies the session in the user's list, where it can be ended. */
    publicId: text('public_id').notNull().default('').$defaultFn(newId),
    /** Such as "Firefox on Linux". */
    browser: text('browser').notNull().default(''),
    /** The range of the client's address (/24 or /48) at the last use. */
    network: text('network').notNull().default(''),
    lastUsedAt: instant('last_used_at').notNull().default(sql`0`),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
);

/**
 * Browsers that have signed in to an account before ("device cookies"). Each has its own budget of
 * failed sign-ins, so no one else can lock out the owner.
 */
export const devices = table(
  'devices',
  {
    /**
     * SHA-256 (hex) of the id in the browser's cookie. A browser may be known to several accounts.
     */
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

/** Accounts at identity providers, linked to ours. The email is ignored. */
export const identities = table(
  'identities',
  {
    /** The `iss` claim. */
    issuer: text('issuer').notNull(),
    /** The `sub` claim: the provider's permanent id of the user. */
    subject: text('subject').notNull(),
    userId: userId(),
    /** Linked from a browser that the account didn't know. */
    fromUnknownBrowser: flag('from_unknown_browser'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
);

/**
 * Sign-ins with an identity provider in progress: one row from the start of the popup until it
 * returns, then another from the proven identity until it's redeemed.
 */
export const signInFlows = table(
  'sign_in_flows',
  {
    /**
     * SHA-256 (hex) of the secret in the browser's cookie. The keys of the exchange with the
     * provider are derived from the secret, so they can't be read from the database.
     */
    idHash: text('id_hash').primaryKey(),
    /** The id that the page gave this attempt. */
    attempt: text('attempt').notNull(),
    /** The proven identity; null until the provider answers. */
    identity: json<VerifiedIdentity>('identity'),
    expiresAt: expiresAt(),
  },
  (t) => [index('sign_in_flows_expiry').on(t.expiresAt)],
);

/** Who changed what. Rows are only inserted, and deleted when they're too old. */
export const audit = table(
  'audit',
  {
    seq: seq(),
    id: id(),
    at: instant('at').notNull(),
    /** Id of the user, or `system` for a command in the terminal or the server itself. */
    actor: text('actor').notNull(),
    /** `user.role`, `post.delete`, … */
    action: text('action').notNull(),
    /** Id of what was changed, or empty. */
    subject: text('subject').notNull(),
    /** The client's address, or empty. */
    address: text('address').notNull(),
    /** Further facts, as JSON: names at that time, old and new values. No secrets. */
    details: text('details').notNull(),
  },
  (t) => [
    index('audit_at').on(t.at),
    index('audit_actor').on(t.actor, t.seq),
    index('audit_subject').on(t.subject, t.seq),
    index('audit_action').on(t.action, t.seq),
  ],
);
