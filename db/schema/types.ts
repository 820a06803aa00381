import { randomBytes } from 'node:crypto';

/** Returns a new id: 24 lowercase hex characters, like the ids of imported records. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}

/** An identity confirmed by a provider. */
export interface VerifiedIdentity {
  /** The provider: the `iss` claim. */
  issuer: string;
  /** The provider's id of the user: the `sub` claim. */
  subject: string;
  /** Lowercase. The provider has verified that the user owns it. */
  email: string;
  /** Whether the provider itself hosts this email address, so no one else can ever own it. */
  vouched: boolean;
  name: string;
  /** URL of a picture, or empty. */
  picture: string;
  /** The user was asked for the account's password, and has more time to enter it. */
  asked?: boolean;
}

/** Roles, from the least to the most powerful (api/access/permissions.ts). */
export const ROLES = ['reader', 'author', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** What a document becomes: a post, or a page at `/{slug}` that no list of posts shows. */
export const DOCUMENT_KINDS = ['post', 'page'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** `changed`: published, with unpublished changes. */
export const DOCUMENT_STATUSES = [
  'draft',
  'scheduled',
  'published',
  'changed',
  'unpublished',
  'trashed',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const REVISION_KINDS = ['auto', 'named', 'published'] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

/** Kinds of records that use pictures. */
export const PICTURE_USE_KINDS = ['post', 'draft', 'version', 'profile', 'site'] as const;
export type PictureUseKind = (typeof PICTURE_USE_KINDS)[number];

/** Overrides for search engines and social networks. Absent: the page's own values. */
export interface StoredSeo {
  title?: string;
  description?: string;
  /** Address of the first publication of the text. */
  canonical?: string;
  /** The share picture. */
  image?: string;
}

export interface StoredTag {
  /** In a document: the slug for a new tag. In a post: the slug from the table of tags. */
  slug: string;
  /** As the author typed it. */
  label: string;
}

/**
 * `held`: waits for a moderator. `removed`: by a moderator, who can restore it. `erased`: the place
 * of a deleted top comment that has replies.
 */
export const COMMENT_STATES = ['visible', 'held', 'spam', 'removed', 'erased'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

export const REPORT_REASONS = ['spam', 'abuse', 'off-topic', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/**
 * Maximum number of characters in a stored comment. Imports need it; the limit for writing is
 * lower.
 */
export const MAX_STORED_COMMENT = 65_536;

/**
 * `reply`: to a comment of theirs. `comment`: on a post of theirs, or one that they follow. `held`,
 * `approved`, `removed`: what moderators decided about a comment of theirs.
 */
export const NOTIFICATION_KINDS = ['reply', 'comment', 'held', 'approved', 'removed'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** `waiting`: comments that wait for approval, which moderators may get by mail. Never in lists. */
export const MAILED_KINDS = [...NOTIFICATION_KINDS, 'waiting'] as const;
export type MailedKind = (typeof MAILED_KINDS)[number];

/** When notifications of a kind are mailed. */
export const MAIL_TIMES = ['now', 'daily', 'never'] as const;
export type MailTime = (typeof MAIL_TIMES)[number];
