import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BackupRecord } from '../../db/queries/backups.ts';

const SCRIPT = fileURLToPath(new URL('../../cli/backup-process.ts', import.meta.url));
/** Time to remove its files and end `pg_dump`. */
const GRACE_MS = 2_000;

/** The last line that the process prints. */
export type BackupReply = { backup: BackupRecord } | { error: string };

/**
 * Makes, checks and stores a backup in a process with low priority, which reads the settings of
 * this one. Throws an Error whose message says what went wrong, or the signal's reason; by then the
 * process has ended.
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
      throw new Error(`The process ended with ${error.signal ?? error.code}. ${said}`.trim());
    });
    const reply: BackupReply = JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
    if ('error' in reply) throw new Error(reply.error);
    return reply.backup;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
