const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const LOCAL = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const EXACT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Units and their lengths in seconds, longest first. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 hours ago", "yesterday", "just now". Slightly fast server clocks also give "just now". */
export function relativeTime(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? RELATIVE.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now';
}

/** "January 5, 2025 at 9:30 AM UTC" */
export function exactTime(iso: string): string {
  return `${EXACT.format(new Date(iso))} UTC`;
}

/** "Jan 5, 2025, 9:30 AM", in the browser's time zone. `time`: ISO, or in milliseconds. */
export function localTime(time: string | number): string {
  return LOCAL.format(new Date(time));
}
