import { randomInt } from 'node:crypto';
import { transliterate } from 'transliteration';
import type { Db } from '../../../db/client.ts';
import { findUserByUsername } from '../../../db/queries/users.ts';

const SHORTEST = 3;
const LONGEST = 30;
/** For names of which nothing usable is left. Never the e-mail: usernames are public. */
const NAMELESS = 'reader';
/** Numbers are tried in order up to here; a popular name then gets a random one. */
const NUMBERED_UP_TO = 9;

/** "Zoë O'Brien" becomes `zoe-obrien`: 3 to 30 of what usernames may have. */
function usernameFrom(name: string): string {
  const username = transliterate(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9_.-]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[-_.]+|[-_.]+$/g, '');
  return username.length < SHORTEST ? NAMELESS : username;
}

/** A username made from `name` that nobody has in any letter case: `name`, `name-2`, …, `name-483920`. */
export async function freeUsername(tx: Db, name: string): Promise<string> {
  const base = usernameFrom(name);
  for (let n = 1; ; n++) {
    const number = n <= NUMBERED_UP_TO ? n : randomInt(100_000, 1_000_000);
    const suffix = n === 1 ? '' : `-${number}`;
    const candidate = base.slice(0, LONGEST - suffix.length) + suffix;
    if (!(await findUserByUsername(tx, candidate))) return candidate;
  }
}
