/** A date and time as people write it, without a zone: `2027-01-05` and `09:00`. */
export interface WallTime {
  date: string;
  time: string;
}

const FIELDS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** Returns what a clock in a zone (IANA name) shows. */
export function wallTimeOf(instant: Date, timeZone: string): WallTime {
  const format = new Intl.DateTimeFormat('en-CA', { ...FIELDS, timeZone });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const date = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
  return { date, time: `${parts.hour}:${parts.minute}` };
}

/**
 * Returns the instant at which a clock in a zone shows a date and time, or `undefined` if they
 * aren't valid. A time in the hour that is skipped in spring is moved after it. In the hour that is
 * repeated in fall, it's the first of the two. If the clock shows this date and time at `current`,
 * returns `current`: it may have seconds, or be the second of the two.
 */
export function instantOf(
  wall: WallTime,
  timeZone: string,
  current?: Date | null,
): Date | undefined {
  const asUtc = Date.parse(`${wall.date}T${wall.time}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  if (current) {
    const { date, time } = wallTimeOf(current, timeZone);
    if (date === wall.date && time === wall.time) return current;
  }
  const before = asUtc - offsetAt(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, timeZone);
  const matching = [before, after].filter((at) => at + offsetAt(at, timeZone) === asUtc);
  return new Date(matching.length > 0 ? Math.min(...matching) : before);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns how far a zone is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const whole = Math.floor(at / 1000) * 1000;
  const format = new Intl.DateTimeFormat('en-CA', { ...FIELDS, timeZone });
  const { date, time } = wallTimeOf(new Date(whole), timeZone);
  const seconds = format.formatToParts(new Date(whole)).find(({ type }) => type === 'second');
  return Date.parse(`${date}T${time}:${seconds?.value ?? '00'}Z`) - whole;
}

/**
 * Returns a time as people read it: "Jan 5, 2027, 9:00 AM". In the hour that is repeated in fall,
 * adds the offset: "Oct 31, 2027, 2:30 AM GMT+2".
 */
export function formatInZone(instant: Date, timeZone: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const text = new Intl.DateTimeFormat('en-US', { ...style, timeZone }).format(instant);
  return isRepeated(instant.getTime(), timeZone)
    ? `${text} ${offsetName(instant, timeZone)}`
    : text;
}

/** Returns what a clock in a zone shows, without the date: "9:00 AM". */
export function formatTimeInZone(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(instant);
}

/** Whether clocks in a zone show the time of an instant twice. */
function isRepeated(at: number, timeZone: string): boolean {
  const [before, after] = [offsetAt(at - DAY_MS, timeZone), offsetAt(at + DAY_MS, timeZone)];
  if (before <= after) return false;
  const own = offsetAt(at, timeZone);
  const other = own === before ? at + before - after : at + after - before;
  return offsetAt(other, timeZone) + other === own + at;
}

/** Returns "GMT+2". */
function offsetName(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset', timeZone });
  const parts = format.formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Returns the zone of this browser. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Whether clocks in two zones show the same at an instant. */
export function isSameZone(instant: Date, one: string, other: string): boolean {
  return one === other || formatInZone(instant, one) === formatInZone(instant, other);
}
