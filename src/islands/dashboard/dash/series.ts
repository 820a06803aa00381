import type { MonthCounts } from '../../../lib/api.ts';

/** The lines of the chart: told apart by color and by dashes. */
export const SERIES = [
  { key: 'posts', label: 'Posts', color: '--accent', dash: [] },
  { key: 'comments', label: 'Comments', color: '--tone-1-ink', dash: [6, 4] },
  { key: 'users', label: 'Sign-ups', color: '--tone-2-ink', dash: [2, 3] },
] as const satisfies readonly {
  key: keyof MonthCounts;
  label: string;
  /** A color of styles/tokens.css. */
  color: `--${string}`;
  dash: readonly number[];
}[];

const FORMATS = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** `2025-01` as "Jan" or "January 2025". */
export function monthName(month: string, length: keyof typeof FORMATS): string {
  return FORMATS[length].format(new Date(`${month}-01T00:00:00Z`));
}
