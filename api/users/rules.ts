import { z } from 'zod';
import { withoutInvisible } from '../content/invisible.ts';
import { isReserved } from './reserved.ts';

const USERNAME = /^[A-Za-z0-9_.-]{3,30}$/;
const LONGEST_PICTURE = 2048;
/** Pictures of ours. `..` (also as `%2e`), `\` and `//` could lead out of these folders. */
const OWN_PICTURE = /^(?!.*(?:\.\.|\/\/|%2e))\/(?:uploads|avatars)\/[^\s"'<>\\]+$/i;
/** Without credentials: no `@` before the path. */
const OUTSIDE_PICTURE = /^https?:\/\/[^\s"'<>\\/?#@]+(?:[/?#][^\s"'<>\\]*)?$/i;

/** Invisible characters come along when a name is copied from a page, and are no part of it. */
export const username = z
  .string('Username must be text.')
  .transform((name) => withoutInvisible(name).trim())
  .refine(
    (name) => USERNAME.test(name),

    'Username must be 3 to 30 characters long and have only letters, digits, "_", "-" and ".".',
  );

/** What the owner of the site may name an account. Old accounts may have names that start otherwise. */
export const newUsername = username.refine(
  (name) => /^[A-Za-z0-9]/.test(name),
  'Username must start with a letter or a digit.',
);

/** What people may choose for themselves. Who has a reserved name keeps it. */
export const chosenUsername = newUsername.refine(
  (name) => !isReserved(name),
  'This username is reserved. Please choose another.',
);

/** Trimmed and in lower case. */
export const email = z
  .string('Email must be text.')
  .trim()
  .toLowerCase()
  .max(254, 'Email must have at most 254 characters.')
  .pipe(z.email('Email is not a valid address.'));

/** An address that can only ever be a picture: http(s), or a path of our own pictures. */
export const profilePicture = z
  .string('Profile picture must be text.')
  .trim()
  .max(LONGEST_PICTURE, `Profile picture must have at most ${LONGEST_PICTURE} characters.`)
  .refine(
    (value) => isOwnPath(value) || (OUTSIDE_PICTURE.test(value) && URL.canParse(value)),
    'Profile picture must be an http(s) address or a picture uploaded here.',
  );

/** Is it the path of a picture on this site? */
export function isOwnPath(picture: string): boolean {
  return OWN_PICTURE.test(picture);
}

/** Is a field of a form left empty? Spaces alone are nothing. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/**
 * A body in which all fields of `shape` are filled in, else `message`; after that each field's own rule
 * speaks. The type is that of the object: only bodies that the object accepts get through.
 */
export function filledIn<T extends z.ZodRawShape>(shape: T, message: string) {
  type Form = z.ZodObject<T>;
  const fields = Object.keys(shape);
  const form = z
    .looseObject({})
    .refine((value: Record<string, unknown>) => !fields.some((field) => isBlank(value[field])), {
      error: message,
    })
    .pipe(z.object(shape));
  return form as unknown as z.ZodType<z.output<Form>, z.input<Form>>;
}
