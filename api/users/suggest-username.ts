import { randomInt } from 'node:crypto';
import { transliterate } from 'transliteration';
import type { Db } from '../../db/client.ts';
import { findUserByUsername } from '../../db/queries/users.ts';
import { siteName } from '../site/read-site.ts';
import { isReserved, MAX_USERNAME_LENGTH, newUsername } from './rules.ts';
import { freeUsername } from './uniqueness.ts';

/** Without similar-looking characters. */
const USERNAME_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 6;
/** Longer names are truncated. */
const MAX_NAME_INPUT = 200;

/** Returns a free username that doesn't identify the person, such as `reader-x7k2m9`. */
export async function neutralUsername(db: Db): Promise<string> {
  for (;;) {
    let username = 'reader-';
    for (let n = 0; n < RANDOM_LENGTH; n++) {
      username += USERNAME_ALPHABET[randomInt(USERNAME_ALPHABET.length)];
    }
    if (!(await findUserByUsername(db, username))) return username;
  }
}

/**
 * Returns a free username based on a person's name: "Zoë O'Brien" becomes `zoe-obrien`. Returns
 * `undefined` when the name has no usable characters or is reserved.
 */
export async function suggestUsername(db: Db, name: string): Promise<string | undefined> {
  const base = transliterate(name.slice(0, MAX_NAME_INPUT).normalize('NFKC'))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9_.-]+/g, '-')
    .slice(0, MAX_USERNAME_LENGTH)
    .replace(/^[-_.]+|[-_.]+$/g, '');
  if (!newUsername.safeParse(base).success) return undefined;
  if (isReserved(base, await siteName(db))) return undefined;
  return await freeUsername(db, base);
}
