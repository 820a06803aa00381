import type { Answer, Body } from './api-types.ts';

/** The contact form gets the same kind. */
type Puzzle = Answer<'POST /api/auth/signup-challenge'>;

/** Sent when a call is repeated because the server answered `check_required`. */
export type SolvedChallenge = NonNullable<Body<'POST /api/auth/signup'>['check']>;

/** Tries that run at once: the browser computes them in threads of its own. */
const BATCH = 8;

/**
 * Solves a puzzle: looks for the number whose key starts with a given prefix. Takes seconds and
 * doesn't block the page. Calls `onProgress` with the fraction of the work that's done, from 0 to
 * 1. Throws an Error if the page has no access to cryptography (no https), or if there's no
 * solution.
 */
export async function solveChallenge(
  { challenge, maxTries }: Puzzle,
  onProgress: (part: number) => void,
): Promise<SolvedChallenge> {
  if (!globalThis.crypto.subtle) {
    throw new Error('This form needs a check that only works over a secure connection (https).');
  }
  for (let first = 0; first <= maxTries; first += BATCH) {
    const counters = Array.from({ length: BATCH }, (_, n) => first + n);
    const keys = await Promise.all(counters.map((counter) => deriveKey(challenge, counter)));
    const index = keys.findIndex((key) => key.startsWith(challenge.parameters.keyPrefix));
    const derivedKey = keys[index];
    if (derivedKey !== undefined) {
      return { challenge, solution: { counter: first + index, derivedKey } };
    }
    onProgress(first / maxTries);
  }
  throw new Error('The check failed. Please try again.');
}

/** PBKDF2 of nonce and counter, in hex. */
async function deriveKey({ parameters }: Puzzle['challenge'], counter: number): Promise<string> {
  const { subtle } = globalThis.crypto;
  const nonce = fromHex(parameters.nonce);
  const password = new Uint8Array(nonce.length + 4);
  password.set(nonce);
  new DataView(password.buffer).setUint32(nonce.length, counter);
  const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const bits = await subtle.deriveBits(
    {
      name: 'PBKDF2',
      hash: 'SHA-256',
      salt: fromHex(parameters.salt),
      iterations: parameters.cost,
    },
    key,
    parameters.keyLength * 8,
  );
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
