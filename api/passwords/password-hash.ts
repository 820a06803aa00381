import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const CURRENT = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`;

/** Version 19, with memory in KiB, passes, lanes, salt and digest. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,7})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,86})$/;
/**
 * The maximum cost of an imported hash: the defaults of PHP (64 MiB, 4 passes) and of Python's
 * argon2-cffi (4 lanes). A hash of 4 GiB would stall the process at every sign-in.
 */
const MAX_MEMORY_KIB = 65_536;
const MAX_WORK_KIB = 4 * MAX_MEMORY_KIB;
const MAX_LANES = 4;

/** The current kind of hash, of 32 random bytes that were discarded. */
const DUMMY_HASH = `${CURRENT}Ctk0mXkzj1lLu4sI757plw$dO6oslf+urmEGcXWycUgnftdOsfR3RRsap4gBhdYvQo`;

/** An imported hash: version, cost, salt and digest. */
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const DUMMY_BCRYPT = 'bLtqSZjqXGDYLOo2kVsRxuyr0dLMqRyEJb6CDeEk7nVn7gVbmSXZC';

/** New passwords are shorter. Normalizing a long text with out-of-order accents takes seconds. */
const MAX_NORMALIZED_LENGTH = 1_024;

/**
 * Returns the bytes to hash. Keyboards compose "é" in different ways; NFC makes them equal. Not
 * NFKC, which would also make "①" equal to "1".
 */
function bytesOf(password: string): Buffer {
  const isLong = password.length > MAX_NORMALIZED_LENGTH;
  return Buffer.from(isLong ? password : password.normalize('NFC'), 'utf8');
}

export function hashPassword(password: string): Promise<string> {
  return hash(bytesOf(password), {
    // Type stripping can't read the constant: it's a `const enum` in a declaration file.
    algorithm: 2 satisfies Algorithm.Argon2id,
    memoryCost: MEMORY_KIB,
    timeCost: PASSES,
    parallelism: LANES,
  });
}

/**
 * Returns whether `stored` is the hash of `password`. Always takes the same time, so timing doesn't
 * reveal which accounts exist: without a stored hash (no such account, or one that only signs in
 * with Google), it verifies a dummy hash, and while imported bcrypt hashes remain, it verifies both
 * kinds. `bcryptCost` is the cost of the remaining bcrypt hashes, if any.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  bcryptCost?: number,
): Promise<boolean> {
  const isBcrypt = stored !== null && bcryptCostOf(stored) !== undefined;
  const isArgon2 = stored !== null && isUsableArgon2(stored);
  const argonRight = (await verify(isArgon2 ? stored : DUMMY_HASH, bytesOf(password))) && isArgon2;
  if (!isBcrypt && bcryptCost === undefined) return argonRight;
  const cost = String(bcryptCost ?? 10).padStart(2, '0');
  // bcrypt hashes aren't of NFC text, and bcrypt reads only the first 72 bytes.
  const bcryptRight = await verifyBcrypt(
    password,
    isBcrypt ? stored : `$2b$${cost}$${DUMMY_BCRYPT}`,
  );
  return isBcrypt ? bcryptRight : argonRight;
}

/** Returns whether this is a readable argon2id hash with an affordable cost. */
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

/**
 * Returns whether it's base64 without padding and stray bits, the only kind that the library
 * decodes.
 */
function isCanonical(base64: string): boolean {
  return Buffer.from(base64, 'base64').toString('base64').replace(/=+$/, '') === base64;
}

/** Returns the cost of a bcrypt hash, or `undefined` for other kinds. */
export function bcryptCostOf(stored: string): number | undefined {
  const cost = BCRYPT.exec(stored)?.[1];
  return cost === undefined ? undefined : Number(cost);
}

/** Returns whether a hash has an outdated kind or cost. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}
