/**
 * Converts local dates to UTC. WordPress leaves out the UTC time of drafts, but not of other items.
 */
export class SiteClock {
  /**
   * Local times of the items that have both times, in milliseconds, with their offsets from UTC.
   */
  readonly #known: { local: number; offset: number }[] = [];
  /** The number of dates that were read as UTC because no item has both. */
  guesses = 0;

  add(local: string, utc: string): void {
    const [from, to] = [dateOf(local), dateOf(utc)];
    if (from !== undefined && to !== undefined) {
      this.#known.push({ local: from, offset: from - to });
    }
  }

  /** Returns a local date in UTC, in milliseconds. Uses the offset of the item nearest in time. */
  utcOf(date: string): number | undefined {
    const local = dateOf(date);
    if (local === undefined) return undefined;
    let [nearest] = this.#known;
    for (const each of this.#known) {
      if (nearest && Math.abs(each.local - local) < Math.abs(nearest.local - local)) nearest = each;
    }
    if (!nearest) this.guesses++;
    return local - (nearest?.offset ?? 0);
  }
}

/** Returns the first usable date in milliseconds. Drafts have 0000-00-00. */
export function dateOf(...dates: string[]): number | undefined {
  for (const date of dates) {
    const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date);
    const time = Date.parse(isPlain ? `${date.replace(' ', 'T')}Z` : date);
    if (!date.startsWith('0000') && time > Date.parse('1000-01-01')) return time;
  }
  return undefined;
}
