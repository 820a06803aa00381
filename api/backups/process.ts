import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Scheduled, Task } from '../../db/queries/task-state.ts';
import { EXIT_SAFELY } from '../workarounds/exit-hang.ts';

/** Time for the process to delete its files and stop `pg_dump`. */
const GRACE_MS = 2_000;

/** What the process prints on its last line. */
export type TaskReply<T extends Task> = { result: Scheduled[T] } | { error: string };

/**
 * Runs a task (`cli/backup-process.ts`, `cli/export-process.ts`) in a child process with low
 * priority and the same environment. Throws an Error that says what went wrong, or the signal's
 * reason. By then, the child process has ended.
 */
export async function runTask<T extends Task>(task: T, signal: AbortSignal): Promise<Scheduled[T]> {
  signal.throwIfAborted();
  const script = fileURLToPath(new URL(`../../cli/${task}-process.ts`, import.meta.url));
  const running = promisify(execFile)(process.execPath, [EXIT_SAFELY, script]);
  const stop = () => {
    running.child.kill('SIGTERM');
    setTimeout(() => running.child.kill('SIGKILL'), GRACE_MS).unref();
  };
  signal.addEventListener('abort', stop);
  try {
    const { stdout } = await running.catch((error) => {
      signal.throwIfAborted();
      const said = String(error.stderr).trim().slice(-500);
      throw new Error(
        `The ${task} process ended with ${error.signal ?? error.code}. ${said}`.trim(),
      );
    });
    const reply: TaskReply<T> = JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
    if ('error' in reply) throw new Error(reply.error);
    return reply.result;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
