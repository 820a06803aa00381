import { type ParseArgsConfig, parseArgs } from 'node:util';
import { EnvError } from '../api/env.ts';
import { CommandError } from './failure.ts';

/** Prints a line. Without control characters: a file from elsewhere could send commands to the terminal. */
export const say = (line: string) =>
  void process.stdout.write(`${line.replaceAll(/\p{Cc}/gu, '\uFFFD')}\n`);

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads the arguments of a command. Throws a CommandError with `usage` when they are not understood. */
export function readArguments<const T extends Options>(options: T, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true, args: process.argv.slice(2) });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

/** Runs a command: what it cannot do is told in one line, and the exit code is 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  const stop = () => process.exit(130);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  // The launcher that started this process is gone.
  process.once('disconnect', stop);
  try {
    await work();
    process.off('disconnect', stop);
    if (process.connected) process.disconnect();
  } catch (error) {
    const isTold = error instanceof CommandError || error instanceof EnvError;
    const text = isTold ? error.message : ((error as Error).stack ?? String(error));
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
