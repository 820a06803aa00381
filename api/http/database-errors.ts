import { asUnavailable } from '../../db/errors.ts';

/** The part of a pino logger that we use. */
interface ErrorLog {
  error(fields: object, message?: string): void;
}

const REPORT_EVERY_MS = 1_000;

/** Time of the last logged line. Global, because a process has one database. */
let reportedAt = Number.NEGATIVE_INFINITY;
let suppressed = 0;

/**
 * Logs an error. Without a database every call fails, so at most one such line is logged per
 * second, with the number of suppressed lines.
 */
export function reportDatabaseError(
  log: ErrorLog,
  error: unknown,
  message: string,
  fields: object = {},
): void {
  const unavailable = asUnavailable(error);
  if (unavailable === undefined) {
    log.error({ ...fields, err: error }, message);
    return;
  }
  const now = performance.now();
  if (now - reportedAt < REPORT_EVERY_MS) {
    suppressed++;
    return;
  }
  log.error({ ...fields, reason: unavailable.message, suppressed }, message);
  reportedAt = now;
  suppressed = 0;
}
