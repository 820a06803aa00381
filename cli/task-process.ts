import { setPriority } from 'node:os';
import type { TaskReply } from '../api/backups/process.ts';
import { errorMessage } from '../api/errors.ts';
import type { Scheduled, Task } from '../db/queries/task-state.ts';

/**
 * Runs a scheduled task as this process, prints the reply that `api/backups/process.ts` reads, and
 * exits. It has low priority, so the server stays fast.
 */
export async function replyWith<T extends Task>(run: () => Promise<Scheduled[T]>): Promise<void> {
  setPriority(10);
  // When the server ends, so does the input. Exiting removes temporary files.
  process.stdin.resume().once('end', () => process.exit(1));
  process.once('SIGTERM', () => process.exit(1));
  const reply: TaskReply<T> = await run().then(
    (result) => ({ result }),
    (error: unknown) => ({ error: errorMessage(error) }),
  );
  // The reply is on the last line, because a library may have printed something before it.
  process.stdout.write(`\n${JSON.stringify(reply)}`, () => process.exit(0));
}
