import { site } from '../../src/site.config.ts';
import { BadRequestError } from '../errors.ts';

/** As short as a username may be. Shorter names in email addresses are in too many good passwords. */
const MIN_LENGTH = 3;

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/**
 * Throws a BadRequestError when a password contains the account's username, the name in its email
 * address or the name of the site: these are the first guesses.
 */
export function requireNoOwnNames(
  password: string,
  { username, email }: { username: string; email: string },
): void {
  const folded = fold(password);
  const contains = (name: string) => name.length >= MIN_LENGTH && folded.includes(fold(name));
  // What follows a plus sign only sorts the mail.
  const [mailName = ''] = email.split(/[@+]/);
  const brand = [site.name, site.name.replace(/\s+/g, '')];
  if (contains(username)) throw refused('the username');
  if (contains(mailName)) throw refused('the name in the email address');
  if (brand.some(contains)) throw refused('the name of this site');
}

function refused(what: string): BadRequestError {
  return new BadRequestError(`Password must not contain ${what}. Please choose another.`);
}
