/**
 * Returns a time as ISO 8601, or an empty string if it can't be read. Isso writes UTC without
 * saying so, or seconds.
 */
export function commentDate(text: string): string {
  const isSeconds = /^\d+(?:\.\d+)?$/.test(text);
  const isBare = /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?$/.test(text);
  const time = isSeconds ? Number(text) * 1000 : Date.parse(isBare ? `${text}Z` : text);
  return Number.isFinite(time) ? new Date(time).toISOString() : '';
}

export function countUp(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
