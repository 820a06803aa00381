import { createHmac, randomBytes } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { getSetting, insertSetting } from '../../db/queries/settings.ts';
import { CheckRequiredError } from '../errors.ts';
import { createLimiter, Limiter, takePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';

// Puzzles that a browser solves before a sign-up or a message to the owner. They make automated
// ones expensive, and need no other service.

/** One try takes about 2 ms, so a puzzle takes 1 to 3 seconds, a little longer on a phone. */
const COST = 5_000;
const MIN_TRIES = 500;
const MAX_TRIES = 1_500;
/** From the challenge until its solution is used. */
const LIFETIME_SECONDS = 10 * 60;
const SECRET = 'sign-up:secret';

/** A puzzle in the format of ALTCHA 2. All values are signed, and bytes are in hex. */
const challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string().max(100),
    salt: z.string().max(100),
    /** Iterations of PBKDF2 for one try. */
    cost: z.number(),
    keyLength: z.number(),
    /** Prefix of the key to find. */
    keyPrefix: z.string().max(100),
    keySignature: z.string().max(100),
    expiresAt: z.number(),
  }),
  signature: z.string().max(100),
});

/** The browser's solution. altcha-lib checks it. */
export const solvedChallenge = z.object(
  {
    challenge,
    solution: z.object({ counter: z.number(), derivedKey: z.string().max(100) }),
  },
  'This check is not valid.',
);

export type SolvedChallenge = z.output<typeof solvedChallenge>;

/** Returns a puzzle. Its solution is below `maxTries`. `address` is the client's. */
export async function createPuzzle(services: Services, address: string) {
  const { database, now } = services;
  const limiter = createLimiter(services, 'signUpChallenge');
  await takePoint(limiter, address, 'Too many checks from your IP address');
  const secret = await database.transaction((tx) => readSecret(tx));
  const created = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MAX_TRIES, MIN_TRIES),
    deriveKey,
    expiresAt: Math.floor(now().getTime() / 1000) + LIFETIME_SECONDS,
    ...secretsOf(secret),
  });
  return { challenge: challenge.parse(created), maxTries: MAX_TRIES };
}

/**
 * Uses up a solution. Throws a CheckRequiredError with `message` if it's missing, wrong, expired,
 * used before, or from another site.
 */
export async function redeemSolution(
  services: Pick<Services, 'database' | 'now'>,
  solved: SolvedChallenge | undefined,
  message: string,
): Promise<void> {
  if (solved === undefined) throw new CheckRequiredError(message);
  const { database, now } = services;
  const secret = await getSetting(database.read, SECRET);
  const isExpired = solved.challenge.parameters.expiresAt * 1000 <= now().getTime();
  if (secret === undefined || isExpired) throw new CheckRequiredError(message);
  const { verified } = await verifySolution({ ...solved, deriveKey, ...secretsOf(secret) });
  if (!verified) throw new CheckRequiredError(message);
  // Each solution is a counter with one point, which outlasts its challenge.
  const uses = new Limiter(services, 'signUpSolution', { points: 1, duration: LIFETIME_SECONDS });
  const { signature } = solved.challenge;
  const { points } = await database.transaction((tx) => uses.add(tx, signature));
  if (points > uses.limit.points) throw new CheckRequiredError(message);
}

/** All nodes sign with the same secret, created by the first one. */
async function readSecret(tx: Db): Promise<string> {
  const known = await getSetting(tx, SECRET);
  if (known !== undefined) return known;
  await insertSetting(tx, SECRET, randomBytes(32).toString('base64url'));
  return (await getSetting(tx, SECRET)) ?? '';
}

function secretsOf(secret: string) {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(purpose).digest('base64url');
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') };
}
