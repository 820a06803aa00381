import { z } from 'zod';

const LARGEST_LIMIT = 100;

/** A whole number in a query. Anything else is a 400. */
export const wholeNumber = (
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
) =>
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
  startIndex: wholeNumber('startIndex', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }),
  limit: wholeNumber('limit', { min: 1, max: LARGEST_LIMIT, fallback: defaultLimit }),
});

/** Forms send empty parameters, which are treated as absent. */
export const given = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));

/** A parameter that is one of `values`. Anything else is a 400 that lists them. */
export const choice = <const T extends string>(name: string, values: readonly T[]) =>
  z.preprocess(
    (value: T | '' | undefined) => value || undefined,
    z.enum(values, `${name} must be ${listed(values)}.`).optional(),
  );

/** "a or b", "a, b or c" */
function listed(values: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);
}

/**
 * `sortBy` (`createdAt` by default) and `sort` (`asc`, or `desc` by default) of a list, for use in
 * a `z.object`.
 */
export const sorting = <const T extends string>(keys: readonly T[]) => ({
  sortBy: choice('sortBy', keys),
  sort: choice('sort', ['asc', 'desc']),
});

/** Returns the start of the 30 days that the `lastMonth…` figures cover. */
export function lastMonth(now: Date): Date {
  return new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000);
}
