import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import type { Env } from '../api/env.ts';
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
import { documentRecord } from './document-records.ts';
import { PictureSaver } from './embedded-pictures.ts';
import type { Collection } from './export.ts';
import { withAccounts } from './import/accounts.ts';
import { remotePictures } from './import/pictures/addresses.ts';
import { fetchPictures } from './import/pictures/fetch.ts';
import type { ForeignSource } from './import/source.ts';
import { ImportReport } from './import-report.ts';
import { exportedRecords, mernRecords, type RawRecord } from './import-sources.ts';
import { JsonReader } from './json-reader.ts';
import { explainFullDisk, removeAtExit } from './output-file.ts';
import type { Prepared } from './prepared.ts';
import type { Context, Raw } from './raw-records.ts';
import { commentRecord, pictureRecord, postRecord } from './records.ts';
import { redirectRecord } from './redirect-records.ts';
import { createProgress, formatCount } from './terminal.ts';
import { userRecord } from './user-records.ts';

export interface ImportOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'storage'>;
  /** Our own export, the files (or folders) of mongoexport, or an export of another system. */
  from: { file: string } | { mern: string[] } | { foreign: ForeignSource };
  /** The username of an account here. It gets what has no author in the export. */
  author?: string;
  /** The address of the old site, for exports that don't have it. */
  baseUrl?: string;
  /** Changes nothing, and reports what would happen. */
  dryRun?: boolean;
  /** Also merges users into accounts that never verified their email. */
  merge?: boolean;
  /** Where the report goes; DATA_DIR by default. */
  report?: string;
  /** Whether pictures of other sites are copied. By default, they stay there. */
  pictures?: 'fetch' | 'link';
  /** Which addresses pictures may come from. Tests allow localhost. */
  isAllowed?: (address: string) => boolean;
  say(line: string): void;
  now?: () => Date;
}

export interface ImportResult {
  report: ImportReport;
  /** Undefined if there was nothing to report. */
  reportFile: string | undefined;
}

interface Job extends Context {
  options: ImportOptions;
  spool: string;
  /** New addresses of pictures from other sites, by the old ones. */
  pictures: ReadonlyMap<string, string>;
  /** The origin of the exported site's feed ids. */
  feedOrigin?: string;
  /** Stored values of the exported site's settings. */
  siteSettings?: Record<string, unknown>;
}

/**
 * Imports content. Reads and sanitizes everything into a temporary file first, then writes it in
 * one transaction, so that a running server waits only for that. The feed of changes gets the
 * posts: every node renders their pages, after what people publish in the meantime. Throws a
 * CommandError when the files can't be read; then nothing has changed.
 */
export async function importContent(options: ImportOptions): Promise<ImportResult> {
  const { env, from, dryRun = false, say } = options;
  const now = options.now?.() ?? new Date();
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-import-'));
  removeAtExit(folder);
  try {
    const spool = join(folder, 'records.jsonl');
    const job: Job = { options, report: new ImportReport(), now, spool, pictures: new Map() };
    const head = {
      onFeedOrigin(origin: string) {
        job.feedOrigin = origin;
      },
      onSiteSettings(values: Record<string, unknown>) {
        job.siteSettings = values;
      },
    };
    if ('foreign' in from) say(from.foreign.summary);
    await withRecords(job, head, (records) => prepareAll(records, job));
    const report = await applyAll(job);
    const reportFile = report.findings.length > 0 ? reportPath(options, now) : undefined;
    if (reportFile !== undefined) await report.write(reportFile, { at: now, dryRun });
    report.print(say, reportFile);
    if (dryRun) say('Nothing was changed.');
    else say('The running server publishes the pages; otherwise the next npm start does.');
    return { report, reportFile };
  } catch (error) {
    throw explainFullDisk(error, env.dataDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls `work` with the records of the export. */
async function withRecords(
  { options, report, now }: Job,
  head: Parameters<typeof exportedRecords>[1],
  work: (records: AsyncIterable<RawRecord>) => Promise<void>,
): Promise<void> {
  const { from, env, author, baseUrl, merge = false } = options;
  if ('mern' in from) return await work(mernRecords(from.mern));
  if ('file' in from) return await work(exportedRecords(from.file, head));
  const { feedOrigin, siteSettings } = from.foreign;
  if (feedOrigin) head?.onFeedOrigin?.(feedOrigin);
  if (siteSettings) head?.onSiteSettings?.(siteSettings);
  await withAccounts(env.databaseUrl, { author, merge }, async (accounts) => {
    await work(from.foreign.records({ report, now, baseUrl, ...accounts }));
  });
}

function reportPath({ env, dryRun, report }: ImportOptions, now: Date): string {
  const time = now.toISOString().slice(0, 19).replace(/\D/g, '-');
  const name = `import-report-${time}${dryRun ? '-dry-run' : ''}.json`;
  return resolve(report ?? join(env.dataDir, name));
}

const RECORD_OF: Record<Collection, (raw: Raw, context: Context) => object | undefined> = {
  users: userRecord,
  pictures: pictureRecord,
  posts: postRecord,
  comments: commentRecord,
  documents: documentRecord,
  redirects: redirectRecord,
};

/** Validates and sanitizes the records, and writes them to the spool file. */
async function prepareAll(records: AsyncIterable<RawRecord>, job: Job): Promise<void> {
  const { env, dryRun = false, say } = job.options;
  const pictures = new PictureSaver({ env, dryRun }, job);
  const ownPicture = 'foreign' in job.options.from ? job.options.from.foreign.picture : undefined;
  const progress = createProgress((count) => say(`Reading: ${count} records`));
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const { collection: kind, raw } of records) {
      const { raw: withUrls, found } =
        kind === 'posts' || kind === 'documents' ? await pictures.extract(raw) : { raw, found: [] };
      for (const record of found) yield lineOf('pictures', record);
      if (kind === 'pictures' && ownPicture) await pictures.restore(raw, ownPicture);
      const record = RECORD_OF[kind](withUrls, job);
      if (record && (kind !== 'pictures' || pictures.isStored(String(raw.url))))
        yield lineOf(kind, record);
      else job.report.tally[kind].left++;
      progress(++count);
    }
  }
  await pipeline(lines(), createWriteStream(job.spool, { mode: 0o600 }));
}

const lineOf = (kind: Collection, record: object) => `${JSON.stringify({ kind, record })}\n`;

/** Rolls back the transaction of a dry run. */
class Rollback extends Error {}

/** Returns the report of reading and writing. */
async function applyAll(job: Job): Promise<ImportReport> {
  const { env, dryRun = false, say } = job.options;
  const file = databaseFile(env.databaseUrl);
  const isNew = file !== undefined && !existsSync(file);
  // A dry run on a new site uses a temporary file; PostgreSQL rolls its tables back.
  const url = isNew && dryRun ? `file:${job.spool}.db` : env.databaseUrl;
  if (isNew && !dryRun) await mkdir(dirname(file), { recursive: true });
  const database = await openDatabase(url);
  let { report } = job;
  try {
    if (!dryRun || isNew) await bringUpToDate(database);
    else await requireUsable(database.read);
    job.pictures = await copyPictures(job, database);
    say(dryRun ? 'Checking, without changing anything' : 'Writing');
    await withoutDatabaseDeadline(async () => {
      await database.transaction(async (tx) => {
        // After a conflict this runs again, and counts again.
        report = job.report.copy();
        if (dryRun && file === undefined) await createMissingTables(tx);
        await applyTo(tx, { ...job, report });
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
 * Copies the pictures of other sites to this one, if the options say so; otherwise only reports
 * them. Returns their new addresses by the old ones.
 */
async function copyPictures(job: Job, database: Database): Promise<Map<string, string>> {
  const { options, report, now } = job;
  const { env, from, pictures, isAllowed, dryRun = false, say } = options;
  const isWanted = pictures === 'fetch';
  const addresses = new Set<string>();
  if (!isWanted && !('foreign' in from)) return new Map();
  for await (const value of new JsonReader(job.spool).documents()) {
    for (const address of remotePictures(value as Prepared)) addresses.add(address);
  }
  if (addresses.size === 0) return new Map();
  const count = addresses.size === 1 ? '1 picture' : `${formatCount(addresses.size)} pictures`;
  if (!isWanted || dryRun) {
    const what = isWanted ? 'It would be copied.' : 'It stays on the other site.';
    for (const address of addresses) report.add('picture', address, what);
    say(
      isWanted
        ? `Copying ${count} from other sites, without a dry run`
        : `${count} will stay on other sites. To copy them, add --pictures fetch.`,
    );
    return new Map();
  }
  say(`Copying ${count} from other sites`);
  const progress = createProgress((done) => say(`Copied: ${done} of ${count}`));
  return await fetchPictures(addresses, database, {
    env,
    report,
    now,
    onProgress: progress,
    ...(isAllowed && { isAllowed }),
  });
}

/**
 * Updates the statistics of PostgreSQL's query planner, which by itself takes a minute to do so.
 * Until then, it plans for nearly empty tables, and long threads can't be read.
 */
async function refreshStatistics(database: Database): Promise<void> {
  if (engine === 'postgres') await database.transaction((tx) => runSql(tx, sql`analyze`));
}

async function applyTo(tx: Db, job: Job): Promise<void> {
  const { report, now, options, spool, feedOrigin, siteSettings } = job;
  // Feed readers know no ids of a site without posts, so it can keep those of the exported site.
  if (feedOrigin && URL.canParse(feedOrigin) && (await countPosts(tx)) === 0) {
    await setFeedOrigin(tx, feedOrigin);
  }
  if (siteSettings) await applySiteSettings(tx, siteSettings, { report, now });
  const applier = new Applier({
    tx,
    report,
    now,
    merge: options.merge === true,
    pictures: job.pictures,
  });
  const progress = createProgress((done) => options.say(`Writing: ${done} records`));
  let count = 0;
  for await (const value of new JsonReader(spool).documents()) {
    // `prepareAll` wrote them.
    const prepared = value as Prepared;
    report.tally[prepared.kind][await applier.apply(prepared)]++;
    progress(++count);
  }
  await applier.finish();
}
