import { createHash } from 'node:crypto';
import type { Database, Db } from '../../db/client.ts';
import { widerNetworks } from '../network.ts';
import type { Services } from '../services.ts';
import {
  type Count,
  createLimiter,
  findCounts,
  Limiter,
  MAX_BLOCK_SECONDS,
  tooMany,
} from './limiter.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Characters of a hash in the key of a counter: 132 bits. */
const KEY_LENGTH = 22;

interface AttemptSource {
  /** Lowercase. */
  email: string;
  address: string;
  /**
   * The hash of a device or session id, if the browser has signed in to this account before. Such a
   * browser has its own budget, which failures of other browsers don't affect.
   */
  browser: string | undefined;
}

/** A counter that an attempt adds to. */
interface Counter {
  limiter: Limiter;
  key: string;
  /** Whether it refuses attempts when it's used up. If false, it only counts them. */
  decides: boolean;
  /** Belongs to only this account and this client: a correct password resets it. */
  own: boolean;
  /** Each time it's used up again within a day, the wait doubles, up to an hour. */
  growing: boolean;
}

/**
 * The limits of failed sign-ins. Browsers unknown to the account count per account and address, per
 * address, per /56 and /48 of IPv6, and per account in total. The total stops a botnet. It would
 * also lock out the owner, so browsers that signed in before have their own budget.
 */
export function createSignInAttempts(services: Services) {
  const { database } = services;
  const countersOf = createCounters(services);
  const strikes = new Limiter(services, 'signInStrikes', {
    points: Number.MAX_SAFE_INTEGER,
    duration: DAY_SECONDS,
  });
  return {
    /** Throws a TooManyRequestsError if this browser or address must wait. Counts nothing. */
    async check(source: AttemptSource) {
      const counters = countersOf(source);
      const counts = await findCounts(database.read, counters);
      requireRoom(
        counters.map((counter, index) => {
          const count = counts[index];
          return count ? waitOf(counter, count.points, count) : 0;
        }),
      );
    },
    /**
     * Counts the attempt as failed before the password is checked, so a burst can't get past the
     * limit. Report the outcome to the returned attempt. Throws a TooManyRequestsError, which must
     * roll back the transaction.
     */
    async begin(tx: Db, source: AttemptSource) {
      const counters = countersOf(source);
      const counts = await Promise.all(
        counters.map(async (counter): Promise<[Counter, Count]> => {
          return [counter, await counter.limiter.add(tx, counter.key)];
        }),
      );
      requireRoom(counts.map(([counter, count]) => waitOf(counter, count.points - 1, count)));
      return createAttempt(database, strikes, counts);
    },
  };
}

function createCounters(services: Services): (source: AttemptSource) => Counter[] {
  const device = createLimiter(services, 'signInDevice');
  const pair = createLimiter(services, 'signInAccountAddress');
  const address = createLimiter(services, 'signInAddress');
  const account = createLimiter(services, 'signInAccount');
  const networks = [
    createLimiter(services, 'signInNetwork56'),
    createLimiter(services, 'signInNetwork48'),
  ];
  return (source) => {
    const id = accountKey(source.email);
    const unknown = source.browser === undefined;
    const shared = { decides: unknown, own: false, growing: false };
    const wider = widerNetworks(source.address);
    const counters: Counter[] = [
      { ...shared, limiter: pair, key: `${id}:${source.address}`, own: true, growing: unknown },
      { ...shared, limiter: address, key: source.address, growing: unknown },
      ...networks.flatMap((limiter, at) => {
        const key = wider[at];
        return key === undefined ? [] : [{ ...shared, limiter, key }];
      }),
    ];
    if (source.browser === undefined)
      return [...counters, { ...shared, limiter: account, key: id }];
    const key = `${id}:${source.browser.slice(0, KEY_LENGTH)}`;
    return [...counters, { limiter: device, key, decides: true, own: true, growing: true }];
  };
}

/** Returns the milliseconds to wait if a counter with this many points refuses an attempt. */
function waitOf({ limiter, decides }: Counter, points: number, { msLeft }: Count): number {
  return decides && points >= limiter.limit.points ? msLeft : 0;
}

/** Throws a TooManyRequestsError with the time until no counter refuses anymore. */
function requireRoom(waits: number[]): void {
  const ms = Math.max(0, ...waits);
  if (ms > 0) throw tooMany('Too many failed sign-ins', ms);
}

function createAttempt(database: Database, strikes: Limiter, counts: readonly [Counter, Count][]) {
  const strikeKey = ({ limiter, key }: Counter) => `${limiter.name}:${key}`;

  /** From the second time that a counter is used up, the wait grows. */
  async function strike(tx: Db, counter: Counter, { msLeft }: Count): Promise<void> {
    const { limiter, key } = counter;
    const { points: times } = await strikes.add(tx, strikeKey(counter));
    const seconds = Math.min(limiter.limit.duration * 2 ** (times - 1), MAX_BLOCK_SECONDS);
    if (times > 1 && seconds * 1000 > msLeft) await limiter.block(tx, key, seconds);
  }

  return {
    async succeeded(tx: Db) {
      await Promise.all(
        counts.map(async ([counter]) => {
          const { limiter, key, own } = counter;
          if (!own) return await limiter.add(tx, key, -1);
          return await Promise.all([limiter.reset(tx, key), strikes.reset(tx, strikeKey(counter))]);
        }),
      );
    },
    async failed() {
      const usedUp = counts.filter(
        ([{ growing, limiter }, { points }]) => growing && points >= limiter.limit.points,
      );
      if (usedUp.length === 0) return;
      await database.transaction(async (tx) => {
        for (const [counter, count] of usedUp) await strike(tx, counter, count);
      });
    },
    /** An error prevented an answer. */
    async abandoned() {
      await database.transaction(async (tx) => {
        for (const [{ limiter, key }] of counts) await limiter.add(tx, key, -1);
      });
    },
  };
}

/** Hashes an email: text typed into a form doesn't belong in a table of counters. */
function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, KEY_LENGTH);
}
