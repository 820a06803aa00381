import { type Finding, type ImportReport, omitPassword } from './import-report.ts';

/** Dates as milliseconds: the records are written to a file of JSON lines. */
export type Spooled<T> = {
  [K in keyof T]: Date extends T[K] ? Exclude<T[K], Date> | number : T[K];
};

/** What checking a record needs. */
export interface Context {
  report: ImportReport;
  now: Date;
}

/** A record as it is in the file. */
export type Raw = Record<string, unknown>;

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the id of a record. Reports a record without a usable one, and returns `undefined`. */
export function idOf(kind: Finding['kind'], raw: Raw, { report }: Context): string | undefined {
  const id = raw._id;
  if (typeof id === 'string' && ID.test(id)) return id;
  report.add(kind, String(id ?? ''), 'Left out: it has no usable _id.', omitPassword(raw));
  return undefined;
}

/** Returns a string as it is, and an empty one for anything else. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Years that the archive, feeds and both databases can show. */
const EARLIEST = Date.parse('1000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
/** Smaller numbers are seconds: as milliseconds, they'd be within 50 days of January 1, 1970. */
const MIN_MS = 2 ** 32;

/** Returns a date in epoch milliseconds, or `undefined` if it isn't one. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = /^-?\d{9,}$/.test(String(value)) ? Number(value) : value;
  const isSeconds = typeof number === 'number' && Math.abs(number) < MIN_MS;
  const time = new Date(isSeconds ? number * 1000 : number).getTime();
  return time >= EARLIEST && time <= LATEST ? time : undefined;
}

/** Returns a date field of a record like `timeOf`. Reports a value that isn't a usable date. */
export function reportedTime(kind: Finding['kind'], raw: Raw, field: string, context: Context) {
  const value = raw[field];
  const time = timeOf(value);
  if (time === undefined && value !== undefined && value !== null && value !== '')
    context.report.add(kind, String(raw._id), `${field} isn't a usable date.`, value);
  return time;
}

/**
 * Returns when a record was created and changed. Without a usable `createdAt`, uses the time in the
 * ObjectId, the time of the last change, or the time of the import. Reports the time of the import
 * and future dates.
 */
export function timesOf(kind: Finding['kind'], raw: Raw, id: string, context: Context) {
  const { report, now } = context;
  const updatedAt = reportedTime(kind, raw, 'updatedAt', context);
  const given = reportedTime(kind, raw, 'createdAt', context) ?? timeOfId(id, now) ?? updatedAt;
  if (given === undefined)
    report.add(kind, id, 'It has no date, so it got the date of the import.');
  const createdAt = given ?? now.getTime();
  if (createdAt > now.getTime())
    report.add(kind, id, 'createdAt is in the future. It was kept.', raw.createdAt);
  return { createdAt, updatedAt: updatedAt ?? createdAt };
}

/** An ObjectId begins with its creation time in seconds. */
function timeOfId(id: string, now: Date): number | undefined {
  if (!/^[0-9a-f]{24}$/i.test(id)) return undefined;
  const time = Number.parseInt(id.slice(0, 8), 16) * 1000;
  return time <= now.getTime() ? time : undefined;
}
