import { createHash, randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import type { Db } from '../../db/client.ts';
import { type ChallengeKind, insertChallenge } from '../../db/queries/challenges.ts';
import type { Services } from '../services.ts';

export const CHALLENGE_SECONDS = 5 * 60;

const SECRET = /^[\w-]{43}$/;

/** The database stores only hashes, so a stolen copy can't be used to answer a challenge. */
export function hashChallengeSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Stores a challenge for this browser. Returns the `Set-Cookie` value. Only this browser can
 * answer, once, within five minutes.
 */
export async function issueChallenge(
  tx: Db,
  { env, now }: Pick<Services, 'env' | 'now'>,
  challenge: { kind: ChallengeKind; userId: string | null; challenge: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const createdAt = now();
  await insertChallenge(tx, {
    ...challenge,
    idHash: hashChallengeSecret(secret),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + CHALLENGE_SECONDS * 1000),
  });
  return challengeCookie(env.siteUrl, challenge.kind, secret, CHALLENGE_SECONDS);
}

/** Returns the `Set-Cookie` value that deletes the cookie. */
export function blankChallengeCookie(siteUrl: string, kind: ChallengeKind): string {
  return challengeCookie(siteUrl, kind, '', 0);
}

function challengeCookie(siteUrl: string, kind: ChallengeKind, value: string, maxAge: number) {
  return serialize(cookieName(siteUrl, kind), value, {
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: siteUrl.startsWith('https:'),
  });
}

/** One per kind, so another tab doesn't overwrite it. */
function cookieName(siteUrl: string, kind: ChallengeKind): string {
  const name = `inkwell_${kind.replaceAll('-', '_')}`;
  return siteUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** Returns the hash of the secret in a `Cookie` header, or `undefined`. */
export function readChallengeHash(
  siteUrl: string,
  kind: ChallengeKind,
  cookieHeader: string | undefined,
): string | undefined {
  const name = cookieName(siteUrl, kind);
  const secret = cookieHeader && parse(cookieHeader, name)[name];
  return secret && SECRET.test(secret) ? hashChallengeSecret(secret) : undefined;
}
