import type { MonthCounts } from '../../../../api/contract/responses.ts';

/** The lines of the chart. Each has its own color and dashes. */
export const SERIES = [
  { key: 'posts', label: 'Posts', color: 'var(--accent)', dash: undefined },
  { key: 'comments', label: 'Comments', color: 'var(--hue-3)', dash: '6 4' },
  { key: 'users', label: 'Sign-ups', color: 'var(--hue-1)', dash: '2 4' },
] as const satisfies readonly {
  key: keyof MonthCounts;
  label: string;
  color: string;
  dash: string | undefined;
}[];

const FORMATS = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** `2025-01` as "Jan" or "January 2025". */
export function monthName(month: string, length: keyof typeof FORMATS): string {
  return FORMATS[length].format(new Date(`${month}-01T00:00:00Z`));
}

export function sum(months: MonthCounts[], key: (typeof SERIES)[number]['key']): number {
  return months.reduce((total, month) => total + month[key], 0);
}
