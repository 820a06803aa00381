import { createHash } from 'node:crypto';

/**
 * A Bloom filter: it recognizes every added password, and one in 5 million others by mistake. The
 * file has only the bits, so it reveals no password.
 */
const HASHES = 22;
const BITS_PER_PASSWORD = 32;

/** Returns the bits of a filter with these lowercase passwords. */
export function buildFilter(passwords: ReadonlySet<string>): Uint8Array {
  const bits = new Uint8Array(Math.ceil((passwords.size * BITS_PER_PASSWORD) / 8));
  for (const password of passwords) {
    for (const position of positions(password, bits)) {
      bits[position >> 3] = (bits[position >> 3] ?? 0) | (1 << (position & 7));
    }
  }
  return bits;
}

/** Returns whether a lowercase password was probably added. */
export function isInFilter(bits: Uint8Array, password: string): boolean {
  return positions(password, bits).every(
    (position) => ((bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0,
  );
}

/** Two halves of one hash replace any number of hash functions (Kirsch and Mitzenmacher). */
function positions(password: string, { length }: Uint8Array): number[] {
  const digest = createHash('sha256').update(password).digest();
  const first = digest.readUIntBE(0, 6);
  const step = digest.readUIntBE(6, 6);
  return Array.from({ length: HASHES }, (_, n) => (first + n * step) % (length * 8));
}
