import { and, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm';
import { userId, users } from './accounts.ts';
import {
  bigint,
  boolean,
  caseless,
  check,
  createdAt,
  flag,
  id,
  index,
  instant,
  integer,
  json,
  labelKey,
  primaryKey,
  seq,
  table,
  text,
  updatedAt,
  view,
} from './columns.ts';
import { sharedFields } from './post-fields.ts';
import {
  COMMENT_STATES,
  MAILED_KINDS,
  MAX_STORED_COMMENT,
  PICTURE_USE_KINDS,
  REPORT_REASONS,
} from './types.ts';

// Posts and related tables.

// Lists show only public posts, so their indexes omit hidden ones.
const isPublic = sql`hidden_at is null`;

/** Published posts, including those now hidden. Only `queries/posts-table.ts` may name it. */
export const allPosts = table(
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
    /** Since when only its author and editors can see the post: unpublished, or in the trash. */
    hiddenAt: instant('hidden_at'),
    /** Incremented by every edit, so an update can check the version that it's based on. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The slug when first published, for the ids in feeds. Empty: same as `slug`. */
    guid: text('guid').notNull().default(''),
    /** Shown first on the home page. */
    isFeatured: flag('is_featured'),
    /** Asks search engines to skip the page, and leaves it out of the sitemap. */
    noindex: flag('noindex'),
    // Long columns come last, so that lists only read the first page of a row.
    /** The text of `content` without tags, for search. */
    text: text('text').notNull(),
    /** Sanitized HTML. */
    content: text('content').notNull(),
    ...sharedFields(),
    /** No one may write further comments. */
    commentsClosed: flag('comments_closed'),
  },
  (t) => [
    index('posts_created').on(t.createdAt).where(isPublic),
    index('posts_category_created').on(t.category, t.createdAt).where(isPublic),
    index('posts_user_created').on(t.userId, t.createdAt).where(isPublic),
    index('posts_user_category').on(t.userId, t.category, t.createdAt).where(isPublic),
    // Sorted lists filter by category and author without reading the rows.
    index('posts_updated').on(t.updatedAt, t.category, t.userId).where(isPublic),
    index('posts_title').on(caseless(t.title), t.category, t.userId).where(isPublic),
    index('posts_featured').on(t.isFeatured, t.createdAt).where(sql`is_featured and ${isPublic}`),
    index('posts_hidden').on(t.hiddenAt, t.seq).where(sql`hidden_at is not null`),
  ],
);

/** Posts that everyone may read. */
export const posts = view('public_posts').as((select) => {
  const { hiddenAt, ...columns } = getTableColumns(allPosts);
  return select.select(columns).from(allPosts).where(isNull(hiddenAt));
});

/** Labels of categories outside `src/site.config.ts`, as their first author typed them. */
export const categories = table('categories', {
  slug: text('slug').primaryKey(),
  label: text('label').notNull(),
  key: labelKey(),
});

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
    /** The comment that this one answers. It may have been deleted. */
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
    /** When it's mailed, at the earliest. Null: it isn't, or has been. */
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

/** Uploaded pictures, with the data for `srcset`, `width` and `height`. */
export const pictures = table(
  'pictures',
  {
    /** The public URL, as posts and users refer to it. */
    url: text('url').primaryKey(),
    userId: text('user_id'),
    kind: text('kind', { enum: ['post', 'profile'] }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: bigint('bytes').notNull(),
    /** Bytes of the picture and all its variants. They count toward the upload quotas. */
    storedBytes: bigint('stored_bytes').notNull().default(0),
    /** Widths of the variants `{url without extension}-{width}.{avif|webp}`, as JSON. */
    widths: json<number[]>('widths').notNull(),
    createdAt: createdAt(),
    /**
     * Describes the picture for people who can't see it. Suggested when the picture is used again.
     */
    alt: text('alt').notNull().default(''),
  },
  (t) => [index('pictures_user').on(t.userId), index('pictures_created').on(t.createdAt)],
);

/**
 * Where pictures are used: a row for each picture in a post, draft, version or profile.
 * `db/queries/picture-uses.ts` keeps it in sync; triggers delete the rows of deleted records.
 */
export const pictureUses = table(
  'picture_uses',
  {
    /** Name of the uploaded file. */
    picture: text('picture').notNull(),
    kind: text('kind', { enum: PICTURE_USE_KINDS }).notNull(),
    /** Id of the post and its document, or of the user. */
    ownerId: text('owner_id').notNull(),
    /** Number of a version; otherwise 0. */
    number: integer('number').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.kind, t.number, t.picture] }),
    index('picture_uses_picture').on(t.picture, t.ownerId, t.kind),
  ],
);
