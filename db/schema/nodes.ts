import { userId } from './accounts.ts';
import {
  bigint,
  createdAt,
  expiresAt,
  flag,
  index,
  instant,
  integer,
  json,
  table,
  text,
} from './columns.ts';
import { newId } from './types.ts';

// State shared by the processes of a site.

/**
 * The feed of changes that every node follows: whether to render or remove the page of a post. A
 * row is written in the transaction that changes the post, and kept for 30 days. The last change of
 * a post wins.
 */
export const changes = table(
  'changes',
  {
    /** From `feed.seq`: rows are committed in this order. */
    seq: bigint('seq').primaryKey(),
    /**
     * `publish` renders the post, `remove` deletes its page. `comments` and `comments-removed`
     * render its page again: soon, or before the call answers. `page` renders another page soon:
     * `slug` and `postId` are its path.
     */
    action: text('action', {
      enum: ['publish', 'remove', 'comments', 'comments-removed', 'page'],
    }).notNull(),
    postId: text('post_id').notNull(),
    slug: text('slug').notNull(),
    at: instant('at').notNull(),
    /** One of many, from an import or a new label: single changes go first. */
    isBulk: flag('is_bulk'),
  },
  (t) => [index('changes_post').on(t.postId, t.seq), index('changes_at').on(t.at)],
);

/**
 * One row: the number of the last change. A transaction updates it in its last statement, so
 * changes are committed in the order of their numbers. An autoincrement couldn't guarantee that: a
 * lower number could be committed later, and nodes that have read past it would miss it.
 */
export const feed = table('feed', {
  /** Changes with a restore: nodes then render everything. */
  id: text('id').primaryKey(),
  seq: bigint('seq').notNull(),
});

/** The running processes. */
export const nodes = table('nodes', {
  id: text('id').primaryKey(),
  role: text('role', { enum: ['all', 'web', 'publisher', 'function'] }).notNull(),
  /** The release being served, or empty before the first one. */
  release: text('release').notNull(),
  /** The last change that this node has published. */
  cursor: bigint('cursor').notNull(),
  /** Posts that this node couldn't publish. */
  failed: integer('failed').notNull(),
  /** The version of the site's settings that its pages show; 0 if they show none. */
  siteVersion: integer('site_version').notNull().default(0),
  /** The node is alive if this is recent. */
  heartbeat: instant('heartbeat').notNull(),
});

/** Work that one process does for all, and its holder: migrations, housekeeping, the bucket. */
export const leases = table('leases', {
  name: text('name').primaryKey(),
  /** Id of the node. */
  holder: text('holder').notNull(),
  /** Grows with each new holder. A holder whose token is no longer stored must stop. */
  token: bigint('token').notNull(),
  expiresAt: expiresAt(),
});

/** Work that a process without render threads and `sharp` leaves to the publisher. */
export const jobs = table(
  'jobs',
  {
    id: text('id').primaryKey().$defaultFn(newId),
    kind: text('kind', { enum: ['preview', 'page-preview', 'upload', 'avatar'] }).notNull(),
    userId: userId(),
    /** The input, as JSON. */
    task: text('task').notNull(),
    /** The result as JSON; null until it's done. */
    result: text('result'),
    /** A worker has taken the job, and no other may take it before this instant. */
    takenUntil: instant('taken_until'),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (t) => [index('jobs_created').on(t.createdAt), index('jobs_user').on(t.userId)],
);

/** Counters of the rate limits: one row per key. */
export const rateLimits = table(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expiresAt: instant('expires_at'),
  },
  (t) => [index('rate_limits_expiry').on(t.expiresAt)],
);

/** Facts about the database, such as whether the demo content was written. */
export const settings = table('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/**
 * Versions of the site's settings: the newest one applies. Each has all values that were ever
 * stored, so a row is complete without the others.
 */
export const siteVersions = table('site_versions', {
  /** 1, 2, …: two processes that store the same number conflict. */
  number: integer('number').primaryKey(),
  /** JSON of the stored values. Other keys have their defaults. */
  site: text('site').notNull(),
  /** Key to the time (ISO 8601) at which its value last changed. */
  changedAt: json<Record<string, string>>('changed_at').notNull(),
  /** Who stored it, or `system` for a command. Stays when the account is deleted. */
  userId: text('user_id').notNull(),
  createdAt: createdAt(),
  /** The number of the version whose values were stored again. */
  restoredFrom: integer('restored_from'),
});
