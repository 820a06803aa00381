import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, type Db, openDatabase } from '../db/client.ts';
import { withoutDatabaseDeadline } from '../db/deadline.ts';
import { engine } from '../db/engine.ts';
import { createMissingTables } from '../db/missing-tables.ts';
import { countPosts } from '../db/queries/posts.ts';
import { runSql } from '../db/queries/query.ts';
import { setFeedOrigin } from '../db/queries/settings.ts';
import { bringUpToDate, requireUsable } from '../db/release.ts';
import { databaseFile } from '../db/url.ts';
import { Applier } from './apply.ts';
import { applySiteSettings } from './apply-site-settings.ts';
import type { ImportReport } from './import-report.ts';
import { JsonReader } from './json-reader.ts';
import type { Prepared } from './prepared.ts';
import type { Context } from './raw-records.ts';
import { createProgress } from './terminal.ts';

/** Pictures of other sites that were copied: their new addresses by the old ones. */
export type CopiedPictures = ReadonlyMap<string, string>;

/** Prepared records, and what else an export has. */
export interface RecordsJob extends Context {
  databaseUrl: string;
  /** The file with the prepared records. */
  spool: string;
  /** The origin of the exported site's feed ids. */
  feedOrigin?: string | undefined;
  /** Stored values of the exported site's settings. */
  siteSettings?: Record<string, unknown> | undefined;
  merge: boolean;
  dryRun: boolean;
  /** Called before anything is written. */
  copyPictures(database: Database): Promise<CopiedPictures>;
  say(line: string): void;
}

/** Rolls back the transaction of a dry run. */
class Rollback extends Error {}

/** Writes prepared records in one transaction. Returns the report of reading and writing. */
export async function applyRecords(job: RecordsJob): Promise<ImportReport> {
  const { databaseUrl, dryRun, say } = job;
  const file = databaseFile(databaseUrl);
  const isNew = file !== undefined && !existsSync(file);
  // A dry run on a new site uses a temporary file; PostgreSQL rolls its tables back.
  const url = isNew && dryRun ? `file:${job.spool}.db` : databaseUrl;
  if (isNew && !dryRun) await mkdir(dirname(file), { recursive: true });
  const database = await openDatabase(url);
  let { report } = job;
  try {
    if (!dryRun || isNew) await bringUpToDate(database);
    else await requireUsable(database.read);
    const pictures = await job.copyPictures(database);
    say(dryRun ? 'Checking, without changing anything' : 'Writing');
    await withoutDatabaseDeadline(async () => {
      await database.transaction(async (tx) => {
        // After a conflict this runs again, and counts again.
        report = job.report.copy();
        if (dryRun && file === undefined) await createMissingTables(tx);
        await applyTo(tx, { ...job, report }, pictures);
        if (dryRun) throw new Rollback();
      });
      await refreshStatistics(database);
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  } finally {
    await database.close();
  }
  return report;
}

/**
 * Updates the statistics of PostgreSQL's query planner, which by itself takes a minute to do so.
 * Until then, it plans for nearly empty tables, and long threads can't be read.
 */
async function refreshStatistics(database: Database): Promise<void> {
  if (engine === 'postgres') await database.transaction((tx) => runSql(tx, sql`analyze`));
}

async function applyTo(tx: Db, job: RecordsJob, pictures: CopiedPictures): Promise<void> {
  const { report, now, merge, say, spool, feedOrigin, siteSettings } = job;
  // Feed readers know no ids of a site without posts, so it can keep those of the exported site.
  if (feedOrigin && URL.canParse(feedOrigin) && (await countPosts(tx)) === 0) {
    await setFeedOrigin(tx, feedOrigin);
  }
  if (siteSettings) await applySiteSettings(tx, siteSettings, { report, now });
  const applier = new Applier({ tx, report, now, merge, pictures });
  const progress = createProgress((done) => say(`Writing: ${done} records`));
  let count = 0;
  for await (const prepared of preparedRecords(spool)) {
    report.tally[prepared.kind][await applier.apply(prepared)]++;
    progress(++count);
  }
  await applier.finish();
}

/** Yields the records of a spool file, which `importContent` wrote. */
export async function* preparedRecords(spool: string): AsyncGenerator<Prepared> {
  for await (const value of new JsonReader(spool).documents()) yield value as Prepared;
}
