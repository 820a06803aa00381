import { getTableColumns, isNull, sql } from 'drizzle-orm';
import {
  bigint,
  caseless,
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
import { DOCUMENT_KINDS, PICTURE_USE_KINDS } from './types.ts';

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
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull().default('post'),
    title: text('title').notNull(),
    /** Of a page, its path: `/now`. So a page and a post never have the same slug. */
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
    index('posts_pages').on(t.seq).where(sql`kind = 'page'`),
    index('posts_hidden').on(t.hiddenAt, t.seq).where(sql`hidden_at is not null`),
  ],
);

// There are few pages, so lists of posts still only read their indexes.
const isPost = sql`${allPosts.seq} not in (select seq from posts where kind = 'page')`;

/** Posts that everyone may read. */
export const posts = view('public_posts').as((select) => {
  const { hiddenAt, kind: _, ...columns } = getTableColumns(allPosts);
  return select
    .select(columns)
    .from(allPosts)
    .where(sql`${isNull(hiddenAt)} and ${isPost}`);
});

/** Pages that everyone may read. No list of posts shows them. */
export const pages = view('public_pages').as((select) => {
  const { hiddenAt, kind, ...columns } = getTableColumns(allPosts);
  return select
    .select(columns)
    .from(allPosts)
    .where(sql`${isNull(hiddenAt)} and ${kind} = 'page'`);
});

/** Posts and pages that everyone may read, for search. */
export const published = view('published').as((select) => {
  const { hiddenAt, kind: _, ...columns } = getTableColumns(allPosts);
  return select.select(columns).from(allPosts).where(isNull(hiddenAt));
});

/** Labels of categories outside `src/site.config.ts`, as their first author typed them. */
export const categories = table('categories', {
  slug: text('slug').primaryKey(),
  label: text('label').notNull(),
  key: labelKey(),
});

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
