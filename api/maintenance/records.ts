import { transliterate } from 'transliteration';
import { z } from 'zod';
import type { CommentRow } from '../../db/queries/comments.ts';
import type { PictureRow } from '../../db/queries/pictures.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { defaultAvatar, type UserRow } from '../../db/queries/users.ts';
import { bcryptCostOf, isUsableArgon2 } from '../auth/password-hash.ts';
import { plainText } from '../comments/input.ts';
import { isVisible } from '../content/invisible.ts';
import { prepareContent } from '../content/sanitize.ts';
import { MAX_COMMENT_LENGTH } from '../contract/comments.ts';
import { ApiError } from '../errors.ts';
import { postChangesInput } from '../posts/input.ts';
import { slugOf } from '../posts/slug.ts';
import { email as emailRule, profilePicture, username as usernameRule } from '../users/rules.ts';
import { type Kind, type Report, withoutPassword } from './report.ts';

/** Instants travel as milliseconds: records wait in a file of JSON lines. */
type Spooled<T> = { [K in keyof T]: T[K] extends Date ? number : T[K] };

export type UserRecord = Spooled<Omit<UserRow, 'seq' | 'usernameKey'>> & {
  /** There was a hash, and it is not in the record. */
  isPasswordRefused: boolean;
};
export type PostRecord = Spooled<Omit<PostRow, 'seq' | 'version'>>;
export type CommentRecord = Spooled<Omit<CommentRow, 'seq'>> & {
  likes: { userId: string; createdAt: number }[];
};
export type PictureRecord = Spooled<PictureRow>;

/** What stands around a record while it is made fit. */
export interface Context {
  report: Report;
  now: Date;
}

type Raw = Record<string, unknown>;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const SLUG = /^(?=.*[a-z0-9])[a-z0-9-]{1,80}$/;
/**
 * While one such hash is left, every sign-in takes its time: half a second at 12, two minutes of one core
 * at 20, days at 31.
 */
const MAX_BCRYPT_COST = 12;
const MAX_TITLE = 200;
const MAX_USERNAME = 30;

/** The id of a record; undefined, and reported, when it has none that can be kept. */
function idOf(kind: Kind, raw: Raw, { report }: Context): string | undefined {
  const id = raw._id;
  if (typeof id === 'string' && ID.test(id)) return id;
  report.add(kind, String(id ?? ''), 'Left out: it has no usable _id.', withoutPassword(raw));
  return undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(value).getTime();
  return time >= 0 && time < 8.64e15 ? time : undefined;
}

/** When a record was made; without a date it is told by the ObjectId, which begins with the second. */
function timesOf(raw: Raw, id: string, now: Date) {
  const fromId = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1000 : Infinity;
  const createdAt = timeOf(raw.createdAt) ?? Math.min(fromId, now.getTime());
  return { createdAt, updatedAt: timeOf(raw.updatedAt) ?? createdAt };
}

/** Makes a user fit to be stored. Undefined, and reported, when that cannot be. */
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
    isAdmin: raw.isAdmin === true,
    isDemo: raw.isDemo === true,
    ...timesOf(raw, id, context.now),
  };
}

function usernameOf(raw: Raw, id: string, { report }: Context): string {
  const given = usernameRule.safeParse(raw.username);
  if (given.success) return given.data;
  const made = transliterate(textOf(raw.username).normalize('NFKC'))
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_USERNAME)
    .replace(/-+$/, '');
  const username = made.length >= 3 ? made : `user-${made || id.slice(-6)}`;
  report.add(
    'user',
    id,
    `The username is not valid here; it has become "${username}".`,
    raw.username,
  );
  return username;
}

function emailOf(raw: Raw, id: string, { report }: Context): string {
  const given = emailRule.safeParse(raw.email);
  if (given.success) return given.data;
  const email = placeholderEmail(id);
  report.add('user', id, `The email is not valid; "${email}" stands in its place.`, raw.email);
  return email;
}

/** `.invalid` is reserved: nobody can ever own it (RFC 2606). */
const PLACEHOLDER_END = '@imported.invalid';

/** The `n`th email that an account gets which has none of its own. */
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
  report.add(
    'user',
    id,
    'The password has been left out: it is neither a bcrypt nor an argon2id hash that is accepted.',
  );
  return { passwordHash: null, isPasswordRefused: true };
}

function isUsable(hash: string): boolean {
  const cost = bcryptCostOf(hash);
  if (cost === undefined) return isUsableArgon2(hash);
  return cost >= 4 && cost <= MAX_BCRYPT_COST;
}

function profilePictureOf(raw: Raw, id: string, username: string, { report }: Context): string {
  const given = profilePicture.safeParse(raw.profilePicture);
  if (given.success) return given.data;
  if (textOf(raw.profilePicture).trim() !== '') {
    report.add('user', id, 'The profile picture has no usable address.', raw.profilePicture);
  }
  return defaultAvatar(username);
}

/** Makes a post fit to be stored, its content sanitized. Undefined, and reported, when that cannot be. */
export function postRecord(raw: Raw, context: Context): PostRecord | undefined {
  const id = idOf('post', raw, context);
  if (id === undefined) return undefined;
  let prepared: { content: string; text: string };
  try {
    prepared = prepareContent(textOf(raw.content));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.report.add('post', id, 'Left out: its content is too long.', raw);
    return undefined;
  }
  const title = titleOf(raw, id, context);
  return {
    id,
    userId: textOf(raw.userId),
    title,
    slug: slugFrom(raw, id, title, context),
    category: categoryOf(raw, id, context),
    image: imageOf(raw, id, context),
    isDemo: raw.isDemo === true,
    ...prepared,
    ...timesOf(raw, id, context.now),
  };
}

function titleOf(raw: Raw, id: string, { report }: Context): string {
  const given = postChangesInput.safeParse({ title: raw.title });
  if (given.success && given.data.title !== undefined) return given.data.title;
  const cut = postChangesInput.safeParse({ title: textOf(raw.title).trim().slice(0, MAX_TITLE) });
  const title = (cut.success ? cut.data.title : undefined) ?? 'Untitled';
  report.add('post', id, `The title is not valid here; it has become "${title}".`, raw.title);
  return title;
}

function slugFrom(raw: Raw, id: string, title: string, { report }: Context): string {
  const given = textOf(raw.slug);
  if (SLUG.test(given)) return given;
  const slug = slugOf(title);
  report.add('post', id, `The slug is not valid here; it has become "${slug}".`, raw.slug);
  return slug;
}

function categoryOf(raw: Raw, id: string, { report }: Context): string {
  const value = textOf(raw.category).trim() === '' ? 'uncategorized' : raw.category;
  const given = postChangesInput.safeParse({ category: value });
  if (given.success && given.data.category !== undefined) return given.data.category;
  const made = postChangesInput.safeParse({ category: slugOf(textOf(value)).slice(0, 40) });
  const category = (made.success ? made.data.category : undefined) ?? 'uncategorized';
  report.add(
    'post',
    id,
    `The category is not valid here; it has become "${category}".`,
    raw.category,
  );
  return category;
}

function imageOf(raw: Raw, id: string, { report }: Context): string {
  const given = postChangesInput.safeParse({ image: textOf(raw.image) });
  if (given.success) return given.data.image ?? '';
  report.add('post', id, 'The picture has been left out: it has no usable address.', raw.image);
  return '';
}

/** Makes a comment fit to be stored. Undefined, and reported, when that cannot be. */
export function commentRecord(raw: Raw, context: Context): CommentRecord | undefined {
  const id = idOf('comment', raw, context);
  if (id === undefined) return undefined;
  const { report, now } = context;
  const whole = plainText(textOf(raw.content)).trim();
  if (!isVisible(whole)) {
    report.add('comment', id, 'Left out: it is empty.', raw);
    return undefined;
  }
  let content = whole;
  if (whole.length > MAX_COMMENT_LENGTH) {
    content = `${whole.slice(0, MAX_COMMENT_LENGTH - 1)}…`.toWellFormed();
    report.add('comment', id, `Cut to ${MAX_COMMENT_LENGTH} characters; this is all of it.`, whole);
  }
  const times = timesOf(raw, id, now);
  const likes = likesOf(raw, id, times.createdAt, report);
  return { id, postId: textOf(raw.postId), userId: textOf(raw.userId), content, likes, ...times };
}

/** Ids of users, or objects that also say when. */
function likesOf(raw: Raw, id: string, createdAt: number, report: Report) {
  const given = Array.isArray(raw.likes) ? (raw.likes as unknown[]) : [];
  return given.flatMap((like) => {
    const { userId, createdAt: at } = (
      typeof like === 'string' ? { userId: like } : Object(like)
    ) as Raw;
    if (typeof userId === 'string') return [{ userId, createdAt: timeOf(at) ?? createdAt }];
    report.add('comment', id, 'A like without a user has been left out.', like);
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
});

/** The record of a picture file. Undefined, and reported, when it is not complete. */
export function pictureRecord(raw: Raw, { report }: Context): PictureRecord | undefined {
  const given = pictureSchema.safeParse(raw);
  if (given.success) {
    // Older exports don't say how much the variants take: an estimate, as in the migration.
    const { storedBytes = given.data.bytes * 2 } = given.data;
    return { ...given.data, storedBytes, createdAt: new Date(given.data.createdAt).getTime() };
  }
  report.add('picture', textOf(raw.url), 'Left out: the record is not complete.', raw);
  return undefined;
}
