import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import type { Database, Db } from '../../db/client.ts';
import {
  addRateLimitPoints,
  deleteRateLimit,
  findRateLimit,
  type RateLimitRow,
} from '../../db/queries/rate-limits.ts';
import { TooManyRequestsError } from '../errors.ts';
import type { Services } from '../services.ts';
import { DEFAULT_LIMITS, type Limit, type LimitName } from './limits.ts';

/** What the counters are kept in. */
type Store = Pick<Database, 'read' | 'transaction'>;

/** Seconds: no key is held off for longer, whatever its window. */
export const LONGEST_BLOCK = 60 * 60;

/**
 * rate-limiter-flexible over our table. Its own Drizzle store wants a client that writes outside of
 * transactions and a table of its own shape; these four methods are all that a store has to give.
 */
export class DatabaseLimiter extends RateLimiterStoreAbstract {
  readonly #database: Store;
  readonly #now: () => Date;
  readonly #longestMs: number;

  constructor({ database, now }: { database: Store; now: () => Date }, name: string, limit: Limit) {
    super({
      keyPrefix: name,
      points: limit.points,
      duration: limit.duration,
      storeClient: database,
    });
    this.#database = database;
    this.#now = now;
    this.#longestMs = Math.max(limit.duration, LONGEST_BLOCK) * 1000;
  }

  /** The same limiter, which counts in a transaction that is open: what it counts goes when that is undone. */
  within(tx: Db): DatabaseLimiter {
    const database: Store = { read: tx, transaction: (work) => work(tx) };
    const { points, duration } = this;
    return new DatabaseLimiter({ database, now: this.#now }, this.keyPrefix, { points, duration });
  }

  #bounds() {
    const now = this.#now();
    return { now, latest: new Date(now.getTime() + this.#longestMs) };
  }

  _upsert(key: string, points: number, msDuration: number, forceExpire = false) {
    const bounds = this.#bounds();
    const expiresAt = msDuration > 0 ? new Date(bounds.now.getTime() + msDuration) : null;
    return this.#database.transaction((tx) =>
      addRateLimitPoints(tx, { key, points, expiresAt }, { ...bounds, replace: forceExpire }),
    );
  }

  async _get(key: string): Promise<RateLimitRow | null> {
    return (await findRateLimit(this.#database.read, key, this.#bounds())) ?? null;
  }

  _delete(key: string): Promise<boolean> {
    return this.#database.transaction((tx) => deleteRateLimit(tx, key));
  }

  _getRateLimiterRes(_key: string, changedPoints: number, row: RateLimitRow): RateLimiterRes {
    const left = row.expiresAt ? Math.max(row.expiresAt.getTime() - this.#now().getTime(), 0) : -1;
    return new RateLimiterRes(
      Math.max(this.points - row.points, 0),
      left,
      row.points,
      row.points === changedPoints,
    );
  }
}

/** Makes the limiter of a name, with its default or what `RATE_LIMITS` or `services` set instead. */
export function createLimiter(
  services: Pick<Services, 'database' | 'now' | 'limits' | 'env'>,
  name: LimitName,
): DatabaseLimiter {
  const limit = services.limits?.[name] ?? services.env.rateLimits[name] ?? DEFAULT_LIMITS[name];
  return new DatabaseLimiter(services, name, limit);
}

/**
 * Takes one point of `key`. Throws a TooManyRequestsError (`what` begins its message: "Too many comments")
 * when none is left.
 */
export async function takePoint(
  limiter: DatabaseLimiter,
  key: string,
  what: string,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(what, error.msBeforeNext);
    throw error;
  }
}

/**
 * Takes one point of `key` in a transaction that writes. Returns the refusal when none is left: throwing it
 * inside the transaction would undo the count. Throw it outside.
 */
export async function takePointWithin(
  tx: Db,
  limiter: DatabaseLimiter,
  key: string,
  what: string,
): Promise<TooManyRequestsError | undefined> {
  try {
    await takePoint(limiter.within(tx), key, what);
    return undefined;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return error;
    throw error;
  }
}

/** Throws a TooManyRequestsError when no point of `key` is left; takes none. */
export async function requirePoint(
  limiter: DatabaseLimiter,
  key: string,
  what: string,
): Promise<void> {
  const state = await limiter.get(key);
  if (state && state.consumedPoints >= limiter.points) throw tooMany(what, state.msBeforeNext);
}

/** The refusal that says how long to wait. */
export function tooMany(what: string, ms: number): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new TooManyRequestsError(`${what}. Please try again in ${inWords(seconds)}.`, seconds);
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
