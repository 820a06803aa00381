import { type ParseArgsConfig, parseArgs } from 'node:util';
import { EnvError } from '../api/env.ts';
import { asUnavailable } from '../db/errors.ts';

/** A command can't do what it was asked to. The message says why, and what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/**
 * Prints a line, without control characters: text from a file could send commands to the terminal.
 */
export const say = (line: string) =>
  void process.stdout.write(`${line.replaceAll(/\p{Cc}/gu, '\uFFFD')}\n`);

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads the arguments of the command line. Throws a CommandError with `usage` for unknown ones. */
export function readArguments<const T extends Options>(options: T, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true, args: process.argv.slice(2) });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

/**
 * Returns the only file of the command line. Throws a CommandError with `usage` for none or
 * several.
 */
export function onlyFile(positionals: string[], usage: string): string {
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(usage);
  return file;
}

/**
 * Runs a command. Prints an expected error in one line, others with their stack; both exit with 1.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  const stop = () => process.exit(130);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  // The launcher that started this process has ended.
  process.once('disconnect', stop);
  try {
    await work();
    process.off('disconnect', stop);
    if (process.connected) process.disconnect();
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof EnvError;
    const expected = isExpected ? error : asUnavailable(error);
    const text = expected?.message ?? (error as Error).stack ?? String(error);
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}

/** Calls `report` at most once a second. */
export function createProgress(report: (done: number) => void): (done: number) => void {
  let last = Date.now();
  return (done) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    report(done);
  };
}

/** Formats a size: `1536` as "1.5 KB". */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
