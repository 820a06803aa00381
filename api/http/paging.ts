import { z } from 'zod';

const LARGEST_LIMIT = 100;

const wholeNumber = (name: string, min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, `${name} must be a whole number.`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `${name} must be at least ${min}.`)
        .max(max, `${name} must be at most ${max}.`),
    )
    .default(fallback);

/**
 * `startIndex` and `limit` (1 to 100) of a list, for use in a `z.object`. A bad number is a 400.
 */
export const paging = (defaultLimit = 9) => ({
  startIndex: wholeNumber('startIndex', 0, Number.MAX_SAFE_INTEGER, 0),
  limit: wholeNumber('limit', 1, LARGEST_LIMIT, defaultLimit),
});

/** `lastMonth…` counts what was made since this instant: 30 days back. */
export function lastMonth(now: Date): Date {
  return new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000);
}
