import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';

const SHORTEST = 8;
const LONGEST = 128;

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const CURRENT = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`;

/** Version 19; memory in KiB, passes, lanes, salt and digest. No other number or encoding is read. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,7})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,86})$/;
/**
 * What a hash from elsewhere may cost: as much as the defaults of PHP (64 MiB, 4 passes) and of Python's
 * argon2-cffi (4 lanes). One of 4 GiB would stop the process at every sign-in.
 */
const MAX_MEMORY_KIB = 65_536;
const MAX_WORK_KIB = 4 * MAX_MEMORY_KIB;
const MAX_LANES = 4;

/** The hash, of the current kind, of 32 random bytes that nobody has kept. */
const NOBODYS_HASH = `${CURRENT}Ctk0mXkzj1lLu4sI757plw$dO6oslf+urmEGcXWycUgnftdOsfR3RRsap4gBhdYvQo`;

/** An imported hash: version, cost, salt and digest. */
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const NOBODYS_BCRYPT = 'bLtqSZjqXGDYLOo2kVsRxuyr0dLMqRyEJb6CDeEk7nVn7gVbmSXZC';

/**
 * The rules of a new password: 8 to 128 characters (as people count them: an emoji is one), any character,
 * not one of the most common. Never trimmed: a space at its end belongs to it.
 */
export const newPassword = z.string('Password must be text.').superRefine((password, context) => {
  const length = [...password.normalize('NFC')].length;
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  if (length < SHORTEST) refuse(`Password must have at least ${SHORTEST} characters.`);
  else if (length > LONGEST) refuse(`Password must have at most ${LONGEST} characters.`);
  else if (isCommonPassword(password)) {
    refuse('This password is one of the most common ones. Please choose another.');
  }
});

/**
 * The bytes that are hashed. Keyboards differ in how they compose "é": NFC makes them one. NFKC would go
 * further and take different characters ("①" and "1") for the same, so it is not used.
 */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}

/** Gives what the database keeps of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(bytesOf(password), {
    // The constant is a `const enum` of a declaration file, which type stripping cannot read.
    algorithm: 2 satisfies Algorithm.Argon2id,
    memoryCost: MEMORY_KIB,
    timeCost: PASSES,
    parallelism: LANES,
  });
}

/**
 * Is `password` the one behind `stored`? Without a stored hash (no such account, or one that only signs in
 * with Google) a hash is verified all the same and the answer is no: both take the same time.
 * `bcryptCost` is the cost of the imported bcrypt hashes that are left, if any: while there are, every
 * account takes the time of both kinds, so that time does not tell which accounts exist.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  bcryptCost?: number,
): Promise<boolean> {
  const isBcrypt = stored !== null && bcryptCostOf(stored) !== undefined;
  const isArgon2 = stored !== null && isUsableArgon2(stored);
  const right = (await verify(isArgon2 ? stored : NOBODYS_HASH, bytesOf(password))) && isArgon2;
  if (!isBcrypt && bcryptCost === undefined) return right;
  const cost = String(bcryptCost ?? 10).padStart(2, '0');
  // bcrypt hashes were made of the bytes as they were typed, of which it reads the first 72.
  const bcryptRight = await verifyBcrypt(
    password,
    isBcrypt ? stored : `$2b$${cost}$${NOBODYS_BCRYPT}`,
  );
  return isBcrypt ? bcryptRight : right;
}

/** Is this an argon2id hash that can be read, at a cost that the process can afford? */
export function isUsableArgon2(stored: string): boolean {
  const [, m, t, p, salt = '', digest = ''] = ARGON2ID.exec(stored) ?? [];
  const memory = Number(m);
  const lanes = Number(p);
  return (
    memory <= MAX_MEMORY_KIB &&
    memory * Number(t) <= MAX_WORK_KIB &&
    lanes <= MAX_LANES &&
    memory >= 8 * lanes &&
    isCanonical(salt) &&
    isCanonical(digest)
  );
}

/** Base64 without padding and without stray bits: all that the library decodes. */
function isCanonical(base64: string): boolean {
  return Buffer.from(base64, 'base64').toString('base64').replace(/=+$/, '') === base64;
}

/** The cost of a bcrypt hash; undefined for every other kind. */
export function bcryptCostOf(stored: string): number | undefined {
  const cost = BCRYPT.exec(stored)?.[1];
  return cost === undefined ? undefined : Number(cost);
}

/** Was this hash made by other rules than today's? Then a right password is hashed anew. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}
