const SHORT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "Jan 5, 2025", in UTC. Takes a date or an ISO 8601 string; gives '' for one that is none. */
export function shortDate(value: Date | string): string {
  return format(SHORT, value);
}

/** "January 5, 2025", in UTC. Takes a date or an ISO 8601 string; gives '' for one that is none. */
export function longDate(value: Date | string): string {
  return format(LONG, value);
}

/** What `<time datetime>` takes: ISO 8601 in UTC; '' for a value that is no date. */
export function isoDate(value: Date | string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function format(formatter: Intl.DateTimeFormat, value: Date | string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
}
