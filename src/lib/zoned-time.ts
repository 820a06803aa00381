/** Times of day in a time zone, for the site's zone and the reader's. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a moment as clocks in the zone show it, in the format of `<input type="datetime-local">`. */
export function localTime(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/**
 * Returns the moment at which clocks in the zone show a time: the earlier one if they show it twice.
 * Null for text that isn't a time, and for times that the clocks skip.
 */
export function momentOf(local: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const wanted = local.slice(0, 16);
  // The offset of a zone changes at most once within two days.
  const candidates = [-DAY_MS, DAY_MS].map((shift) => {
    const near = new Date(asUtc + shift);
    return new Date(asUtc - (Date.parse(`${localTime(near, timeZone)}Z`) - minute(near)));
  });
  return (
    candidates
      .filter((at) => localTime(at, timeZone) === wanted)
      .sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  );
}

const minute = (at: Date) => Math.floor(at.getTime() / 60_000) * 60_000;

/** "Tuesday, November 24, 2026 at 9:00 AM GMT+1" */
export function zonedText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  }).format(at);
}

/** The zone of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
