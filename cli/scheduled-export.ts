import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../api/env.ts';
import type { ExportRecord } from '../db/queries/task-state.ts';
import { withoutSettings } from './configuration.ts';
import { exportFolder } from './folder/export-folder.ts';
import { runInShell } from './run-in-shell.ts';

const MAX_COMMAND_MS = 10 * 60_000;

interface Options {
  env: Pick<Env, 'databaseUrl' | 'siteUrl' | 'dataDir' | 'storage' | 'exportDir' | 'exportCommand'>;
  /** The environment of the command, without Inkwell's settings. */
  source: Record<string, string | undefined>;
  maxCommandMs?: number;
}

/**
 * Exports the site to `EXPORT_DIR`, then runs `EXPORT_COMMAND` there if files changed, or if the
 * last run failed or was interrupted. Throws an Error that says what went wrong.
 */
export async function makeScheduledExport(options: Options): Promise<ExportRecord> {
  const { env, source, maxCommandMs = MAX_COMMAND_MS } = options;
  const { exportDir: folder, exportCommand: command } = env;
  if (folder === undefined) throw new Error('EXPORT_DIR is not set.');
  // Not in the folder, where the command would see it.
  const unfinished = join(env.dataDir, 'export-unfinished');
  const isRepeated = existsSync(unfinished);
  await writeFile(unfinished, '');
  const counts = await exportFolder({ env, folder, say: () => undefined });
  if (command !== undefined && (counts.changed > 0 || isRepeated)) {
    await runInShell('EXPORT_COMMAND', command, {
      cwd: folder,
      env: withoutSettings(source),
      maxMs: maxCommandMs,
    });
  }
  await rm(unfinished, { force: true });
  return { createdAt: new Date().toISOString(), ...counts };
}
