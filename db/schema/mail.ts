import { userId } from './accounts.ts';
import { createdAt, expiresAt, flag, index, instant, integer, table, text } from './columns.ts';
import { newId, ROLES } from './types.ts';

// Email, and its links.

/**
 * Outgoing email. A row is written in the transaction that causes it, and the holder of the lease
 * `mail` sends it. `payload` is erased afterwards: it may contain a link that signs in.
 */
export const mail = table(
  'mail',
  {
    id: text('id').primaryKey().$defaultFn(newId),
    /** The kind of text (api/mail/texts). */
    kind: text('kind').notNull(),
    to: text('to').notNull(),
    /** Data for the text, as JSON. Empty once the mail is sent. */
    payload: text('payload').notNull(),
    state: text('state', { enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    /** The lowest goes first: 0 for mail that people wait for, 1 for notices. */
    lane: integer('lane').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** The mail server's response to the last attempt. */
    error: text('error'),
    notBefore: instant('not_before').notNull(),
    /** Only one mail with this key is queued. */
    dedupeKey: text('dedupe_key').unique(),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    index('mail_due').on(t.state, t.lane, t.notBefore),
    index('mail_created').on(t.createdAt),
  ],
);

/**
 * The secrets in mailed links. Only a POST uses one up. Rows stay for a week after they expire, so
 * a page can say whether a link was used or has expired.
 */
export const tokens = table(
  'tokens',
  {
    /** SHA-256 (hex) of the secret in the link. */
    idHash: text('id_hash').primaryKey(),
    kind: text('kind', {
      enum: ['reset-password', 'verify-email', 'undo-email-change'],
    }).notNull(),
    userId: userId(),
    /** The address that the token proves or restores. */
    email: text('email').notNull(),
    /** Hash of the six-digit code in the same mail, or null. */
    codeHash: text('code_hash'),
    /** Number of wrong codes entered. */
    codeTries: integer('code_tries').notNull().default(0),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (t) => [index('tokens_user').on(t.userId, t.kind), index('tokens_expiry').on(t.expiresAt)],
);

/**
 * The secrets in links that sign in, or create an account without a password. Their own table: the
 * account may not exist yet.
 */
export const signInLinks = table(
  'sign_in_links',
  {
    /** SHA-256 (hex) of the secret in the link. */
    idHash: text('id_hash').primaryKey(),
    /** Where the link was sent, which proves the address. */
    email: text('email').notNull(),
    /** The page that the visitor came from. */
    next: text('next').notNull().default(''),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (t) => [
    index('sign_in_links_email').on(t.email, t.createdAt),
    index('sign_in_links_expiry').on(t.expiresAt),
  ],
);

/**
 * Invitations to write for the site. Their own table: the account doesn't exist yet. Rows stay for
 * a week after they expire, like `tokens`. Deleted with the administrator who sent them.
 */
export const invitations = table(
  'invitations',
  {
    /** For administrators. Stays the same when a new link is sent. */
    id: text('id').primaryKey().$defaultFn(newId),
    /** SHA-256 (hex) of the secret in the link. */
    idHash: text('id_hash').notNull().unique(),
    email: text('email').notNull().unique(),
    role: text('role', { enum: ROLES }).notNull(),
    /** Plain text of the administrator for the mail. */
    message: text('message').notNull().default(''),
    /** The administrator. */
    userId: userId(),
    /** Whether the link was sent to the address, and so proves it. */
    isMailed: flag('is_mailed'),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (t) => [index('invitations_user').on(t.userId), index('invitations_expiry').on(t.expiresAt)],
);
