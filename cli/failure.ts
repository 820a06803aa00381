/** A command cannot do what it was asked; the message says why, and what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** A full disk in words; every other error as it is. `what` is what was being written. */
export function orDiskFull(error: unknown, what: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL') {
    return new CommandError(
      `The disk is full: ${what} could not be written. Nothing of it has been left behind.`,
      { cause: error },
    );
  }
  return error;
}

/** `1536` as "1.5 KB". */
export function inBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
