import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
} from 'drizzle-orm/pg-core';
import { newId } from './types.ts';

// `sqlite.ts` has the same tables. tests/api/db/schemas.test.ts compares them.

/** Compared and sorted by code points, as in SQLite, whatever the locale of the database is. */
const collated = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
/** The allowed values are in `sqlite.ts`, whose types every query sees. */
const text = (name: string, _options?: { enum: readonly string[] }) => collated(name);
const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text collate "C"',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (stored) => JSON.parse(stored),
});
/** Milliseconds since 1970. */
const instant = customType<{ data: Date; driverData: number }>({
  dataType: () => 'bigint',
  toDriver: (date) => date.getTime(),
  fromDriver: (stored) => new Date(Number(stored)),
});
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const wholeNumber = (name: string) => bigint(name, { mode: 'number' });

const id = () => text('id').notNull().unique().$defaultFn(newId);
/** Breaks ties between rows of the same millisecond. */
const seq = () => bigserial('seq', { mode: 'number' }).primaryKey();
const createdAt = () => instant('created_at').notNull();
const updatedAt = () => instant('updated_at').notNull();
const expiresAt = () => instant('expires_at').notNull();
const flag = (name: string) => boolean(name).notNull().default(false);
/** Rows of a deleted user are deleted, too. */
const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

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

export const posts = pgTable(
  'posts',
  {
    seq: seq(),
    id: id(),
    /** The author. Stays when the account is deleted. */
    userId: text('user_id').notNull(),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    category: text('category').notNull().default('uncategorized'),
    /** URL of the cover picture, or empty. */
    image: text('image').notNull().default(''),
    isDemo: flag('is_demo'),
    /** Incremented by every edit, so that an update can tell what it started from. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    // Long columns come last, so that lists only read the first page of a row.
    /** The text of `content` without tags, for the search. */
    text: text('text').notNull(),
    /** Sanitized HTML. */
    content: text('content').notNull(),
    /** Describes the cover for people who can't see it. Empty for a decorative one. */
    imageAlt: text('image_alt').notNull().default(''),
  },
  (t) => [
    index('posts_created').on(t.createdAt),
    index('posts_category_created').on(t.category, t.createdAt),
    index('posts_user_created').on(t.userId, t.createdAt),
    index('posts_user_category').on(t.userId, t.category, t.createdAt),
    // Sorted lists filter by category and author without reading the rows.
    index('posts_updated').on(t.updatedAt, t.category, t.userId),
    index('posts_title').on(sql`lower(${t.title})`, t.category, t.userId),
  ],
);

/**
 * The search index: the folded words of each post's title and text. SQLite has the virtual table
 * `posts_fts` instead (`0001_search.sql`). A table of its own, so that queries for posts don't read it.
 */
export const postWords = pgTable(
  'post_words',
  {
    postSeq: bigint('post_seq', { mode: 'number' })
      .primaryKey()
      .references(() => posts.seq, { onDelete: 'cascade', onUpdate: 'cascade' }),
    words: tsvector('words').notNull(),
  },
  (t) => [index('post_words_words').using('gin', t.words)],
);

/** Labels of categories outside `src/site.config.ts`, as their first author typed them. */
export const categories = pgTable('categories', {
  slug: text('slug').primaryKey(),
  label: text('label').notNull(),
});

export const comments = pgTable(
  'comments',
  {
    seq: seq(),
    id: id(),
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: userId(),
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

/** One row per like. The key allows a user one like per comment. */
export const likes = pgTable(
  'likes',
  {
    commentId: text('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: userId(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.commentId, t.userId] }), index('likes_user').on(t.userId)],
);

/** Uploaded pictures, with what pages need for `srcset`, `width` and `height`. */
export const pictures = pgTable(
  'pictures',
  {
    /** The public URL, as posts and users refer to it. */
    url: text('url').primaryKey(),
    userId: text('user_id'),
    kind: text('kind', { enum: ['post', 'profile'] }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: wholeNumber('bytes').notNull(),
    /** Bytes of the picture and all its variants. They count toward the upload quotas. */
    storedBytes: wholeNumber('stored_bytes').notNull().default(0),
    /** Widths of the variants `{url without extension}-{width}.{avif|webp}`, as JSON. */
    widths: json('widths').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('pictures_user').on(t.userId)],
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

/** Counters of the rate limits: one row per key. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expiresAt: instant('expires_at'),
  },
  (t) => [index('rate_limits_expiry').on(t.expiresAt)],
);

/** Facts about the database, such as whether the demo content was written. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/**
 * The feed of changes that every node follows: what to do with the page of a post. A row is written in
 * the transaction that changes the post, and kept for 30 days. The last change of a post counts.
 */
export const changes = pgTable(
  'changes',
  {
    /** From `feed.seq`: rows are committed in this order. */
    seq: wholeNumber('seq').primaryKey(),
    /** `publish` renders the post, `remove` deletes its page. */
    action: text('action', { enum: ['publish', 'remove'] }).notNull(),
    postId: text('post_id').notNull(),
    slug: text('slug').notNull(),
    at: instant('at').notNull(),
    /** One of many, from an import or a new label: a person's publish goes first. */
    isBulk: flag('is_bulk'),
  },
  (t) => [index('changes_post').on(t.postId, t.seq), index('changes_at').on(t.at)],
);

/**
 * One row: the number of the last change. A transaction updates it in its last statement, so that
 * changes are committed in the order of their numbers. An autoincrement couldn't promise that: a lower
 * number could be committed later, and a node that had read past it would miss it.
 */
export const feed = pgTable('feed', {
  /** Differs after a restore: nodes then render everything. */
  id: text('id').primaryKey(),
  seq: wholeNumber('seq').notNull(),
});

/** The running processes. */
export const nodes = pgTable('nodes', {
  id: text('id').primaryKey(),
  role: text('role', { enum: ['all', 'web', 'publisher', 'function'] }).notNull(),
  /** The release being served, or empty before the first one. */
  release: text('release').notNull(),
  /** The last change that this node has published. */
  cursor: wholeNumber('cursor').notNull(),
  /** Posts that this node couldn't publish. */
  failed: integer('failed').notNull(),
  /** The node is alive if this is recent. */
  heartbeat: instant('heartbeat').notNull(),
});

/** What one process does for all, and which: migrations, housekeeping, the bucket. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** Id of the node. */
  holder: text('holder').notNull(),
  /** Grows with each new holder. A holder whose token is no longer stored must stop. */
  token: wholeNumber('token').notNull(),
  expiresAt: expiresAt(),
});

/** Work that a process without render threads and `sharp` leaves to the publisher. */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey().$defaultFn(newId),
    kind: text('kind', { enum: ['preview', 'upload', 'avatar'] }).notNull(),
    userId: userId(),
    /** What to do, as JSON. */
    task: text('task').notNull(),
    /** The result as JSON; null until it's done. */
    result: text('result'),
    /** A worker has taken the job, and no other takes it before this instant. */
    takenUntil: instant('taken_until'),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (t) => [index('jobs_created').on(t.createdAt), index('jobs_user').on(t.userId)],
);
