import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
/** 32 characters that don't look alike: 5 bits each. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789';
/** 120 bits, so a fast hash is enough. */
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;

/** Returns new codes such as `k7ra-…`, and the hashes to store. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: COUNT }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
    return characters.join('').replace(GROUP, '$&-');
  });
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** Ignores letter case, spaces and hyphens. */
export function hashRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}
