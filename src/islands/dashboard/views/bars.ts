import type { DayViews } from '../../../../api/contract/views.ts';

/** A bar of the chart: a day or a month. */
export interface Bar {
  /** `2026-01-05` or `2026-01`. */
  key: string;
  /** "Jan 5" or "Jan". */
  short: string;
  /** "January 5, 2026" or "January 2026". */
  long: string;
  views: number;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const DAY = [format({ month: 'short', day: 'numeric' }), format({ dateStyle: 'long' })] as const;
const MONTH = [format({ month: 'short' }), format({ month: 'long', year: 'numeric' })] as const;

/** Days as they are, a year as its last 12 months. */
export function barsOf(days: DayViews[]): Bar[] {
  if (days.length <= 31) return days.map(({ day, views }) => bar(day, views));
  const months = new Map<string, number>();
  for (const { day, views } of days) {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + views);
  }
  // A year of days begins in the middle of a month.
  return [...months].slice(-12).map(([month, views]) => bar(month, views));
}

function bar(key: string, views: number): Bar {
  const [short, long] = key.length > 7 ? DAY : MONTH;
  const at = new Date(key.length > 7 ? key : `${key}-01`);
  return { key, short: short.format(at), long: long.format(at), views };
}
