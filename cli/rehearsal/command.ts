import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ImportOptions, RehearsalSummary } from '../../api/contract/imports.ts';
import type { Env } from '../../api/env.ts';
import { importFolder } from '../../api/imports/folder.ts';
import {
  lockImportJob,
  newImport,
  readImportJob,
  type StoredImport,
  toImportJob,
  writeImportJob,
} from '../../api/imports/job.ts';
import type { Database } from '../../db/client.ts';
import { keepAtExit, removeAtExit } from '../output-file.ts';
import { withDatabase } from '../site.ts';
import { CommandError, formatCount } from '../terminal.ts';
import type { CopyTask } from './copy-process.ts';
import { rehearse } from './rehearse.ts';

interface Options {
  env: Env;
  source: CopyTask['source'];
  options: ImportOptions;
  signal: AbortSignal;
  say(line: string): void;
}

/**
 * Rehearses an import, and leaves it for the dashboard, where it's made public or thrown away.
 * Throws a CommandError if the site has an import already, or if the export can't be read.
 */
export async function rehearseCommand(given: Options): Promise<void> {
  const { env, source, options, say } = given;
  const paths = 'file' in source ? [source.file] : source.mern;
  const name = paths.map((path) => resolve(path)).join(', ');
  const job = newImport({ name, size: 0, options, by: null }, 'ready', new Date());
  const folder = importFolder(env, job.id);
  await withDatabase(env, {}, async (database) => {
    requireNone(await readImportJob(database.read));
    removeAtExit(folder);
    try {
      job.summary = await rehearse({ ...given, folder });
      const former = await storeJob(database, job);
      if (former) await rm(importFolder(env, former.id), { recursive: true, force: true });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    keepAtExit(folder);
  });
  printSummary(job.summary as RehearsalSummary, say);
  say(`The result, for everyone who knows this address: ${env.siteUrl}${toImportJob(job).address}`);
  say('Dashboard > Import has the report. There you make it public, or throw it away.');
}

/** Returns the import that it replaces. */
async function storeJob(database: Database, job: StoredImport): Promise<StoredImport | null> {
  return await database.transaction(async (tx) => {
    const former = await lockImportJob(tx);
    requireNone(former);
    await writeImportJob(tx, job);
    return former;
  });
}

function requireNone(job: StoredImport | null): void {
  if (job === null || job.status === 'failed' || job.status === 'published') return;
  throw new CommandError(
    `There is an import of ${job.name} already. Make it public or throw it away in the dashboard first.`,
  );
}

function printSummary(summary: RehearsalSummary, say: (line: string) => void): void {
  for (const line of summary.tally) say(line);
  const { entries, entriesWithNotes, notes, addresses, unanswered } = summary;
  say(`${formatCount(entriesWithNotes)} of ${formatCount(entries)} posts and pages have notes.`);
  if (notes > 0) say(`Other notes: ${formatCount(notes)}`);
  say(
    `${formatCount(unanswered)} of ${formatCount(addresses)} old addresses wouldn't be answered.`,
  );
}
