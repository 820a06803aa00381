import { z } from 'zod';
import { visibleText, withoutInvisible } from '../content/invisible.ts';
import { MAX_BIO_LENGTH, MAX_LINKS } from '../contract/users.ts';
import { emailNamed } from '../email.ts';
import { BadRequestError } from '../errors.ts';
import { requireFields } from '../required-fields.ts';

export const MAX_USERNAME_LENGTH = 30;
const USERNAME = /^[A-Za-z0-9_.-]{3,30}$/;
/** Usernames that could impersonate the site or its staff, besides the site's own name. */
const RESERVED = `
  admin administrator administration root superuser sysadmin system owner webmaster postmaster
  hostmaster abuse support helpdesk help info security staff team editor editors moderator moderators
  mod mods official noreply mailerdaemon api www null undefined anonymous nobody
`;
/** Maps characters that look alike in some typeface to one. */
const LOOKALIKES: Record<string, string> = {
  0: 'o',
  1: 'i',
  l: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
};

const MAX_PICTURE_LENGTH = 2048;
const MAX_LINK_LENGTH = 500;
/** Our own pictures. `..` (also as `%2e`), `\` and `//` could lead out of these folders. */
const OWN_PICTURE = /^(?!.*(?:\.\.|\/\/|%2e))\/(?:uploads|avatars)\/[^\s"'<>\\]+$/i;
/** Without credentials: no `@` before the path. */
const OUTSIDE_PICTURE = /^https?:\/\/[^\s"'<>\\/?#@]+(?:[/?#][^\s"'<>\\]*)?$/i;

/**
 * Any username. Invisible characters are removed: they come along when text is copied from web
 * pages.
 */
export const username = z
  .string('Username must be text.')
  .transform((name) => withoutInvisible(name).trim())
  .refine((name) => USERNAME.test(name), {
    error:
      'Username must be 3 to 30 characters long and have only letters, digits, "_", "-" and ".".',
    abort: true,
  });

/** A username without a check of `isReserved`. Older accounts may start with another character. */
export const newUsername = username.refine(
  (name) => /^[A-Za-z0-9]/.test(name),
  'Username must start with a letter or a digit.',
);

/**
 * Throws a BadRequestError for a username that users can't choose. The site owner can assign it,
 * and accounts that have it keep it.
 */
export function requireFreeName(name: string, siteName: string): void {
  if (!isReserved(name, siteName)) return;
  throw new BadRequestError('This username is reserved. Please choose another.');
}

const reserved = new Set(RESERVED.trim().split(/\s+/).map(skeleton));

/** Returns whether a username could impersonate the site or its staff. */
export function isReserved(name: string, siteName: string): boolean {
  return reserved.has(skeleton(name)) || skeleton(name) === skeleton(siteName);
}

/** Returns the same text for names that readers can't distinguish, such as "4dm1n" and "Ad-min". */
function skeleton(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[01l3457]/g, (character) => LOOKALIKES[character] ?? character);
}

export const email = emailNamed('Email');

/** An http(s) URL, or the path of one of our own pictures. */
export const profilePicture = z
  .string('Profile picture must be text.')
  .trim()
  .max(MAX_PICTURE_LENGTH, `Profile picture must have at most ${MAX_PICTURE_LENGTH} characters.`)
  .refine(
    (value) => isOwnPath(value) || (OUTSIDE_PICTURE.test(value) && URL.canParse(value)),
    'Profile picture must be an http(s) address or a picture uploaded here.',
  );

export function isOwnPath(picture: string): boolean {
  return OWN_PICTURE.test(picture);
}

/**
 * Returns the schema of a form. If a field is absent, empty or only spaces, the error is `message`.
 */
export function filledIn<T extends z.ZodRawShape>(shape: T, message: string) {
  const isBlank = (value: unknown) =>
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return requireFields(z.object(shape), message, (body) =>
    Object.keys(shape).some((field) => isBlank(body[field])),
  );
}

/** A few lines of plain text about the user. */
export const bio = z
  .string('Bio must be text.')
  .transform((text) => visibleText(text.toWellFormed()).replace(/\s+/g, ' ').trim())
  .pipe(z.string().max(MAX_BIO_LENGTH, `Bio must have at most ${MAX_BIO_LENGTH} characters.`));

const link = z
  .string('Links must be texts.')
  .trim()
  .refine(
    (url) =>
      url.length <= MAX_LINK_LENGTH &&
      /^https?:\/\/[^\s"'<>\\@/]+(?:[/?#][^\s"'<>\\]*)?$/i.test(url) &&
      URL.canParse(url),
    'Links must be addresses that begin with https:// or http://.',
  );

/** Empty ones are removed. */
export const links = z
  .array(z.string('Links must be texts.'), 'Links must be a list of addresses.')
  .transform((given) => given.filter((url) => url.trim() !== ''))
  .pipe(z.array(link).max(MAX_LINKS, `You can have at most ${MAX_LINKS} links.`));
