import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportOptions, RehearsalSummary } from '../../api/contract/imports.ts';
import type { Env } from '../../api/env.ts';
import { repliesOf } from '../../api/imports/replies.ts';
import { EXIT_SAFELY } from '../../api/workarounds/exit-hang.ts';
import { snapshotDatabase } from '../../db/sqlite-file.ts';
import { databaseFile } from '../../db/url.ts';
import { SERVER_FLAGS } from '../../scripts/server-memory.mjs';
import { exportContent } from '../export.ts';
import { explainFullDisk } from '../output-file.ts';
import { CommandError } from '../terminal.ts';
import type { CopyReply, CopyTask } from './copy-process.ts';

const SCRIPT = fileURLToPath(new URL('copy-process.ts', import.meta.url));
const DATABASE = 'blog.db';
/** Files that stay: the pages, and those that `publishRehearsal` and the dashboard need. */
const KEPT =
  /^(?:upload|site|releases|uploads|.*\.jsonl|import.*|(?:entries|notes|unanswered)\.json)$/;

export interface RehearseOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'siteUrl'>;
  /** The folder of the rehearsal. */
  folder: string;
  source: CopyTask['source'];
  options: ImportOptions;
  /** Aborting it stops the work. */
  signal?: AbortSignal;
  say(line: string): void;
}

/**
 * Imports into a copy of the site and renders it, in a process with the copy's database: the engine
 * is always SQLite. Changes nothing outside `folder`. Throws a CommandError that says what's wrong.
 */
export async function rehearse(given: RehearseOptions): Promise<RehearsalSummary> {
  const { env, folder, source, options, say } = given;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, DATABASE);
  try {
    say('Copying the site');
    const task: CopyTask = { folder, source, options };
    const database = databaseFile(env.databaseUrl);
    if (database !== undefined) snapshotDatabase(database, copy);
    else {
      task.siteExport = join(folder, 'site.json');
      await exportContent({
        env,
        file: task.siteExport,
        withPasswords: false,
        say: () => undefined,
      });
    }
    return await runCopyProcess(task, `file:${copy}`, given);
  } catch (error) {
    if (given.signal?.aborted) throw new CommandError('Stopped. Nothing has changed.');
    throw explainFullDisk(error, folder);
  } finally {
    // The copy of the database has the members' personal data.
    for (const name of await readdir(folder).catch(() => [])) {
      if (!KEPT.test(name)) await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

/** Runs the task in a child process, which ends when the signal aborts. */
async function runCopyProcess(
  task: CopyTask,
  databaseUrl: string,
  { say, signal }: RehearseOptions,
): Promise<RehearsalSummary> {
  signal?.throwIfAborted();
  const args = [...SERVER_FLAGS, EXIT_SAFELY, SCRIPT, JSON.stringify(task)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    // Closing its input ends it.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  try {
    let reply: CopyReply | undefined;
    const ended = once(child, 'close');
    for await (const said of repliesOf<CopyReply>(child.stdout)) {
      if ('progress' in said) say(said.progress);
      else reply = said;
    }
    const [code, killed] = await ended;
    signal?.throwIfAborted();
    if (reply && 'summary' in reply) return reply.summary;
    if (reply && 'error' in reply) throw new CommandError(reply.error);
    throw new Error(`The rehearsal process ended with ${killed ?? code}.`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
