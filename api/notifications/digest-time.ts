/** The hour of the daily mail. */
const HOUR = 8;
const QUARTER_MS = 15 * 60 * 1000;
/** A day may have 25 hours. */
const QUARTERS = 26 * 4;

/** Returns the next time after `now` at which it's 8:00 in a time zone. */
export function nextDigest(now: Date, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  });
  const start = Math.ceil((now.getTime() + 1) / QUARTER_MS) * QUARTER_MS;
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const at = new Date(start + quarter * QUARTER_MS);
    if (clock.format(at) === `0${HOUR}:00`) return at;
  }
  return new Date(start + 24 * 4 * QUARTER_MS);
}
