import { createHash } from 'node:crypto';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../../db/client.ts';
import type { TooManyRequestsError } from '../errors.ts';
import { widerNetworks } from '../network.ts';
import type { Services } from '../services.ts';
import { createLimiter, DatabaseLimiter, LONGEST_BLOCK, tooMany } from './limiter.ts';

const DAY = 24 * 60 * 60;
const WHAT = 'Too many failed sign-ins';

/** Where an attempt comes from, and which account it is for. */
export interface AttemptSource {
  /** In lower case. */
  email: string;
  address: string;
  /**
   * A browser that has signed in to this account before: the hash of its device or session id. It has
   * a budget of its own, and the failures of others never count against it.
   */
  browser: string | undefined;
}

/** One attempt to sign in that has been let through; report how it ended. */
export interface Attempt {
  succeeded(): Promise<void>;
  failed(): Promise<void>;
  /** Neither: something else went wrong. */
  abandoned(): Promise<void>;
}

export interface SignInAttempts {
  /** Throws a TooManyRequestsError when this browser or address must wait; counts nothing. */
  check(source: AttemptSource): Promise<void>;
  /**
   * Counts the attempt as failed before the password is looked at, so that a burst cannot slip through,
   * and gives the means to take that back. Throws a TooManyRequestsError.
   */
  begin(source: AttemptSource): Promise<Attempt>;
}

/** A counter that an attempt goes into. */
interface Counter {
  limiter: DatabaseLimiter;
  key: string;
  /** Used up, it refuses the attempt. Otherwise the attempt is only counted. */
  decides: boolean;
  /** Belongs to this account and this client alone: a right password clears it. */
  own: boolean;
  /** Used up again within a day, the wait doubles each time, up to an hour. */
  growing: boolean;
}

/**
 * The limits of failed sign-ins. Browsers unknown to the account: per account and address, per address,
 * per /56 and /48 of IPv6, and per account from all of them together. The last is what stops a botnet; it
 * would also lock the owner out, if browsers that have signed in before did not have their own budget.
 */
export function createSignInAttempts(services: Services): SignInAttempts {
  const { database } = services;
  const device = createLimiter(services, 'signInDevice');
  const pair = createLimiter(services, 'signInAccountAddress');
  const address = createLimiter(services, 'signInAddress');
  const wider = [
    createLimiter(services, 'signInNetwork56'),
    createLimiter(services, 'signInNetwork48'),
  ];
  const account = createLimiter(services, 'signInAccount');
  const strikes = new DatabaseLimiter(services, 'signInStrikes', {
    points: Number.MAX_SAFE_INTEGER,
    duration: DAY,
  });

  function countersOf({ email, address: from, browser }: AttemptSource): Counter[] {
    const id = accountKey(email);
    const decides = browser === undefined;
    const shared = { decides, own: false, growing: false };
    const networks = widerNetworks(from);
    const counters = [
      { limiter: pair, key: `${id}:${from}`, decides, own: true, growing: decides },
      { limiter: address, key: from, ...shared, growing: decides },
      ...wider.flatMap((limiter, at) => {
        const key = networks[at];
        return key === undefined ? [] : [{ limiter, key, ...shared }];
      }),
    ];
    if (browser === undefined) return [...counters, { limiter: account, key: id, ...shared }];
    const key = `${id}:${browser.slice(0, 22)}`;
    return [...counters, { limiter: device, key, decides: true, own: true, growing: true }];
  }

  /** After the failure that used up a counter: the second time and later, the wait is longer. */
  async function strike(tx: Db, { limiter, key }: Counter, state: RateLimiterRes) {
    const strikeKey = `${limiter.keyPrefix}:${key}`;
    const { consumedPoints: times } = await strikes.within(tx).penalty(strikeKey);
    const seconds = Math.min(limiter.duration * 2 ** (times - 1), LONGEST_BLOCK);
    if (times > 1 && seconds * 1000 > state.msBeforeNext)
      await limiter.within(tx).block(key, seconds);
  }

  return {
    async check(source) {
      const counters = countersOf(source).filter(({ decides }) => decides);
      const states = await Promise.all(counters.map(({ limiter, key }) => limiter.get(key)));
      const refusal = refusalOf(counters, states);
      if (refusal) throw refusal;
    },

    async begin(source) {
      const counters = countersOf(source);
      const deciding = counters.filter(({ decides }) => decides);
      const states = await database.transaction(async (tx) => {
        const before: (RateLimiterRes | null)[] = [];
        for (const { limiter, key } of deciding) before.push(await limiter.within(tx).get(key));
        const refusal = refusalOf(deciding, before);
        if (refusal) throw refusal;
        const after = new Map<Counter, RateLimiterRes>();
        for (const counter of counters) {
          after.set(counter, await counter.limiter.within(tx).penalty(counter.key));
        }
        return after;
      });
      return {
        async succeeded() {
          await database.transaction(async (tx) => {
            for (const { limiter, key, own } of counters) {
              if (!own) await limiter.within(tx).reward(key);
              else {
                await limiter.within(tx).delete(key);
                await strikes.within(tx).delete(`${limiter.keyPrefix}:${key}`);
              }
            }
          });
        },
        async failed() {
          const usedUp = [...states].filter(
            ([{ growing, limiter }, { consumedPoints }]) =>
              growing && consumedPoints >= limiter.points,
          );
          if (usedUp.length === 0) return;
          await database.transaction(async (tx) => {
            for (const [counter, state] of usedUp) await strike(tx, counter, state);
          });
        },
        async abandoned() {
          await database.transaction(async (tx) => {
            for (const { limiter, key } of counters) await limiter.within(tx).reward(key);
          });
        },
      };
    },
  };
}

/** The error that says how long to wait until none of the counters is used up. */
function refusalOf(
  counters: Counter[],
  states: (RateLimiterRes | null)[],
): TooManyRequestsError | undefined {
  const waits = counters.flatMap(({ limiter }, at) => {
    const state = states[at];
    return state && state.consumedPoints >= limiter.points ? [state.msBeforeNext] : [];
  });
  return waits.length === 0 ? undefined : tooMany(WHAT, Math.max(...waits));
}

/** Emails are hashed: what people type into the form has no place in a table of counters. */
function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}
