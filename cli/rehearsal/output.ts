import { EnvError } from '../../api/env.ts';
import { errorMessage } from '../../api/errors.ts';
import { asUnavailable } from '../../db/errors.ts';
import { CommandError } from '../terminal.ts';

/**
 * Runs `work`, and prints JSON lines for the parent process: `{progress}` for each line that `say`
 * gets, then the result of `work`, or `{error}`. Then ends the process. Also ends it on SIGTERM,
 * and when its input ends, because the parent is gone then. Exiting removes temporary files.
 */
export async function printLines(
  work: (say: (line: string) => void) => Promise<object>,
): Promise<void> {
  process.stdin.resume().once('end', () => process.exit(1));
  process.once('SIGTERM', () => process.exit(1));
  const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const reply = await work((progress) => print({ progress })).catch((error: unknown) => {
    const isExpected = error instanceof CommandError || error instanceof EnvError;
    if (!isExpected && !asUnavailable(error)) process.stderr.write(`${(error as Error).stack}\n`);
    return { error: asUnavailable(error)?.message ?? errorMessage(error) };
  });
  process.stdout.write(`${JSON.stringify(reply)}\n`, () => process.exit(0));
}
