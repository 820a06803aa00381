import { countUsers } from '../../db/queries/users.ts';
import { redeemSolution, type SolvedChallenge } from '../puzzles/puzzle.ts';
import { createLimiter } from '../ratelimit/limiter.ts';
import type { Limit } from '../ratelimit/limits.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

/** Number of addresses that may reach their sign-up limit before every sign-up needs a puzzle. */
const ADDRESSES = 5;

/**
 * Uses up the solution of a sign-up, if sign-ups need one. Throws a CheckRequiredError without a
 * valid one.
 */
export async function requireSolvedChallenge(
  services: Services,
  solved: SolvedChallenge | undefined,
): Promise<void> {
  if (!(await isCheckNeeded(services))) return;
  const message = 'Please complete a quick check to create an account.';
  await redeemSolution(services, solved, message);
}

/**
 * Returns whether sign-ups need a puzzle: by the owner's setting, or after too many in the last
 * hour.
 */
async function isCheckNeeded(services: Services): Promise<boolean> {
  const { database, now } = services;
  const { signUpCheck } = await readOwnerSettings(database.read);
  if (signUpCheck === 'always') return true;
  const { points, duration } = uncheckedLimit(services);
  const since = new Date(now().getTime() - duration * 1000);
  return (await countUsers(database.read, {}, since)) >= points;
}

/**
 * Owners who expect many sign-ups from one address, such as a school, only need to raise `signUp`.
 */
function uncheckedLimit(services: Pick<Services, 'database' | 'env' | 'limits' | 'now'>): Limit {
  const own = services.limits?.signUpUnchecked ?? services.env.rateLimits.signUpUnchecked;
  if (own) return own;
  const { points, duration } = createLimiter(services, 'signUp').limit;
  return { points: points * ADDRESSES, duration };
}
