/** A month of a year; `month` is 1 to 12. */
export interface CalendarMonth {
  year: number;
  month: number;
}

export interface Day {
  /** `2027-01-05` */
  date: string;
  isIn: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_NAME = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const NAME = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the month of a date such as `2027-01-05`. */
export function monthOfDay(date: string): CalendarMonth {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}

export function shifted({ year, month }: CalendarMonth, months: number): CalendarMonth {
  const date = new Date(Date.UTC(year, month - 1 + months));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** Returns "January 2027". */
export function monthName({ year, month }: CalendarMonth): string {
  return NAME.format(Date.UTC(year, month - 1));
}

/** Returns "Tuesday, January 5" for a date such as `2027-01-05`. */
export function dayName(date: string): string {
  return DAY_NAME.format(Date.parse(date));
}

/** Returns the days of the weeks of a month, Mondays first. */
export function daysOf({ year, month }: CalendarMonth): Day[] {
  const first = Date.UTC(year, month - 1);
  const next = Date.UTC(year, month);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const length = Math.ceil((before + (next - first) / DAY_MS) / 7) * 7;
  return Array.from({ length }, (_, index) => {
    const at = first + (index - before) * DAY_MS;
    return { date: new Date(at).toISOString().slice(0, 10), isIn: at >= first && at < next };
  });
}
