import { asUnavailable } from '../../db/errors.ts';

/** The part of a pino logger that is used here. */
interface ErrorLog {
  error(fields: object, message?: string): void;
}

const REPORT_EVERY_MS = 1_000;

/** When the last line was logged. Global, because a process has one database. */
let reportedAt = Number.NEGATIVE_INFINITY;
let suppressed = 0;

/**
 * Logs an error. Without a database every call fails, so of those errors one line a second is
 * logged, with the number of lines left out since the last one.
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
