import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
/** Without characters that look alike: 32 of them, so each has 5 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789';
/** 120 bits, so that a fast hash is enough. */
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;

/** Returns new codes such as `k7ra-…`, and what the database keeps of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: COUNT }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
    return characters.join('').replace(GROUP, '$&-');
  });
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** Letter case, spaces and hyphens don't matter. */
export function hashRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}
