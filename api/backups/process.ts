import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BackupRecord } from '../../db/queries/backups.ts';

const SCRIPT = fileURLToPath(new URL('../../cli/backup-process.ts', import.meta.url));
/** Time for the process to delete its files and stop `pg_dump`. */
const GRACE_MS = 2_000;

/** What the process prints on its last line. */
export type BackupReply = { backup: BackupRecord } | { error: string };

/**
 * Makes, checks and stores a backup in a child process with low priority and the same environment.
 * Throws an Error that says what went wrong, or the signal's reason. By then, the child process has
 * ended.
 */
export async function makeBackup(signal: AbortSignal): Promise<BackupRecord> {
  signal.throwIfAborted();
  const making = promisify(execFile)(process.execPath, [SCRIPT], { env: process.env });
  const stop = () => {
    making.child.kill('SIGTERM');
    setTimeout(() => making.child.kill('SIGKILL'), GRACE_MS).unref();
  };
  signal.addEventListener('abort', stop);
  try {
    const { stdout } = await making.catch((error) => {
      signal.throwIfAborted();
      const said = String(error.stderr).trim().slice(-500);
      throw new Error(
        `The backup process ended with ${error.signal ?? error.code}. ${said}`.trim(),
      );
    });
    const reply: BackupReply = JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
    if ('error' in reply) throw new Error(reply.error);
    return reply.backup;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
