import { transliterate } from 'transliteration';
import { z } from 'zod';
import { bcryptCostOf, isUsableArgon2 } from '../api/auth/password-hash.ts';
import { plainText } from '../api/comments/input.ts';
import { isVisible } from '../api/content/invisible.ts';
import { prepareContent } from '../api/content/sanitize.ts';
import { MAX_COMMENT_LENGTH } from '../api/contract/comments.ts';
import { MAX_TITLE_LENGTH } from '../api/contract/posts.ts';
import { MAX_REASON_LENGTH, ROLES, type Role } from '../api/contract/users.ts';
import { ApiError } from '../api/errors.ts';
import * as posts from '../api/posts/input.ts';
import { slugOf } from '../api/posts/slug.ts';
import * as rules from '../api/users/rules.ts';

import type { CommentRow } from '../db/queries/comments.ts';
import type { PictureRow } from '../db/queries/pictures.ts';
import type { PostRow } from '../db/queries/posts.ts';
import { defaultAvatar, type UserRow } from '../db/queries/users.ts';
import type { StoredTag } from '../db/schema.ts';
import { postExtras } from './document-fields.ts';
import { type Finding, type ImportReport, omitPassword } from './import-report.ts';

/** Dates as milliseconds: the records are written to a file of JSON lines. */
type Spooled<T> = { [K in keyof T]: T[K] extends Date ? number : T[K] };

export type UserRecord = Spooled<
  Omit<
    UserRow,
    'seq' | 'usernameKey' | 'isAdmin' | 'pendingEmail' | 'suspendedUntil' | 'overviewSeenAt'
  >
> & {
  suspendedUntil: number | null;
  /** There was a hash, but it isn't accepted. */
  isPasswordRefused: boolean;
};
export type PostRecord = Spooled<Omit<PostRow, 'seq' | 'version'>> & {
  tags: StoredTag[];
  series: { title: string; position: number } | null;
  categoryLabel?: string | undefined;
};
export type CommentRecord = Spooled<Omit<CommentRow, 'seq'>> & {
  likes: { userId: string; createdAt: number }[];
};
export type PictureRecord = Spooled<PictureRow>;

export interface Context {
  report: ImportReport;
  now: Date;
}

type Raw = Record<string, unknown>;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const SLUG = /^(?=.*[a-z0-9])[a-z0-9-]{1,80}$/;
/**
 * As long as one such hash is stored, every sign-in takes as long as checking it: half a second at
 * 12, two minutes of one core at 20, days at 31.
 */
const MAX_BCRYPT_COST = 12;
export const MAX_USERNAME_LENGTH = 30;

function idOf(kind: Finding['kind'], raw: Raw, { report }: Context): string | undefined {
  const id = raw._id;
  if (typeof id === 'string' && ID.test(id)) return id;
  report.add(kind, String(id ?? ''), 'Left out: it has no usable _id.', omitPassword(raw));
  return undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(value).getTime();
  return time >= 0 && time < 8.64e15 ? time : undefined;
}

/** Without a date, uses the ObjectId, which begins with the second of its creation. */
function timesOf(raw: Raw, id: string, now: Date) {
  const fromId = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1000 : Infinity;
  const createdAt = timeOf(raw.createdAt) ?? Math.min(fromId, now.getTime());
  return { createdAt, updatedAt: timeOf(raw.updatedAt) ?? createdAt };
}

/** Validates a user. Reports what it changes; returns undefined for one that must be left out. */
export function userRecord(raw: Raw, context: Context): UserRecord | undefined {
  const id = idOf('user', raw, context);
  if (id === undefined) return undefined;
  const username = usernameOf(raw, id, context);
  const email = emailOf(raw, id, context);
  return {
    id,
    username,
    email,
    emailVerified: raw.emailVerified === true && !isPlaceholderEmail(email),
    ...passwordOf(raw, id, context),
    profilePicture: profilePictureOf(raw, id, username, context),
    role: roleOf(raw),
    bio: rules.bio.catch('').parse(raw.bio ?? ''),
    links: rules.links.catch([]).parse(raw.links ?? []),
    ...suspensionOf(raw),
    isDemo: raw.isDemo === true,
    ...timesOf(raw, id, context.now),
  };
}

/** Files of earlier versions, and of other products, have only `isAdmin`. */
function roleOf(raw: Raw): Role {
  const given = ROLES.find((role) => role === raw.role);
  return given ?? (raw.isAdmin === true ? 'administrator' : 'reader');
}

/** A suspended administrator could leave the site without one who can sign in. */
function suspensionOf(raw: Raw): Pick<UserRecord, 'suspendedUntil' | 'suspendedReason'> {
  const suspendedUntil = timeOf(raw.suspendedUntil) ?? null;
  if (suspendedUntil === null || roleOf(raw) === 'administrator') {
    return { suspendedUntil: null, suspendedReason: '' };
  }
  const suspendedReason = stringOf(raw.suspendedReason).trim().slice(0, MAX_REASON_LENGTH);
  return { suspendedUntil, suspendedReason };
}

function usernameOf(raw: Raw, id: string, { report }: Context): string {
  const given = rules.username.safeParse(raw.username);
  if (given.success) return given.data;
  const made = transliterate(stringOf(raw.username).normalize('NFKC'))
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_USERNAME_LENGTH)
    .replace(/-+$/, '');
  const username = made.length >= 3 ? made : `user-${made || id.slice(-6)}`;
  report.add('user', id, `The username is invalid and was changed to "${username}".`, raw.username);
  return username;
}

function emailOf(raw: Raw, id: string, { report }: Context): string {
  const given = rules.email.safeParse(raw.email);
  if (given.success) return given.data;
  const email = placeholderEmail(id);
  report.add('user', id, `The email is invalid and was replaced with "${email}".`, raw.email);
  return email;
}

/** No one can ever own a domain under `.invalid` (RFC 2606). */
const PLACEHOLDER_END = '@imported.invalid';

/** Returns the `n`th email for an account that has no usable one. */
export function placeholderEmail(id: string, n = 1): string {
  return `${id.toLowerCase()}${n === 1 ? '' : `-${n}`}${PLACEHOLDER_END}`;
}

export function isPlaceholderEmail(email: string): boolean {
  return email.endsWith(PLACEHOLDER_END);
}

function passwordOf(
  raw: Raw,
  id: string,
  { report }: Context,
): Pick<UserRecord, 'passwordHash' | 'isPasswordRefused'> {
  const hash = raw.password ?? null;
  if (hash === null || hash === '') return { passwordHash: null, isPasswordRefused: false };
  if (typeof hash === 'string' && isUsable(hash)) {
    return { passwordHash: hash, isPasswordRefused: false };
  }
  const what = "The password was left out: it isn't an accepted bcrypt or argon2id hash.";
  report.add('user', id, what);
  return { passwordHash: null, isPasswordRefused: true };
}

function isUsable(hash: string): boolean {
  const cost = bcryptCostOf(hash);
  if (cost === undefined) return isUsableArgon2(hash);
  return cost >= 4 && cost <= MAX_BCRYPT_COST;
}

function profilePictureOf(raw: Raw, id: string, username: string, { report }: Context): string {
  const given = rules.profilePicture.safeParse(raw.profilePicture);
  if (given.success) return given.data;
  if (stringOf(raw.profilePicture).trim() !== '') {
    const what = "The profile picture was left out: its URL isn't usable.";
    report.add('user', id, what, raw.profilePicture);
  }
  return defaultAvatar(username);
}

/** The same for a post, with sanitized content. */
export function postRecord(raw: Raw, context: Context): PostRecord | undefined {
  const id = idOf('post', raw, context);
  if (id === undefined) return undefined;
  let prepared: { content: string; text: string };
  try {
    prepared = prepareContent(stringOf(raw.content));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.report.add('post', id, 'Left out: its content is too long.', raw);
    return undefined;
  }
  const title = titleOf(raw, id, context);
  return {
    id,
    userId: stringOf(raw.userId),
    title,
    slug: slugFrom(raw, id, title, context),
    category: categoryOf(raw, id, context),
    // The MERN blog has the label in `category`. `keepCategoryLabel` ignores it if its slug
    // differs.
    categoryLabel: posts.categoryLabel
      .catch(undefined)
      .parse(raw.categoryLabel ?? (raw.category || undefined)),
    image: imageOf(raw, id, context),
    imageAlt: posts.imageAlt.catch('').parse(raw.imageAlt),
    isDemo: raw.isDemo === true,
    ...postExtras(raw),
    ...prepared,
    ...timesOf(raw, id, context.now),
  };
}

function titleOf(raw: Raw, id: string, { report }: Context): string {
  const given = posts.title.safeParse(raw.title);
  if (given.success && isVisible(given.data)) return given.data;
  const cut = posts.title.safeParse(stringOf(raw.title).trim().slice(0, MAX_TITLE_LENGTH));
  const title = cut.success && isVisible(cut.data) ? cut.data : 'Untitled';
  report.add('post', id, `The title is invalid and was changed to "${title}".`, raw.title);
  return title;
}

function slugFrom(raw: Raw, id: string, title: string, { report }: Context): string {
  const given = stringOf(raw.slug);
  if (SLUG.test(given)) return given;
  const slug = slugOf(title);
  report.add('post', id, `The slug is invalid and was changed to "${slug}".`, raw.slug);
  return slug;
}

function categoryOf(raw: Raw, id: string, { report }: Context): string {
  const value = stringOf(raw.category).trim() === '' ? 'uncategorized' : raw.category;
  const given = posts.category.safeParse(value);
  if (given.success) return given.data;
  const made = posts.category.safeParse(slugOf(stringOf(value)).slice(0, 40));
  const category = made.success ? made.data : 'uncategorized';
  report.add('post', id, `The category is invalid and was changed to "${category}".`, raw.category);
  return category;
}

function imageOf(raw: Raw, id: string, { report }: Context): string {
  const given = posts.image.safeParse(stringOf(raw.image));
  if (given.success) return given.data;
  report.add('post', id, "The picture was left out: its URL isn't usable.", raw.image);
  return '';
}

/** The same for a comment. */
export function commentRecord(raw: Raw, context: Context): CommentRecord | undefined {
  const id = idOf('comment', raw, context);
  if (id === undefined) return undefined;
  const { report, now } = context;
  const text = plainText(stringOf(raw.content)).trim();
  if (!isVisible(text)) {
    report.add('comment', id, 'Left out: it is empty.', raw);
    return undefined;
  }
  let content = text;
  if (text.length > MAX_COMMENT_LENGTH) {
    content = `${text.slice(0, MAX_COMMENT_LENGTH - 1)}…`.toWellFormed();
    report.add('comment', id, `Cut to ${MAX_COMMENT_LENGTH} characters.`, text);
  }
  const times = timesOf(raw, id, now);
  return {
    id,
    postId: stringOf(raw.postId),
    userId: stringOf(raw.userId),
    content,
    likes: likesOf(raw, id, times.createdAt, report),
    ...times,
  };
}

/** Likes are ids of users, or objects that also have a date. */
function likesOf(raw: Raw, id: string, createdAt: number, report: ImportReport) {
  const given = Array.isArray(raw.likes) ? (raw.likes as unknown[]) : [];
  return given.flatMap((like) => {
    const { userId, createdAt: at } = (
      typeof like === 'string' ? { userId: like } : Object(like)
    ) as Raw;
    if (typeof userId === 'string') return [{ userId, createdAt: timeOf(at) ?? createdAt }];
    report.add('comment', id, 'A like without a user was left out.', like);
    return [];
  });
}

const pictureSchema = z.object({
  url: z.string().min(1).max(2048),
  userId: z.string().nullable(),
  kind: z.enum(['post', 'profile']),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().nonnegative(),
  storedBytes: z.number().int().nonnegative().optional(),
  widths: z.array(z.number().int().positive()).max(20),
  createdAt: z.iso.datetime(),
  alt: z.string().max(500).catch('').default(''),
});

/** The same for the record of a picture file. */
export function pictureRecord(raw: Raw, { report }: Context): PictureRecord | undefined {
  const given = pictureSchema.safeParse(raw);
  if (given.success) {
    // Older exports lack the size of the variants: this estimate is the same as in the migration.
    const { storedBytes = given.data.bytes * 2 } = given.data;
    return { ...given.data, storedBytes, createdAt: new Date(given.data.createdAt).getTime() };
  }
  report.add('picture', stringOf(raw.url), 'Left out: the record is incomplete.', raw);
  return undefined;
}
