import { ApiError, UnavailableError } from '../errors.ts';

/** By the codes of SQLite and of the operating system: what is told of a fault that somebody can do something about. */
const FAULTS: [RegExp, () => ApiError][] = [
  [
    /^SQLITE_(?:BUSY|LOCKED)/,
    () => new UnavailableError('The database is busy. Please try again in a moment.', 2),
  ],
  [
    /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/,
    () => new ApiError(507, 'There is no space left on the server. Please try again later.'),
  ],
  [
    /^(?:SQLITE_(?:READONLY|IOERR|CANTOPEN)\w*|EROFS|EACCES|EIO)$/,
    () => new UnavailableError('The server cannot store anything now. Please try again later.', 30),
  ],
];

/** The refusal for an error that comes, maybe wrapped, from storage; undefined for every other. */
export function storageFault(error: unknown): ApiError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code !== 'string') continue;
    const known = FAULTS.find(([pattern]) => pattern.test(code));
    if (known) return known[1]();
  }
  return undefined;
}
