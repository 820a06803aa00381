import type { Database, Db } from '../../db/client.ts';
import {
  addRateLimitPoints,
  deleteRateLimit,
  findRateLimit,
  findRateLimits,
  type RateLimitRow,
} from '../../db/queries/rate-limits.ts';
import { TooManyRequestsError } from '../errors.ts';
import type { Services } from '../services.ts';
import { DEFAULT_LIMITS, type Limit, type LimitName } from './limits.ts';

/** The longest block, in seconds. Windows may be longer. */
export const MAX_BLOCK_SECONDS = 60 * 60;
/** Maximum difference between the clocks of two nodes, or of two calls waiting for a counter. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The counter of one key. */
export interface Count {
  /** Points used in the current window. */
  points: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
}

/**
 * Counts points per key in fixed windows, in the database, so counters survive a restart. It only
 * counts: callers compare the points with `limit.points`. Methods run in the caller's transaction.
 */
export class Limiter {
  readonly name: string;
  readonly limit: Limit;
  readonly database: Database;
  readonly #now: () => Date;

  constructor({ database, now }: Pick<Services, 'database' | 'now'>, name: string, limit: Limit) {
    this.name = name;
    this.limit = limit;
    this.database = database;
    this.#now = now;
  }

  /** Returns the counter of `key`, or `undefined` if it's unused or its window is over. */
  async find(db: Db, key: string): Promise<Count | undefined> {
    const row = await findRateLimit(db, this.keyOf(key), this.#bounds());
    return row && this.#countOf(row);
  }

  /**
   * Adds `points`, which may be negative, to the current window, or to a new one of `seconds`.
   * Returns the new count.
   */
  async add(tx: Db, key: string, points = 1, seconds = this.limit.duration): Promise<Count> {
    const bounds = this.#bounds();
    const expiresAt = new Date(bounds.now.getTime() + seconds * 1000);
    return this.#countOf(
      await addRateLimitPoints(tx, { key: this.keyOf(key), points, expiresAt }, bounds),
    );
  }

  /** Returns the count of a row, or `undefined` if its window is over. */
  currentCount(row: RateLimitRow | undefined): Count | undefined {
    const { now, latest } = this.#bounds();
    const isCurrent = row?.expiresAt && row.expiresAt > now && row.expiresAt <= latest;
    return isCurrent ? this.#countOf(row) : undefined;
  }

  /** The key of the counter in the database. */
  keyOf(key: string): string {
    return `${this.name}:${key}`;
  }

  /** Uses up all points of `key` for a number of seconds. */
  async block(tx: Db, key: string, seconds: number): Promise<void> {
    await this.reset(tx, key);
    await this.add(tx, key, this.limit.points + 1, seconds);
  }

  async reset(tx: Db, key: string): Promise<void> {
    await deleteRateLimit(tx, this.keyOf(key));
  }

  #bounds() {
    const now = this.#now();
    const longest = Math.max(this.limit.duration, MAX_BLOCK_SECONDS) * 1000;
    return { now, latest: new Date(now.getTime() + longest + CLOCK_SKEW_MS) };
  }

  #countOf({ points, expiresAt }: RateLimitRow): Count {
    const msLeft = expiresAt ? expiresAt.getTime() - this.#now().getTime() : 0;
    return { points, msLeft: Math.max(msLeft, 0) };
  }
}

/** Creates a limiter with its default limit, or with one set by `RATE_LIMITS` or `services`. */
export function createLimiter(
  services: Pick<Services, 'database' | 'now' | 'limits' | 'env'>,
  name: LimitName,
): Limiter {
  const limit = services.limits?.[name] ?? services.env.rateLimits[name] ?? DEFAULT_LIMITS[name];
  return new Limiter(services, name, limit);
}

/** Returns the values of several counters in one query, `undefined` if their window is over. */
export async function findCounts(
  db: Db,
  counters: readonly { limiter: Limiter; key: string }[],
): Promise<(Count | undefined)[]> {
  const rows = await findRateLimits(
    db,
    counters.map(({ limiter, key }) => limiter.keyOf(key)),
  );
  return counters.map(({ limiter, key }) => limiter.currentCount(rows.get(limiter.keyOf(key))));
}

/**
 * Takes one point of `key`. `what` begins the message, as in "Too many comments". Throws a
 * TooManyRequestsError if none is left.
 */
export async function takePoint(limiter: Limiter, key: string, what: string): Promise<void> {
  const refusal = await limiter.database.transaction((tx) =>
    takePointWithin(tx, limiter, key, what),
  );
  if (refusal) throw refusal;
}

/**
 * Takes one point of `key` in an open transaction. Returns the error if none is left. Throw it
 * after the transaction: inside, it would roll back the point.
 */
export async function takePointWithin(
  tx: Db,
  limiter: Limiter,
  key: string,
  what: string,
): Promise<TooManyRequestsError | undefined> {
  const { points, msLeft } = await limiter.add(tx, key);
  return points > limiter.limit.points ? tooMany(what, msLeft) : undefined;
}

/** Uses up one point of `key`, even if none is left. */
export async function addPoint(limiter: Limiter, key: string): Promise<void> {
  await limiter.database.transaction((tx) => limiter.add(tx, key));
}

/** Returns a point that `takePoint` took. */
export async function returnPoint(limiter: Limiter, key: string): Promise<void> {
  await limiter.database.transaction((tx) => limiter.add(tx, key, -1));
}

/** Throws a TooManyRequestsError if no point of `key` is left. Takes none. */
export async function requirePoint(limiter: Limiter, key: string, what: string): Promise<void> {
  const count = await limiter.find(limiter.database.read, key);
  if (count && count.points >= limiter.limit.points) throw tooMany(what, count.msLeft);
}

export function tooMany(what: string, ms: number): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new TooManyRequestsError(`${what}. Please try again in ${inWords(seconds)}.`, seconds);
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
