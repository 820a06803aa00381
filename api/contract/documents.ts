import type { DocumentKind, DocumentStatus, RevisionKind } from '../../db/schema/types.ts';
import type { Picture } from './posts.ts';

export type { DocumentSortKey } from '../../db/queries/documents.ts';
export type { UsedSeries } from '../../db/queries/series.ts';
export type { UsedTag } from '../../db/queries/tags.ts';
export type { DocumentKind, DocumentStatus } from '../../db/schema/types.ts';

export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
export const TAG_RULE = 'A tag needs at least one letter or digit.';
export const MAX_SERIES_LENGTH = 80;
export const MAX_SEO_TITLE_LENGTH = 200;
export const MAX_SEO_DESCRIPTION_LENGTH = 500;
export const MAX_VERSION_NAME_LENGTH = 100;
/** Days that a preview link works. */
export const PREVIEW_DAYS = { default: 7, max: 90 };
/** Maximum number of active preview links per document. */
export const MAX_PREVIEW_LINKS = 20;
/** Days that a document stays in the trash. */
export const TRASH_DAYS = 30;

/**
 * Returns whether a label can be a tag. "+" and "#" are allowed, because slugs spell them out:
 * "C++" and "C#" differ.
 */
export const isTag = (label: string): boolean => /[\p{L}\p{N}+#]/u.test(label);

/** Overrides for search engines and social networks. Empty: the page's own values. */
export interface Seo {
  title: string;
  description: string;
  /** Address of the first publication of the text. */
  canonical: string;
  noindex: boolean;
  /** URL of the share picture. */
  image: string;
}

export interface Series {
  slug: string;
  title: string;
  /** Starts at 1. The author chooses it. */
  position: number;
}

/** A post as its writers work on it. A document and its post have the same id. */
export interface Document {
  _id: string;
  /** The public post, if there is one. */
  postId: string | null;
  userId: string;
  /** A page is at `/{slug}`, and in no list of posts. */
  kind: DocumentKind;
  title: string;
  category: string;
  /** As in `Post`. */
  categoryLabel?: string;
  content: string;
  image: string;
  imageAlt: string;
  /** As in `Post`. */
  imageFocus: string;
  /** A BCP 47 tag, such as `pt-BR`. Empty: the site's language. */
  language: string;
  /** Labels, in the author's order. */
  tags: string[];
  /** Follows the title until the first publish, unless the author chose one. */
  slug: string;
  /** The path where readers see it now, or null if it isn't public. */
  address: string | null;
  status: DocumentStatus;
  scheduledAt: string | null;
  revision: number;
  /** The public revision, or `null`. */
  publishedRevision: number | null;
  seo: Seo;
  series: Series | null;
  featured: boolean;
  /** When the document was moved to the trash. */
  trashedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A document in a list. */
export interface ListedDocument extends Omit<Document, 'content'> {
  /** Absent if the query has `content=0`. */
  content?: string;
  /** The username, or null for a deleted account. */
  author: string | null;
  comments: number;
  /** The author or an editor has closed the comments of the post. */
  commentsClosed: boolean;
  /** Since the post was published. */
  views: number;
}

export interface DocumentList {
  documents: ListedDocument[];
  totalDocuments: number;
  /** The uploaded covers. Only if the query asks for them. */
  pictures?: Picture[];
}

/** The fields that a writer may set. `slug` is empty while it follows the title. */
export interface DocumentFields
  extends Pick<
    Document,
    | 'title'
    | 'category'
    | 'content'
    | 'image'
    | 'imageAlt'
    | 'imageFocus'
    | 'language'
    | 'tags'
    | 'slug'
    | 'featured'
  > {
  /** As the author typed it: "Web Design" for `web-design`. */
  categoryLabel: string;
  seo: Partial<Seo>;
  /** Without a position, the post goes to the end. */
  series: { title: string; position?: number } | null;
}

/** An entry of the timeline. */
export interface Revision {
  number: number;
  kind: RevisionKind;
  /** Empty unless `kind` is `named`, or a published version was named. */
  name: string;
  userId: string;
  /** The username, or null for a deleted account. */
  author: string | null;
  createdAt: string;
  /** Characters of text. */
  added: number;
  removed: number;
}

export interface RevisionContent extends Revision {
  title: string;
  content: string;
  category: string;
  image: string;
  imageAlt: string;
  imageFocus: string;
  language: string;
  tags: string[];
}

export interface PreviewLink {
  url: string;
  expiresAt: string;
}

/** An active link. The server stores only a hash of its address. */
export interface ListedPreviewLink {
  /** The username of its creator. */
  maker: string;
  createdAt: string;
  expiresAt: string;
}
