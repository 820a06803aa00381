import type { PictureRow } from '../../db/queries/pictures.ts';

/** In characters. */
export const MAX_TITLE_LENGTH = 200;
export const MAX_ALT_LENGTH = 500;
/** The format of `imageFocus`. */
export const FOCUS = /^(100|\d{1,2}) (100|\d{1,2})$/;
export const MAX_CONTENT_BYTES = 1024 * 1024;
/**
 * Maximum number of uploaded pictures named in the content. Each takes a row in the table of
 * picture uses.
 */
export const MAX_PICTURE_NAMES = 500;
export const MAX_LABEL_LENGTH = 60;
export const CATEGORY_SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Returns the slug for a category label. It may not match `CATEGORY_SLUG`. */
export function categorySlug(label: string): string {
  return label.trim().toLowerCase().replace(/\s+/g, '-');
}

/** A post as the API returns it. */
export interface Post {
  _id: string;
  userId: string;
  title: string;
  slug: string;
  category: string;
  /** The category's label as typed. Absent if it equals the slug or is in `site.config.ts`. */
  categoryLabel?: string;
  /** Sanitized HTML. */
  content: string;
  /** URL of the cover, or an empty string. */
  image: string;
  /** Alternative text of the cover, or an empty string. */
  imageAlt: string;
  /**
   * The focal point of the cover, which stays in view when the cover is cropped: whole percentages
   * from the left and the top, such as "30 70". Empty: the center.
   */
  imageFocus: string;
  createdAt: string;
  updatedAt: string;
}

/** Size and variants of an uploaded picture, for `srcset`, `width` and `height`. */
export type Picture = Pick<PictureRow, 'url' | 'width' | 'height' | 'widths'>;

/** A post as a card shows it. */
export interface CardPost {
  slug: string;
  title: string;
  category: string;
  /** As in `Post`. */
  categoryLabel?: string | undefined;
  /** URL of the cover, or an empty string. */
  image: string;
  /** As in `Post`. Absent: the center. */
  imageFocus?: string | undefined;
  createdAt: string;
  /** The first characters of the text. */
  preview: string;
  /** Reading time. */
  minutes: number;
  /** Present if the cover is an upload. */
  picture?: Picture | undefined;
  /** Its number, in the list of a series. */
  part?: number;
  /** Number of comments, only in lists that are rewritten when it changes. Absent: none. */
  comments?: number | undefined;
}

/** A category in use, with the label for chips. */
export interface PostCategory {
  slug: string;
  label: string;
}

export interface PostList {
  posts: Post[];
  totalPosts: number;
  /** Posts created in the last 30 days. */
  lastMonthPosts: number;
  /** The uploaded covers. Only if the query asks for them. */
  pictures?: Picture[];
}
