import { type ParseArgsConfig, parseArgs } from 'node:util';
import { EnvError } from '../api/env.ts';
import { asUnavailable, NewerDatabaseError } from '../db/errors.ts';

/** A command can't do what it was asked to. The message says why, and what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/**
 * Prints a line, without control characters: text from a file could send commands to the terminal.
 */
export const say = (line: string) =>
  void process.stdout.write(`${line.replaceAll(/\p{Cc}/gu, '\uFFFD')}\n`);

/** Exit codes of every command: 0 is success. docs/deploying.md lists them. */
export const EXIT_CODES = { failed: 1, usage: 2, interrupted: 130 } as const;

/** The arguments of a command are wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** Parses arguments, with `--help`. Throws a UsageError for unknown options and missing values. */
export function parseArguments<const T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options: { ...options, ...HELP }, allowPositionals: true });
  } catch (error) {
    // Node also explains how to pass a file that starts with "-".
    throw new UsageError((error as Error).message.replace(/\. .*/s, '.'), { cause: error });
  }
}

/**
 * Reads the arguments of the command line. With `--help`, prints the usage and ends the process. If
 * they're wrong, prints the error and the usage, and exits with code 2. `max`: the number of
 * arguments that aren't options.
 */
export function readArguments<const T extends Options>(
  usage: string,
  options: T,
  { min = 0, max = 0, args = process.argv.slice(2) } = {},
) {
  ignoreClosedOutput();
  try {
    const { values, positionals } = parseArguments(args, options);
    if ((values as { help?: boolean }).help) {
      process.stdout.write(`${usage}\n`);
      process.exit(0);
    }
    if (positionals.length < min) throw new UsageError('An argument is missing.');
    if (positionals.length > max) throw new UsageError(`Unexpected "${positionals[max]}".`);
    return { values, positionals };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return failUsage(error.message, usage);
  }
}

/** Prints what is wrong with the arguments, and the usage. Ends the process. */
export function failUsage(message: string, usage: string): never {
  process.stderr.write(`${message}\n\n${usage}\n`);
  process.exit(EXIT_CODES.usage);
}

/** The program that reads our output may end first (`| head`). The command continues. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Runs a command. Prints an expected error in one line, others with their stack. A signal ends the
 * process, or aborts the signal that `work` gets if it takes one.
 */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupt = new AbortController();
  const stop = () => {
    if (work.length === 0) process.exit(EXIT_CODES.interrupted);
    interrupt.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The launcher that started this process has ended.
  process.once('disconnect', stop);
  try {
    await work(interrupt.signal);
    process.off('disconnect', stop);
    if (process.connected) process.disconnect();
  } catch (error) {
    const isExpected =
      error instanceof CommandError ||
      error instanceof EnvError ||
      error instanceof NewerDatabaseError;
    const expected = isExpected ? error : asUnavailable(error);
    const text = expected?.message ?? (error as Error).stack ?? String(error);
    process.stderr.write(`${text}\n`);
    process.exit(interrupt.signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.failed);
  }
}

/** Calls `report` at most once a second, with the number as text. */
export function createProgress(report: (done: string) => void): (done: number) => void {
  let last = Date.now();
  return (done) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    report(formatCount(done));
  };
}

/** Formats a number: `3167` as "3,167". */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a size: `1536` as "1.5 KB". */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
