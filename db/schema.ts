import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * The tables. `seq` is SQLite's rowid: it grows with every insert and breaks ties between rows of the
 * same millisecond, so that every list has one order. `id` is the opaque text that the outside sees.
 */
const seq = () => integer('seq').primaryKey({ autoIncrement: true });
const createdAt = () => integer('created_at', { mode: 'timestamp_ms' }).notNull();
const updatedAt = () => integer('updated_at', { mode: 'timestamp_ms' }).notNull();

export const users = sqliteTable(
  'users',
  {
    seq: seq(),
    id: text('id').notNull().unique(),
    username: text('username').notNull(),
    /** The username in lower case: unique, so that letter case cannot make a second one. */
    usernameKey: text('username_key').notNull().unique(),
    /** Stored trimmed and lower-cased. */
    email: text('email').notNull().unique(),
    /** Has the owner of this account proven to own the email (by a verified Google sign-in)? */
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    /** argon2id (or an imported bcrypt hash); null for accounts that only sign in with Google. */
    passwordHash: text('password_hash'),
    profilePicture: text('profile_picture').notNull(),
    isAdmin: integer('is_admin', { mode: 'boolean' }).notNull().default(false),
    /** Part of the demo content, so that it can be told apart and removed. */
    isDemo: integer('is_demo', { mode: 'boolean' }).notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('users_created').on(t.createdAt), index('users_admin').on(t.isAdmin)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 (hex) of the session id in the cookie: a copy of the database signs nobody in. */
    idHash: text('id_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
    /** When the user last proved who they are in this session: by password or identity provider. */
    provenAt: integer('proven_at', { mode: 'timestamp_ms' }).notNull().default(sql`0`),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
);

/**
 * Browsers that have signed in to an account before ("device cookies"): each has a budget of failed
 * sign-ins of its own, so that nobody else can lock the owner out.
 */
export const devices = sqliteTable(
  'devices',
  {
    /** SHA-256 (hex) of the id in the browser's cookie. One browser may know several accounts. */
    idHash: text('id_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.idHash, t.userId] }),
    index('devices_user').on(t.userId),
    index('devices_expiry').on(t.expiresAt),
  ],
);

/** Accounts at identity providers that sign in to an account here. The email plays no part. */
export const identities = sqliteTable(
  'identities',
  {
    /** The `iss` claim. */
    issuer: text('issuer').notNull(),
    /** The `sub` claim: the provider's permanent id of the person. */
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
);

export const posts = sqliteTable(
  'posts',
  {
    seq: seq(),
    id: text('id').notNull().unique(),
    /** The author; stays when the account goes. */
    userId: text('user_id').notNull(),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    category: text('category').notNull().default('uncategorized'),
    /** URL of the cover picture, or empty. */
    image: text('image').notNull().default(''),
    isDemo: integer('is_demo', { mode: 'boolean' }).notNull().default(false),
    /** Counts the edits: what an update may say it started from. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    // Long columns last: what lists and the sitemap read stands before them on the row's first page.
    /** The text of `content` without tags: what search looks in. */
    text: text('text').notNull(),
    /** Sanitized HTML. */
    content: text('content').notNull(),
  },
  (t) => [
    index('posts_created').on(t.createdAt),
    index('posts_category_created').on(t.category, t.createdAt),
    index('posts_user_created').on(t.userId, t.createdAt),
    index('posts_updated').on(t.updatedAt),
  ],
);

export const comments = sqliteTable(
  'comments',
  {
    seq: seq(),
    id: text('id').notNull().unique(),
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text('content').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('comments_post_created').on(t.postId, t.createdAt),
    index('comments_user_created').on(t.userId, t.createdAt),
    index('comments_created').on(t.createdAt),
    check('comments_length', sql`length(${t.content}) between 1 and 200`),
  ],
);

/** One row a like: the key makes a second like of the same user impossible. */
export const likes = sqliteTable(
  'likes',
  {
    commentId: text('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.commentId, t.userId] }), index('likes_user').on(t.userId)],
);

/** Pictures we hold: what a page needs to write `srcset`, `width` and `height`. */
export const pictures = sqliteTable(
  'pictures',
  {
    /** The public URL, as posts and users refer to it. */
    url: text('url').primaryKey(),
    userId: text('user_id'),
    kind: text('kind', { enum: ['post', 'profile'] }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** Bytes of the picture and all its variants: what counts toward the upload quotas. */
    storedBytes: integer('stored_bytes').notNull().default(0),
    /** Widths of the variants beside it, `{url without extension}-{width}.{avif|webp}`, as JSON. */
    widths: text('widths', { mode: 'json' }).$type<number[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('pictures_user').on(t.userId)],
);

/**
 * What is still to be published, written in the transaction that made it necessary and removed when the
 * files are on disk. One row a post: a later change takes the place of an earlier one.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    seq: seq(),
    /** What happened: `publish` renders the post, `remove` takes its page away. */
    action: text('action', { enum: ['publish', 'remove'] }).notNull(),
    postId: text('post_id').notNull(),
    slug: text('slug').notNull(),
    state: text('state', { enum: ['queued', 'failed'] })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    /** Not before this instant (growing waits after failures). */
    notBefore: integer('not_before', { mode: 'timestamp_ms' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('outbox_post').on(t.postId), index('outbox_due').on(t.state, t.notBefore)],
);

/** The last publish of each post: when its files were complete and how long that took. */
export const publishes = sqliteTable(
  'publishes',
  {
    postId: text('post_id').primaryKey(),
    slug: text('slug').notNull(),
    queuedAt: integer('queued_at', { mode: 'timestamp_ms' }).notNull(),
    liveAt: integer('live_at', { mode: 'timestamp_ms' }).notNull(),
    renderMs: integer('render_ms').notNull(),
  },
  (t) => [index('publishes_live').on(t.liveAt)],
);

/**
 * Sign-ins with an identity provider that are under way: first a row from the start of the popup until its
 * return, then another from the proven identity until it is redeemed. Taking a row deletes it.
 */
export const signInFlows = sqliteTable(
  'sign_in_flows',
  {
    /**
     * SHA-256 (hex) of the secret in the browser's cookie. What protects the exchange with the provider is
     * derived from that secret, so the database alone says nothing about it.
     */
    idHash: text('id_hash').primaryKey(),
    /** What the page that opened the popup calls this attempt. */
    attempt: text('attempt').notNull(),
    /** Who the provider says it is; null until then. */
    identity: text('identity', { mode: 'json' }).$type<VerifiedIdentity>(),
    expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
  },
  (t) => [index('sign_in_flows_expiry').on(t.expiresAt)],
);

/** What an identity provider has vouched for. */
export interface VerifiedIdentity {
  /** The provider: the `iss` claim. */
  issuer: string;
  /** The provider's id of the person. */
  subject: string;
  /** In lower case; proven to be the person's. */
  email: string;
  /** Does the provider itself run this email, so that nobody else can ever have it? */
  vouched: boolean;
  name: string;
  /** URL of a picture, or empty. */
  picture: string;
  /** The account's password was asked for: there is more time to enter it. */
  asked?: boolean;
}

/** Counters of the rate limits: one row a key and window. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expiresAt: integer('expires_at', { mode: 'timestamp_ms' }),
  },
  (t) => [index('rate_limits_expiry').on(t.expiresAt)],
);

/** Facts about the whole database, e.g. that the demo content has been written. */
export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
