import { type Finding, type ImportReport, omitPassword } from './import-report.ts';

/** Dates as milliseconds: the records are written to a file of JSON lines. */
export type Spooled<T> = { [K in keyof T]: T[K] extends Date ? number : T[K] };

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

/** Returns a date in epoch milliseconds, or `undefined` if it isn't one. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(value).getTime();
  return time >= 0 && time < 8.64e15 ? time : undefined;
}

/** Returns when a record was made and changed. An ObjectId begins with that second, too. */
export function timesOf(raw: Raw, id: string, now: Date) {
  const fromId = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1000 : Infinity;
  const createdAt = timeOf(raw.createdAt) ?? Math.min(fromId, now.getTime());
  return { createdAt, updatedAt: timeOf(raw.updatedAt) ?? createdAt };
}
