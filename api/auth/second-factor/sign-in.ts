import type { Db } from '../../../db/client.ts';
import { recordAudit } from '../../../db/queries/audit.ts';
import {
  countChallengeTry,
  deleteChallenge,
  findChallenge,
  lockChallenge,
} from '../../../db/queries/challenges.ts';
import { hasTotp, needsPasskey } from '../../../db/queries/second-factor.ts';
import { findUserById, lockUser, type UserRow } from '../../../db/queries/users.ts';
import { findKnownDevice } from '../../access/devices.ts';
import { passkeyHost } from '../../contract/passkeys.ts';
import type { Env } from '../../env.ts';
import {
  type ApiError,
  PasskeyRequiredError,
  SecondFactorError,
  UnauthorizedError,
} from '../../errors.ts';
import { createLimiter, tooMany } from '../../ratelimit/limiter.ts';
import type { Services } from '../../services.ts';
import { issueChallenge } from '../challenge.ts';
import { type Browser, type SessionCookies, startSession } from '../start-session.ts';
import { spendCode } from './check-code.ts';

const KIND = 'second-factor';
/** Wrong codes per sign-in. After that, the password is needed again. */
const MAX_TRIES = 5;

/** Returns the second factor that a sign-in by password or provider also needs, if any. */
export async function findSecondFactor(
  db: Db,
  { siteUrl }: Pick<Env, 'siteUrl'>,
  userId: string,
): Promise<'code' | 'passkey' | undefined> {
  if (await hasTotp(db, userId)) return 'code';
  // Where browsers don't offer passkeys, requiring one would lock out the user.
  if (passkeyHost(siteUrl) === undefined) return undefined;
  return (await needsPasskey(db, userId)) ? 'passkey' : undefined;
}

/**
 * Starts a session, or returns an error that asks for the account's second factor. The cookie of a
 * SecondFactorError lets this browser enter the code. Throw the error after the transaction, which
 * stores the challenge.
 */
export async function startSessionOrAsk(
  tx: Db,
  services: Services,
  userId: string,
  browser: Browser,
): Promise<SessionCookies | SecondFactorError | PasskeyRequiredError> {
  const factor = await findSecondFactor(tx, services.env, userId);
  if (factor === undefined) return await startSession(tx, services, userId, browser);
  if (factor === 'passkey') return new PasskeyRequiredError();
  const challenge = { kind: KIND, userId, challenge: '' } as const;
  return new SecondFactorError(await issueChallenge(tx, services, challenge));
}

const expired = (message = 'Your sign-in took too long. Please sign in again.') =>
  new UnauthorizedError(message, 'sign_in_expired');

interface Claim {
  /** From the challenge's cookie. */
  idHash: string | undefined;
  code: string;
}

/**
 * Completes a sign-in with a code from an authenticator app or a recovery code. Wrong codes are
 * limited per sign-in and per account. A browser that signed in before has its own limit, so an
 * attacker who knows the password can't lock out the owner.
 */
export async function finishSignIn(
  services: Services,
  { idHash, code }: Claim,
  browser: Browser,
): Promise<{ user: UserRow; cookies: SessionCookies }> {
  const { database, now } = services;
  if (idHash === undefined) throw expired();
  const asked = await findChallenge(database.read, idHash, KIND, now());
  const owner = asked?.userId && (await findUserById(database.read, asked.userId));
  if (!owner) throw expired();
  const device = await findKnownDevice(services, browser.client.deviceId, owner.email);
  const key = device === undefined ? owner.id : `${owner.id}:${device.slice(0, 22)}`;

  // Return errors instead of throwing them: a throw would roll back the count.
  const result = await database.transaction(async (tx) => {
    // Lock the user first, as in every write: a different order would deadlock.
    const user = await lockUser(tx, owner.id);
    const challenge = await lockChallenge(tx, idHash, KIND, now());
    if (!user || challenge?.userId !== user.id) return expired();
    const refusal = await countAttempt(tx, services, key);
    if (refusal) return refusal;
    const outcome = await spendCode(tx, { userId: user.id, code, now: now() });
    if (outcome === 'wrong' || outcome === 'used') {
      return await refuse(tx, { idHash, tries: challenge.tries + 1, outcome });
    }
    await resetAttempts(tx, services, key);
    await deleteChallenge(tx, idHash);
    if (outcome === 'recovery-code') await recordRecovery(tx, services, user, browser);
    return { user, cookies: await startSession(tx, services, user.id, browser) };
  });
  if ('cookies' in result) return result;
  browser.client.report('signin.failure', { userId: owner.id });
  throw result;
}

async function refuse(
  tx: Db,
  { idHash, tries, outcome }: { idHash: string; tries: number; outcome: 'wrong' | 'used' },
): Promise<ApiError> {
  if (tries >= MAX_TRIES) {
    await deleteChallenge(tx, idHash);
    return expired('Too many wrong codes. Please sign in again.');
  }
  await countChallengeTry(tx, idHash);
  const message =
    outcome === 'used'
      ? 'This code was used before. Please wait for the next one.'
      : 'This code is wrong. Please try again.';
  return new UnauthorizedError(message, 'bad_code');
}

const limitersOf = (services: Services) => [
  createLimiter(services, 'secondFactor'),
  createLimiter(services, 'secondFactorDay'),
];

/**
 * Takes a rate-limit point before the code is checked, so a burst can't get past the limit. Returns
 * an error if no point is left.
 */
export async function countAttempt(
  tx: Db,
  services: Services,
  key: string,
): Promise<ApiError | undefined> {
  for (const limiter of limitersOf(services)) {
    const { points, msLeft } = await limiter.add(tx, key);
    if (points > limiter.limit.points) return tooMany('Too many wrong codes', msLeft);
  }
  return undefined;
}

export async function resetAttempts(tx: Db, services: Services, key: string): Promise<void> {
  for (const limiter of limitersOf(services)) await limiter.reset(tx, key);
}

async function recordRecovery(
  tx: Db,
  { now }: Services,
  { id }: UserRow,
  { client }: Browser,
): Promise<void> {
  const details = { change: 'recovery-code-used' };
  const entry = { actor: id, action: 'user.second-factor', subject: id, details } as const;
  await recordAudit(tx, { ...entry, address: client.address, at: now() });
}
