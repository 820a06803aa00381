import { createHash } from 'node:crypto';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Services } from '../services.ts';
import { createLimiter, DatabaseLimiter, LONGEST_BLOCK, tooMany } from './limiter.ts';

const DAY = 24 * 60 * 60;
const WHAT = 'Too many failed sign-ins';

/** One attempt to sign in that has been let through; report how it ended. */
export interface Attempt {
  succeeded(): Promise<void>;
  failed(): Promise<void>;
  /** Neither: something else went wrong. */
  abandoned(): Promise<void>;
}

export interface SignInAttempts {
  /** Throws a TooManyRequestsError when this address must wait; counts nothing. */
  check(email: string, address: string): Promise<void>;
  /**
   * Counts the attempt as failed before the password is looked at, so that a burst cannot slip through,
   * and gives the means to take that back. Throws a TooManyRequestsError.
   */
  begin(email: string, address: string): Promise<Attempt>;
}

/**
 * The limits of failed sign-ins: per account and address, per address, and per account from anywhere. The
 * last does not hold off an address without failures: an attacker with many addresses must not be able to
 * keep the owner out. Held off again within a day, one waits twice as long each time, up to an hour.
 */
export function createSignInAttempts(services: Services): SignInAttempts {
  const pair = createLimiter(services, 'signInAccountAddress');
  const address = createLimiter(services, 'signInAddress');
  const account = createLimiter(services, 'signInAccount');
  const strikes = new DatabaseLimiter(services, 'signInStrikes', {
    points: Number.MAX_SAFE_INTEGER,
    duration: DAY,
  });

  /** `own` is how many points of the counters this attempt itself has taken. */
  function refuse(
    states: Record<'pair' | 'address' | 'account', RateLimiterRes | null>,
    own: 0 | 1,
  ): void {
    const taken = (state: RateLimiterRes | null) => (state?.consumedPoints ?? 0) - own;
    const wait = (state: RateLimiterRes | null) => state?.msBeforeNext ?? 0;
    if (taken(states.pair) >= pair.points) throw tooMany(WHAT, wait(states.pair));
    if (taken(states.address) >= address.points) throw tooMany(WHAT, wait(states.address));
    const clean = taken(states.pair) <= 0 && taken(states.address) <= 0;
    if (taken(states.account) >= account.points && !clean) {
      const untilClean = Math.max(wait(states.pair), wait(states.address));
      throw tooMany(WHAT, Math.min(wait(states.account), untilClean));
    }
  }

  /** After the failure that used up a counter: the second time and later, the wait is longer. */
  async function strike(limiter: DatabaseLimiter, key: string, state: RateLimiterRes) {
    if (state.consumedPoints < limiter.points) return;
    const { consumedPoints: times } = await strikes.penalty(`${limiter.keyPrefix}:${key}`);
    const seconds = Math.min(limiter.duration * 2 ** (times - 1), LONGEST_BLOCK);
    if (times > 1 && seconds * 1000 > state.msBeforeNext) await limiter.block(key, seconds);
  }

  return {
    async check(email, from) {
      const keys = keysOf(email, from);
      const [ofPair, ofAddress, ofAccount] = await Promise.all([
        pair.get(keys.pair),
        address.get(keys.address),
        account.get(keys.account),
      ]);
      refuse({ pair: ofPair, address: ofAddress, account: ofAccount }, 0);
    },

    async begin(email, from) {
      const keys = keysOf(email, from);
      const states = {
        pair: await pair.penalty(keys.pair),
        address: await address.penalty(keys.address),
        account: await account.penalty(keys.account),
      };
      const giveBack = async () => {
        await address.reward(keys.address);
        await account.reward(keys.account);
      };
      try {
        refuse(states, 1);
      } catch (error) {
        await pair.reward(keys.pair);
        await giveBack();
        throw error;
      }
      return {
        async succeeded() {
          await pair.delete(keys.pair);
          await strikes.delete(`${pair.keyPrefix}:${keys.pair}`);
          await giveBack();
        },
        async failed() {
          await strike(pair, keys.pair, states.pair);
          await strike(address, keys.address, states.address);
        },
        async abandoned() {
          await pair.reward(keys.pair);
          await giveBack();
        },
      };
    },
  };
}

/** E-mails are hashed: whatever people type into the form has no place in a table of counters. */
function keysOf(email: string, address: string) {
  const account = createHash('sha256').update(email).digest('base64url').slice(0, 22);
  return { pair: `${account}:${address}`, address, account };
}
