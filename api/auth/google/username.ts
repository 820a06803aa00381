import { randomInt } from 'node:crypto';
import { transliterate } from 'transliteration';
import type { Db } from '../../../db/client.ts';
import { findUserByUsername } from '../../../db/queries/users.ts';
import { chosenUsername } from '../../users/rules.ts';

const LONGEST = 30;
/** Numbers are tried in order up to here; a popular name then gets a random one. */
const NUMBERED_UP_TO = 9;
/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 6;

/** "Zoë O'Brien" becomes `zoe-obrien`: at most 30 of what usernames may have. */
function usernameFrom(name: string): string {
  return transliterate(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9_.-]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[-_.]+|[-_.]+$/g, '');
}

/** A username that says nothing about the person and that nobody has: `reader-x7k2m9`. */
export async function neutralUsername(tx: Db): Promise<string> {
  for (;;) {
    const random = Array.from(
      { length: RANDOM_LENGTH },
      () => ALPHABET[randomInt(ALPHABET.length)],
    );
    const candidate = `reader-${random.join('')}`;
    if (!(await findUserByUsername(tx, candidate))) return candidate;
  }
}

/**
 * Suggests a username made from a person's name that nobody has in any letter case: `name`, `name-2`,
 * …, `name-483920`. Undefined when nothing usable is left of the name, or it must not be a username.
 */
export async function suggestUsername(tx: Db, name: string): Promise<string | undefined> {
  const base = usernameFrom(name);
  if (!chosenUsername.safeParse(base).success) return undefined;
  for (let n = 1; ; n++) {
    const number = n <= NUMBERED_UP_TO ? n : randomInt(100_000, 1_000_000);
    const suffix = n === 1 ? '' : `-${number}`;
    const candidate = base.slice(0, LONGEST - suffix.length) + suffix;
    if (!(await findUserByUsername(tx, candidate))) return candidate;
  }
}
