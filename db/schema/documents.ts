import { getTableColumns, sql } from 'drizzle-orm';
import { userId } from './accounts.ts';
import {
  bigint,
  createdAt,
  expiresAt,
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
  uniqueIndex,
  updatedAt,
  view,
} from './columns.ts';
import { allPosts } from './content.ts';
import { sharedFields, type VERSION_FIELDS } from './post-fields.ts';
import { DOCUMENT_KINDS, DOCUMENT_STATUSES, REVISION_KINDS, type StoredTag } from './types.ts';

// Drafts, and the life cycle of posts. Published posts are in `posts`.

/**
 * Posts as their writers work on them. A published document and its post have the same id. The
 * columns hold the current revision.
 */
export const documents = table(
  'documents',
  {
    seq: seq(),
    id: id(),
    /** The author. Stays when the account is deleted. */
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull().default('post'),
    status: text('status', { enum: DOCUMENT_STATUSES }).notNull().default('draft'),
    title: text('title').notNull().default(''),
    /**
     * The chosen address; of a page, its path. Empty before the first publish: it follows the
     * title.
     */
    slug: text('slug').notNull().default(''),
    /** Empty until one is chosen. */
    category: text('category').notNull().default(''),
    image: text('image').notNull().default(''),
    isFeatured: flag('is_featured'),
    /** Grows with every save. */
    revision: integer('revision').notNull().default(1),
    /** The public revision, or null. */
    publishedRevision: integer('published_revision'),
    /** When it will be published. */
    scheduledAt: instant('scheduled_at'),
    /** Time of the latest publish, and the time it was scheduled for. */
    publishedAt: instant('published_at'),
    publishedFor: instant('published_for'),
    trashedAt: instant('trashed_at'),
    /** The status to return to from the trash. */
    trashedFrom: text('trashed_from', { enum: DOCUMENT_STATUSES }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    // Long columns come last, so that lists only read the first page of a row.
    /** In the author's order. */
    tags: json<StoredTag[]>('tags').notNull().default(sql`'[]'`),
    /** The title of a series and the position in it, or empty and 0. */
    series: text('series').notNull().default(''),
    seriesPosition: integer('series_position').notNull().default(0),
    ...sharedFields(),
    noindex: flag('noindex'),
    /** The label typed for a new category, or empty. */
    categoryLabel: text('category_label').notNull().default(''),
    text: text('text').notNull().default(''),
    /** Sanitized HTML. */
    content: text('content').notNull().default(''),
  },
  (t) => [
    index('documents_updated').on(t.updatedAt),
    index('documents_status_updated').on(t.status, t.updatedAt),
    // In list order. With the status included, far pages and counts only read the index.
    index('documents_user_list').on(t.userId, t.updatedAt, t.seq, t.status),
    index('documents_category_list').on(t.category, t.updatedAt, t.seq, t.status),
    // For the other orders. They include every filter column.
    index('documents_created_list').on(t.createdAt, t.seq, t.status, t.userId, t.category),
    index('documents_title_list').on(
      sql`lower(${t.title})`,
      t.seq,
      t.status,
      t.userId,
      t.category,
      // For PostgreSQL, whose index-only scans need an index that also has the columns of its
      // expressions.
      t.title,
    ),
    index('documents_pages').on(t.seq).where(sql`kind = 'page'`),
    uniqueIndex('documents_page_paths').on(t.slug).where(sql`kind = 'page' and slug <> ''`),
    index('documents_scheduled').on(t.scheduledAt).where(sql`scheduled_at is not null`),
    index('documents_trashed').on(t.trashedAt).where(sql`trashed_at is not null`),
  ],
);

const documentId = () =>
  text('document_id')
    .notNull()
    .references(() => documents.id, { onDelete: 'cascade' });

/** The fields of a version besides title and content. */
export type RevisionMeta = Pick<typeof documents.$inferSelect, (typeof VERSION_FIELDS)[number]>;

/** The versions of a document. Autosaves are thinned out; named and published ones stay. */
export const revisions = table(
  'revisions',
  {
    documentId: documentId(),
    /** The document's `revision` at that time. */
    number: integer('number').notNull(),
    kind: text('kind', { enum: REVISION_KINDS }).notNull().default('auto'),
    /** The version's name, or empty. */
    name: text('name').notNull().default(''),
    /** Who saved it. */
    userId: text('user_id').notNull(),
    /** Characters of text added and removed since the previous revision. */
    added: integer('added').notNull().default(0),
    removed: integer('removed').notNull().default(0),
    createdAt: createdAt(),
    title: text('title').notNull(),
    meta: json<RevisionMeta>('meta').notNull(),
    content: text('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.number] })],
);

/** Links that show a document to people without an account. */
export const previewLinks = table(
  'preview_links',
  {
    /** SHA-256 (hex) of the secret in the link. */
    idHash: text('id_hash').primaryKey(),
    documentId: documentId(),
    userId: userId(),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (t) => [
    index('preview_links_document').on(t.documentId),
    index('preview_links_expiry').on(t.expiresAt),
  ],
);

const postId = () =>
  text('post_id')
    .notNull()
    .references(() => allPosts.id, { onDelete: 'cascade' });

/** The tags of posts, with the label typed first. */
export const tags = table('tags', {
  slug: text('slug').primaryKey(),
  label: text('label').notNull(),
  key: labelKey(),
});

export const postTags = table(
  'post_tags',
  {
    postId: postId(),
    tag: text('tag').notNull(),
    /** In the author's order, from 0. */
    position: integer('position').notNull(),
    /** The post lost the tag: no list shows it, but the tag's pages must be rendered. */
    isFormer: flag('is_former'),
    // Copied from the post, so that an index lists a tag's posts in order. A trigger sets them
    // (`../migrations/`), because nodes of an older version insert rows, too.
    createdAt: createdAt().default(sql`0`),
    postSeq: bigint('post_seq').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.tag] }),
    index('post_tags_tag_created').on(t.tag, t.isFormer, t.createdAt, t.postSeq),
  ],
);

/** The current tags of public posts. With `seq`, an index alone is enough to list and count. */
export const publicTags = view('public_tags').as((select) => {
  const { isFormer, ...columns } = getTableColumns(postTags);
  const { seq, hiddenAt } = allPosts;
  const hidden = sql`(select ${seq} from ${allPosts} where ${hiddenAt} is not null)`;
  return select
    .select(columns)
    .from(postTags)
    .where(sql`${isFormer} = false and ${columns.postSeq} not in ${hidden}`);
});

export const series = table('series', {
  slug: text('slug').primaryKey(),
  title: text('title').notNull(),
  key: labelKey(),
});

/** A post is in at most one series. */
export const seriesPosts = table(
  'series_posts',
  {
    postId: postId(),
    series: text('series').notNull(),
    /** Chosen by the author. Posts with the same position are sorted by time. */
    position: integer('position').notNull(),
    /** As in `postTags`. */
    isFormer: flag('is_former'),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.series] }),
    index('series_posts_series').on(t.series, t.position),
  ],
);

/**
 * Former addresses of posts. All lead directly to the current one: there are no chains or loops.
 */
export const redirects = table(
  'redirects',
  {
    /** A slug. */
    from: text('from').primaryKey(),
    /** The post. If it's hidden, the address answers 410. */
    postId: text('post_id').notNull(),
    status: integer('status').notNull().default(301),
    createdAt: createdAt(),
  },
  (t) => [index('redirects_post').on(t.postId)],
);

/** Redirects of any path. They're looked up only where there is no page. */
export const pathRedirects = table('path_redirects', {
  seq: seq(),
  id: id(),
  /** A decoded path. A `*` at its end stands for the rest of the path. */
  from: text('from').notNull().unique(),
  /** A path or a URL; a `*` at its end is replaced with the rest. Null: gone. */
  to: text('to'),
  status: integer('status').notNull(),
  hits: integer('hits').notNull().default(0),
  createdAt: createdAt(),
});

/** Paths that were requested and not found: nothing about who requested them. */
export const missingPaths = table(
  'missing_paths',
  {
    /** Decoded. */
    path: text('path').primaryKey(),
    hits: integer('hits').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The last page that linked to it: a URL without its query, or empty. */
    from: text('from').notNull(),
  },
  (t) => [index('missing_paths_order').on(t.hits, t.lastAt)],
);

/** Views per day. No addresses and no cookies. */
export const views = table(
  'views',
  {
    /** Days since 1970, in UTC. */
    day: integer('day').notNull(),
    /** Empty for pages that aren't posts. */
    postId: text('post_id').notNull(),
    views: integer('views').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.postId] }), index('views_post').on(t.postId, t.day)],
);

/** Searches of readers that found nothing: words and numbers, nothing about who searched. */
export const missedSearches = table(
  'missed_searches',
  {
    /** The words of the term in normal form, separated by spaces. */
    words: text('words').primaryKey(),
    searches: integer('searches').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [index('missed_searches_order').on(t.searches, t.lastAt)],
);

/** Views per day from other sites. */
export const referrers = table(
  'referrers',
  {
    day: integer('day').notNull(),
    host: text('host').notNull(),
    views: integer('views').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.host] })],
);
