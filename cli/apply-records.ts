import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Database, type Db, openDatabase } from '../db/client.ts';
import { withoutDatabaseDeadline } from '../db/deadline.ts';
import { engine } from '../db/engine.ts';
import { createMissingTables } from '../db/missing-tables.ts';
import { countPosts } from '../db/queries/posts.ts';
import { runSql } from '../db/queries/query.ts';
import { setFeedOrigin } from '../db/queries/settings.ts';
import { bringUpToDate, requireUsable } from '../db/release.ts';
import { snapshotDatabase } from '../db/sqlite-file.ts';
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

/** Prepared records, and everything else that an export has. */
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
  /** Writes all records or none. Without this, repeating our own exports wouldn't be safe. */
  isAtomic: boolean;
  /** Called before anything is written. */
  copyPictures(database: Database): Promise<CopiedPictures>;
  say(line: string): void;
}

/**
 * Duration of a transaction on SQLite, during which the site can't write. PostgreSQL needs no
 * slices: other writers only wait for the same rows.
 */
const SLICE_MS = 150;
/** Longer than the time between two of the site's attempts to write (`db/sqlite.ts`). */
const PAUSE_MS = 30;

/** Rolls back the transaction of a dry run. */
class Rollback extends Error {}

/**
 * Writes prepared records: in one transaction, or on SQLite in many small ones. After a kill,
 * repeating the import writes the rest. Returns the report of reading and writing.
 */
export async function applyRecords(job: RecordsJob): Promise<ImportReport> {
  const { databaseUrl, dryRun, say } = job;
  const file = databaseFile(databaseUrl);
  const isNew = file !== undefined && !existsSync(file);
  // A dry run uses a temporary copy of the file; PostgreSQL rolls its changes back.
  const copy = file !== undefined && dryRun ? `${job.spool}.db` : undefined;
  if (copy !== undefined && !isNew) snapshotDatabase(file as string, copy);
  if (isNew && !dryRun) await mkdir(dirname(file), { recursive: true });
  const database = await openDatabase(copy === undefined ? databaseUrl : `file:${copy}`);
  try {
    if (!dryRun || isNew) await bringUpToDate(database);
    else await requireUsable(database.read);
    const pictures = await job.copyPictures(database);
    say(dryRun ? 'Checking, without changing anything' : 'Writing');
    return await withoutDatabaseDeadline(() =>
      file === undefined || job.isAtomic || dryRun
        ? applyAtOnce(database, job, pictures)
        : applyInSlices(database, job, pictures),
    );
  } finally {
    await database.close();
  }
}

async function applyAtOnce(
  database: Database,
  job: RecordsJob,
  pictures: CopiedPictures,
): Promise<ImportReport> {
  let work = new Work(job, pictures);
  try {
    await database.transaction(async (tx) => {
      // After a conflict, this runs again with new counts.
      work = new Work(job, pictures);
      const isRolledBack = job.dryRun && engine === 'postgres';
      if (isRolledBack) await createMissingTables(tx);
      await work.apply(tx, Number.POSITIVE_INFINITY);
      if (isRolledBack) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  await refreshStatistics(database);
  return work.report;
}

async function applyInSlices(
  database: Database,
  job: RecordsJob,
  pictures: CopiedPictures,
): Promise<ImportReport> {
  const work = new Work(job, pictures);
  while (!(await database.transaction((tx) => work.apply(tx, SLICE_MS)))) await wait(PAUSE_MS);
  return work.report;
}

/**
 * Updates the query planner's statistics, which PostgreSQL itself would do only after a minute.
 * Until then, the planner expects nearly empty tables, and reading long threads times out.
 */
async function refreshStatistics(database: Database): Promise<void> {
  if (engine === 'postgres') await database.transaction((tx) => runSql(tx, sql`analyze`));
}

/** Writes the records of a job from the first to the last. */
class Work {
  readonly report: ImportReport;
  readonly #job: RecordsJob;
  readonly #pictures: CopiedPictures;
  readonly #records: AsyncGenerator<Prepared>;
  readonly #progress: (done: number) => void;
  #applier: Applier | undefined;
  #count = 0;

  constructor(job: RecordsJob, pictures: CopiedPictures) {
    this.report = job.report.copy();
    this.#job = job;
    this.#pictures = pictures;
    this.#records = preparedRecords(job.spool);
    this.#progress = createProgress((done) => job.say(`Writing: ${done} records`));
  }

  /**
   * Writes records for `ms` milliseconds, and the changes that publish them. Returns whether all
   * are written. All transactions must use the same handle, as those of SQLite do.
   */
  async apply(tx: Db, ms: number): Promise<boolean> {
    const end = performance.now() + ms;
    this.#applier ??= await this.#begin(tx);
    while (performance.now() < end) {
      const { done, value } = await this.#records.next();
      if (done) {
        await this.#applier.finish();
        return true;
      }
      this.report.tally[value.kind][await this.#applier.apply(value)]++;
      this.#progress(++this.#count);
    }
    await this.#applier.recordChanges();
    return false;
  }

  async #begin(tx: Db): Promise<Applier> {
    const { now, merge, feedOrigin, siteSettings } = this.#job;
    const { report } = this;
    // No feed reader knows a site without posts, so it can take over the exported site's ids.
    if (feedOrigin && URL.canParse(feedOrigin) && (await countPosts(tx)) === 0) {
      await setFeedOrigin(tx, feedOrigin);
    }
    if (siteSettings) await applySiteSettings(tx, siteSettings, { report, now });
    return new Applier({ tx, report, now, merge, pictures: this.#pictures });
  }
}

/** Yields the records of a spool file that `prepareImport` wrote. */
export async function* preparedRecords(spool: string): AsyncGenerator<Prepared> {
  for await (const value of new JsonReader(spool).documents()) yield value as Prepared;
}
