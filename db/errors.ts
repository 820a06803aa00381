/**
 * The database can't be reached, or didn't answer in time. A transaction that ends with this error
 * may have been committed.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** A newer release has migrated the database, and this one can't use it. The message names both. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** Node's codes for refused or lost connections, and host names that aren't found. */
const CONNECTION_LOST =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/;
/**
 * PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) for
 * connections that can't be used anymore: connection errors, too many connections, shutdown, idle
 * timeouts, and a primary that became a standby.
 */
const SESSION_OVER = /^(?:08...|53300|57P0[1-5]|25006|25P0[34])$/;
/** A statement or a wait for a lock was canceled. The connection can still be used. */
const CANCELED = /^(?:57014|55P03)$/;
const SQLITE_BUSY = /^SQLITE_(?:BUSY|LOCKED)/;
/** Messages of `pg`, without a code, for a connection that the other side closed. */
const CLOSED =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed))/;
/** Messages of `pg` for a server that doesn't answer. */
const LATE = /^(?:Query read timeout|timeout exceeded when trying to connect)/;

/** Our own error from a thread. Errors lose their class and code on the way. */
const FROM_THREAD = /^The database (?:is not available|did not answer)/;

/** Yields the errors in a chain of causes, the outer one first. */
function* causesOf(error: unknown): Generator<Error & { code?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** Returns the code of a database error: `23505`, `SQLITE_BUSY`, `ECONNREFUSED`. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (const { code } of causesOf(error)) if (typeof code === 'string') return code;
  return undefined;
}

/** Returns whether the connection that failed with this error can't be used again. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code !== undefined) return CONNECTION_LOST.test(code) || SESSION_OVER.test(code);
  return [...causesOf(error)].some(({ message }) => CLOSED.test(message) || LATE.test(message));
}

/**
 * Returns whether the other side closed the connection, as opposed to a statement that took too
 * long.
 */
export function isConnectionClosed(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code !== undefined) return CONNECTION_LOST.test(code) || SESSION_OVER.test(code);
  return [...causesOf(error)].some(({ message }) => CLOSED.test(message));
}

/**
 * Returns the DatabaseUnavailableError for an error of either engine, or `undefined` if the
 * database answered.
 */
export function asUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof DatabaseUnavailableError) return cause;
    if (FROM_THREAD.test(cause.message)) return new DatabaseUnavailableError(cause.message);
  }
  const code = databaseErrorCode(error) ?? '';
  if (!isConnectionLost(error) && !CANCELED.test(code) && !SQLITE_BUSY.test(code)) return undefined;
  const reason = [...causesOf(error)].at(-1)?.message || code;
  return new DatabaseUnavailableError(`The database is not available: ${reason}`, { cause: error });
}
