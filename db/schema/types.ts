import { randomBytes } from 'node:crypto';

/** Returns a new id: 24 lower-case hex characters, like the ids of imported records. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}

/** What an identity provider confirmed. */
export interface VerifiedIdentity {
  /** The provider: the `iss` claim. */
  issuer: string;
  /** The provider's id of the user: the `sub` claim. */
  subject: string;
  /** In lower case. The provider has verified that the user owns it. */
  email: string;
  /** Whether the provider itself runs this email, so that no one else can ever own it. */
  vouched: boolean;
  name: string;
  /** URL of a picture, or empty. */
  picture: string;
  /** The user was asked for the account's password, and has more time to enter it. */
  asked?: boolean;
}

/** What users may do, from least to most (api/access/permissions.ts). */
export const ROLES = ['reader', 'author', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** `changed`: published, with changes that are not. */
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

/** What uses a picture. */
export const PICTURE_USE_KINDS = ['post', 'draft', 'version', 'profile'] as const;
export type PictureUseKind = (typeof PICTURE_USE_KINDS)[number];

/** What search engines and social networks show instead. Absent: what the page has. */
export interface StoredSeo {
  title?: string;
  description?: string;
  /** Where the same text was published first. */
  canonical?: string;
  /** The share picture. */
  image?: string;
}

/** A tag of a document. */
export interface StoredTag {
  slug: string;
  /** As the author typed it. */
  label: string;
}
