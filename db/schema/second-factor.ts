import { userId, users } from './accounts.ts';
import {
  createdAt,
  expiresAt,
  flag,
  index,
  instant,
  integer,
  primaryKey,
  table,
  text,
} from './columns.ts';
import { newId } from './types.ts';

// Passkeys and second factors.

/** Public keys that sign in without a password (WebAuthn). */
export const passkeys = table(
  'passkeys',
  {
    id: text('id').primaryKey().$defaultFn(newId),
    userId: userId(),
    /** Base64url, as the browser sends it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter; 0 if it doesn't count. */
    counter: integer('counter').notNull(),
    /** `internal`, `usb`, …, as JSON: how the browser reaches the authenticator. */
    transports: text('transports').notNull(),
    /** Synced to the user's other devices. */
    isBackedUp: flag('is_backed_up'),
    /** The name that its owner chose. */
    name: text('name').notNull(),
    /** Added from a browser that the account didn't know. */
    fromUnknownBrowser: flag('from_unknown_browser'),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

/** Open challenges to a browser: a passkey's signature, or a second factor. */
export const challenges = table(
  'challenges',
  {
    /** SHA-256 (hex) of the secret in the browser's cookie. */
    idHash: text('id_hash').primaryKey(),
    kind: text('kind', {
      enum: ['passkey-sign-in', 'passkey-add', 'passkey-proof', 'second-factor'],
    }).notNull(),
    /** Null while the user is unknown. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The data for a passkey to sign. Empty for other kinds. */
    challenge: text('challenge').notNull(),
    /** Number of wrong answers. */
    tries: integer('tries').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (t) => [index('challenges_user').on(t.userId), index('challenges_expiry').on(t.expiresAt)],
);

/** Secrets of authenticator apps (TOTP, RFC 6238). */
export const totpSecrets = table('totp_secrets', {
  userId: userId().primaryKey(),
  /** Base32. The server needs it in plain text to compute codes. */
  secret: text('secret').notNull(),
  /** Null until the user has entered a first code. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last accepted code: each code works once. */
  lastStep: integer('last_step').notNull().default(0),
  /** Turned on from a browser that the account didn't know. */
  fromUnknownBrowser: flag('from_unknown_browser'),
  createdAt: createdAt(),
});

/** Codes that sign in once, for users who lost their second factor. */
export const recoveryCodes = table(
  'recovery_codes',
  {
    userId: userId(),
    /** SHA-256 (hex) of the code, which is random. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
