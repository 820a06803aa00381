import { z } from 'zod';
import { storedEmail } from '../../db/stored-email.ts';
import { visibleText, withoutInvisible } from '../content/invisible.ts';
import { MAX_BIO_LENGTH, MAX_LINKS } from '../contract/users.ts';
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

const MAX_EMAIL_LENGTH = 254;
/**
 * A dot-atom (RFC 5322) and a domain in ASCII form, such as `o'brien+blog@mail.example.com`. Quoted
 * and non-ASCII names and IP addresses aren't accepted: few servers deliver to them.
 */
const EMAIL =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
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

/** A username that the site owner can assign. Older accounts may start with another character. */
export const newUsername = username.refine(
  (name) => /^[A-Za-z0-9]/.test(name),
  'Username must start with a letter or a digit.',
);

/** A username that users can choose. Accounts with a reserved name keep it. */
export function chosenUsername(siteName: string) {
  return newUsername.refine(
    (name) => !isReserved(name, siteName),
    'This username is reserved. Please choose another.',
  );
}

const reserved = new Set(RESERVED.trim().split(/\s+/).map(skeleton));

function isReserved(name: string, siteName: string): boolean {
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

/** Returns the email as it's stored. */
export const email = z
  .string('Email must be text.')
  .transform(storedEmail)
  .pipe(z.string().max(MAX_EMAIL_LENGTH, `Email must have at most ${MAX_EMAIL_LENGTH} characters.`))
  .pipe(z.email({ pattern: EMAIL, error: 'Email is not a valid address.' }));

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
