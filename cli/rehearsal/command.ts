import { resolve } from 'node:path';
import type { ImportOptions, RehearsalSummary } from '../../api/contract/imports.ts';
import type { Env } from '../../api/env.ts';
import { importFolder, removeImportFolder, touchImportFolder } from '../../api/imports/folder.ts';
import {
  isOver,
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

/** Often enough that the server doesn't take the folder for a leftover. */
const TOUCH_MS = 60_000;

interface Options {
  env: Env;
  source: CopyTask['source'];
  options: ImportOptions;
  signal: AbortSignal;
  say(line: string): void;
}

/**
 * Rehearses an import and leaves it in the dashboard, to be made public or thrown away there.
 * Throws a CommandError if the site already has an import, or if the export can't be read.
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
    const touching = setInterval(() => {
      touchImportFolder(env, job.id).catch(() => undefined);
    }, TOUCH_MS);
    let former: StoredImport | null;
    try {
      job.summary = await rehearse({ ...given, folder });
      former = await storeJob(database, job);
    } catch (error) {
      await removeImportFolder(env, job.id);
      throw error;
    } finally {
      clearInterval(touching);
    }
    keepAtExit(folder);
    if (former) await removeImportFolder(env, former.id);
  });
  printSummary(job.summary as RehearsalSummary, say);
  say(`Anyone with this address can see the result: ${env.siteUrl}${toImportJob(job).address}`);
  say('Dashboard > Import has the report. Make the import public or throw it away there.');
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
  if (job === null || isOver(job)) return;
  throw new CommandError(
    `There's already an import of ${job.name}. Make it public or throw it away in the dashboard first.`,
  );
}

function printSummary(summary: RehearsalSummary, say: (line: string) => void): void {
  for (const line of summary.tally) say(line);
  const { entries, entriesWithNotes, notes, addresses, unanswered } = summary;
  say(`${formatCount(entriesWithNotes)} of ${formatCount(entries)} posts and pages have notes.`);
  if (notes > 0) say(`Other notes: ${formatCount(notes)}`);
  say(`${formatCount(unanswered)} of ${formatCount(addresses)} old addresses would lead nowhere.`);
}
