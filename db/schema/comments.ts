import { and, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm';
import { userId, users } from './accounts.ts';
import {
  boolean,
  check,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  primaryKey,
  seq,
  table,
  text,
  updatedAt,
  view,
} from './columns.ts';
import { allPosts } from './content.ts';
import { COMMENT_STATES, MAILED_KINDS, MAX_STORED_COMMENT, REPORT_REASONS } from './types.ts';

// Comments and related tables.

/**
 * Includes comments on hidden posts, and those in other states than `visible`. Only
 * `queries/comments-table.ts` and `comment-states.ts` may name it.
 */
export const allComments = table(
  'comments',
  {
    seq: seq(),
    id: id(),
    postId: text('post_id')
      .notNull()
      .references(() => allPosts.id, { onDelete: 'cascade' }),
    /** The author. Null if the comment is `erased`. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** As typed. Empty if the comment is `erased`. */
    content: text('content').notNull(),
    /** Counted by triggers on `likes`. */
    numberOfLikes: integer('number_of_likes').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The comment that this one replies to. It may have been deleted. */
    parentId: text('parent_id'),
    /** The top comment that this reply is below. Null for a top comment. */
    threadId: text('thread_id'),
    state: text('state', { enum: COMMENT_STATES }).notNull().default('visible'),
    /** Since when it has been in this state. Null if it was always visible. */
    stateAt: instant('state_at'),
    /** Why it waits for approval, for moderators. */
    reasons: json<string[]>('reasons').notNull().default(sql`'[]'`),
  },
  (t) => [
    index('comments_post_created').on(t.postId, t.state, t.createdAt),
    index('comments_user_created').on(t.userId, t.createdAt),
    index('comments_created').on(t.createdAt),
    index('comments_likes').on(t.numberOfLikes, t.createdAt, t.seq),
    index('comments_thread').on(t.threadId, t.state, t.createdAt),
    index('comments_top').on(t.postId, t.createdAt).where(sql`thread_id is null`),
    index('comments_top_likes')
      .on(t.postId, t.numberOfLikes, t.createdAt)
      .where(sql`thread_id is null`),
    // Few comments are in another state.
    index('comments_not_visible').on(t.state, t.stateAt).where(sql`state <> 'visible'`),
    check(
      'comments_length',
      sql`length(${t.content}) <= ${sql.raw(String(MAX_STORED_COMMENT))} and (${t.content} <> '' or ${t.state} = 'erased')`,
    ),
  ],
);

/** Comments that everyone may read. */
export const comments = view('visible_comments').as((select) =>
  select
    .select(getTableColumns(allComments))
    .from(allComments)
    .innerJoin(allPosts, eq(allPosts.id, allComments.postId))
    .where(and(isNull(allPosts.hiddenAt), eq(allComments.state, 'visible'))),
);

/** All comments on public posts, for their authors and moderators. */
export const moderatedComments = view('moderated_comments').as((select) =>
  select
    .select(getTableColumns(allComments))
    .from(allComments)
    .innerJoin(allPosts, eq(allPosts.id, allComments.postId))
    .where(and(isNull(allPosts.hiddenAt), ne(allComments.state, 'erased'))),
);

/** Comments that members reported. Those from before a comment's `stateAt` are handled. */
export const commentReports = table(
  'comment_reports',
  {
    commentId: text('comment_id')
      .notNull()
      .references(() => allComments.id, { onDelete: 'cascade' }),
    userId: userId(),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.commentId, t.userId] }),
    index('comment_reports_user').on(t.userId),
  ],
);

/** The former texts of edited comments, for moderators. */
export const commentVersions = table(
  'comment_versions',
  {
    seq: seq(),
    commentId: text('comment_id')
      .notNull()
      .references(() => allComments.id, { onDelete: 'cascade' }),
    content: text('content').notNull(),
    /** When this text was written. */
    createdAt: createdAt(),
  },
  (t) => [index('comment_versions_comment').on(t.commentId, t.seq)],
);

/**
 * Whose conversations a member follows or has muted. Without a row, authors hear of comments on
 * their posts, and members of replies to them.
 */
export const commentFollows = table(
  'comment_follows',
  {
    postId: text('post_id')
      .notNull()
      .references(() => allPosts.id, { onDelete: 'cascade' }),
    userId: userId(),
    /** False: muted. */
    follows: boolean('follows').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.userId] }),
    index('comment_follows_user').on(t.userId),
  ],
);

/** What a notification says. */
export const notifications = table(
  'notifications',
  {
    seq: seq(),
    id: id(),
    /** The recipient. */
    userId: userId(),
    kind: text('kind', { enum: MAILED_KINDS }).notNull(),
    /** Who did it. Null for moderators, who stay unnamed, and if the account was deleted. */
    actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
    commentId: text('comment_id')
      .notNull()
      .references(() => allComments.id, { onDelete: 'cascade' }),
    postId: text('post_id')
      .notNull()
      .references(() => allPosts.id, { onDelete: 'cascade' }),
    /** A moderator's note to the author. */
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
    readAt: instant('read_at'),
    /** The earliest time to mail it. Null: it isn't mailed, or already was. */
    mailAt: instant('mail_at'),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.seq),
    index('notifications_unread').on(t.userId).where(sql`read_at is null`),
    index('notifications_mail').on(t.mailAt).where(sql`mail_at is not null`),
    index('notifications_comment').on(t.commentId),
    index('notifications_post').on(t.postId),
    index('notifications_actor').on(t.actorId),
  ],
);

/** The top comments of threads that everyone may read: with a visible top comment or reply. */
export const threads = view('visible_threads').as((select) => {
  const { seq, id, postId, createdAt, numberOfLikes } = allComments;
  const hasReply = sql`exists (select 1 from ${allComments} as reply
    where reply.thread_id = ${id} and reply.state = 'visible')`;
  return select
    .select({ seq, id, postId, createdAt, numberOfLikes })
    .from(allComments)
    .innerJoin(allPosts, eq(allPosts.id, postId))
    .where(
      and(
        isNull(allPosts.hiddenAt),
        isNull(allComments.threadId),
        or(eq(allComments.state, 'visible'), hasReply),
      ),
    );
});

/** One row per like. The key allows one like per user and comment. */
export const likes = table(
  'likes',
  {
    commentId: text('comment_id')
      .notNull()
      .references(() => allComments.id, { onDelete: 'cascade' }),
    userId: userId(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.commentId, t.userId] }), index('likes_user').on(t.userId)],
);
