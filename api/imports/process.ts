import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ImportJob, RehearsalSummary } from '../contract/imports.ts';
import { EXIT_SAFELY } from '../workarounds/exit-hang.ts';
import { repliesOf } from './replies.ts';

const SCRIPT = fileURLToPath(new URL('../../cli/import-process.ts', import.meta.url));
/** Time for the process to delete its temporary files. */
const GRACE_MS = 2_000;

/** The task of the process, as JSON in its only argument. */
export interface ImportTask extends Pick<ImportJob, 'id' | 'name' | 'options'> {
  action: 'rehearse' | 'publish';
  /** The absolute path of the export. */
  file: string;
}

/** What the process prints, a JSON object on each line. The last one isn't `progress`. */
export type ImportReply =
  | { progress: string }
  | { summary: RehearsalSummary }
  | { done: true }
  | { error: string };

/**
 * Rehearses an import or makes it public, in a child process with low priority, the same
 * environment and the same memory limits. Returns the summary of a rehearsal. Throws an Error
 * that says what went wrong, or the signal's reason. By then, the child process has ended. Tests
 * replace `script`.
 */
export async function runImport(
  task: ImportTask,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: string): void },
  script = SCRIPT,
): Promise<RehearsalSummary | null> {
  signal.throwIfAborted();
  const args = [...process.execArgv, EXIT_SAFELY, script, JSON.stringify(task)];
  // The open input tells the process that the server is running.
  const child = spawn(process.execPath, args);
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  };
  signal.addEventListener('abort', stop);
  try {
    let last: ImportReply | undefined;
    const ended = Promise.all([text(child.stderr), once(child, 'close')]);
    for await (const reply of repliesOf<ImportReply>(child.stdout)) {
      if ('progress' in reply) onProgress(reply.progress);
      else last = reply;
    }
    const [said, [code, killedBy]] = await ended;
    signal.throwIfAborted();
    if (last === undefined || code !== 0) {
      const details = said.trim().slice(-500);
      throw new Error(`The import process ended with ${killedBy ?? code}. ${details}`.trim());
    }
    if ('error' in last) throw new Error(last.error);
    return 'summary' in last ? last.summary : null;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
