import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Env } from '../api/env.ts';
import { applyRecords, type CopiedPictures, type RecordsJob } from './apply-records.ts';
import { documentRecord } from './document-records.ts';
import { PictureSaver } from './embedded-pictures.ts';
import type { Collection } from './export.ts';
import { withAccounts } from './import/accounts.ts';
import { copyPictures } from './import/pictures/copy.ts';
import type { ForeignSource } from './import/source.ts';
import { ImportReport } from './import-report.ts';
import { exportedRecords, mernRecords, type RawRecord } from './import-sources.ts';
import { explainFullDisk, removeAtExit } from './output-file.ts';
import type { Context, Raw } from './raw-records.ts';
import { commentRecord, pictureRecord, postRecord } from './records.ts';
import { redirectRecord } from './redirect-records.ts';
import { createProgress } from './terminal.ts';
import { userRecord } from './user-records.ts';

/** Our own export, the files (or folders) of mongoexport, or an export of another system. */
export type ImportSource = { file: string } | { mern: string[] } | { foreign: ForeignSource };

export interface ImportOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'storage'>;
  from: ImportSource;
  /** The username of the account that gets content without an author. */
  author?: string;
  /** The address of the old site, for exports that don't have it. */
  baseUrl?: string;
  /** Changes nothing, and reports what would happen. */
  dryRun?: boolean;
  /** Also merges users into accounts that never verified their email. */
  merge?: boolean;
  /** Where the report goes; DATA_DIR by default. */
  report?: string;
  /** Whether pictures on other sites are copied. By default, they stay there. */
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

/**
 * Imports content. First reads and sanitizes everything into a temporary file, then writes it with
 * `applyRecords`, so that a running server waits only for that. Every node then renders the pages,
 * after those that users publish in the meantime. Throws a CommandError if the files can't be read;
 * then nothing has changed.
 */
export async function importContent(options: ImportOptions): Promise<ImportResult> {
  const { env, dryRun = false, say } = options;
  const now = options.now?.() ?? new Date();
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-import-'));
  removeAtExit(folder);
  try {
    const job = await prepareImport(options, { spool: join(folder, 'records.jsonl'), now });
    const report = await applyRecords(job);
    const reportFile = report.findings.length > 0 ? reportPath(options, now) : undefined;
    if (reportFile !== undefined) await report.write(reportFile, { at: now, dryRun });
    report.print(say, reportFile);
    if (dryRun) say('Nothing was changed.');
    else say(PUBLISHED_LATER);
    return { report, reportFile };
  } catch (error) {
    throw explainFullDisk(error, env.dataDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const PUBLISHED_LATER =
  'The running server publishes the pages; otherwise the next npm start does.';

interface Target {
  /** The file for the prepared records. */
  spool: string;
  now: Date;
  /** Also has the files of pictures. */
  uploads?: string;
  /** Gets the copied pictures. */
  onPictures?(copied: CopiedPictures): void;
}

/** Reads an export, and writes its records to a file. Returns what `applyRecords` needs. */
export async function prepareImport(
  options: ImportOptions,
  { spool, now, uploads, onPictures }: Target,
): Promise<RecordsJob> {
  const { env, from, merge = false, dryRun = false, pictures, isAllowed, say } = options;
  const isWanted = pictures === 'fetch';
  const report = new ImportReport();
  const job: RecordsJob = {
    report,
    now,
    spool,
    databaseUrl: env.databaseUrl,
    merge,
    dryRun,
    isAtomic: !('foreign' in from) || from.foreign.isOwn === true,
    say,
    async copyPictures(database) {
      if (!isWanted && !('foreign' in from)) return new Map();
      const { pictureAt, oldSite = options.baseUrl } = 'foreign' in from ? from.foreign : {};
      const context = { env, report, now, spool, pictureAt, oldSite };
      const shared = { ...context, isWanted, isAllowed, dryRun, say };
      const copied = await copyPictures(database, shared);
      onPictures?.(copied);
      return copied;
    },
  };
  const head = {
    onFeedOrigin(origin: string) {
      job.feedOrigin = origin;
    },
    onSiteSettings(values: Record<string, unknown>) {
      job.siteSettings = values;
    },
  };
  if ('foreign' in from) say(from.foreign.summary);
  const saver = new PictureSaver({ env, dryRun, ...(uploads && { uploads }) }, job);
  await withRecords(options, job, head, (records) => prepareAll(records, options, { job, saver }));
  return job;
}

/** Calls `work` with the records of the export. */
async function withRecords(
  { from, env, author, baseUrl, merge = false }: ImportOptions,
  { report, now }: Context,
  head: Parameters<typeof exportedRecords>[1],
  work: (records: AsyncIterable<RawRecord>) => Promise<void>,
): Promise<void> {
  if ('mern' in from) return await work(mernRecords(from.mern));
  if ('file' in from) return await work(exportedRecords(from.file, head));
  const { feedOrigin, siteSettings } = from.foreign;
  if (feedOrigin) head?.onFeedOrigin?.(feedOrigin);
  if (siteSettings) head?.onSiteSettings?.(siteSettings);
  await withAccounts(env.databaseUrl, { author, merge }, async (accounts) => {
    const keepFile = async (name: string, text: string) => {
      const file = `import-${timeIn(now)}-${name}`;
      await mkdir(env.dataDir, { recursive: true });
      await writeFile(join(env.dataDir, file), text, { mode: 0o600 });
      return file;
    };
    await work(from.foreign.records({ report, now, baseUrl, keepFile, ...accounts }));
  });
}

function reportPath(
  { env, dryRun, report }: Pick<ImportOptions, 'env' | 'dryRun' | 'report'>,
  now: Date,
): string {
  return resolve(report ?? join(env.dataDir, reportName(now, dryRun)));
}

/** Returns the file name of a report. */
export function reportName(now: Date, dryRun = false): string {
  return `import-report-${timeIn(now)}${dryRun ? '-dry-run' : ''}.json`;
}

/** Returns a time for the name of a file. */
const timeIn = (now: Date) => now.toISOString().slice(0, 19).replace(/\D/g, '-');

const RECORD_OF: Record<Collection, (raw: Raw, context: Context) => object | undefined> = {
  users: userRecord,
  pictures: pictureRecord,
  posts: postRecord,
  comments: commentRecord,
  documents: documentRecord,
  redirects: redirectRecord,
};

/** Validates and sanitizes the records, and writes them to the spool file. */
async function prepareAll(
  records: AsyncIterable<RawRecord>,
  { from, say }: ImportOptions,
  { job, saver }: { job: RecordsJob; saver: PictureSaver },
): Promise<void> {
  const ownPicture = 'foreign' in from ? from.foreign.picture : undefined;
  const progress = createProgress((count) => say(`Reading: ${count} records`));
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const { collection: kind, raw } of records) {
      const { raw: withUrls, found } =
        kind === 'posts' || kind === 'documents' ? await saver.extract(raw) : { raw, found: [] };
      for (const record of found) yield lineOf('pictures', record);
      if (kind === 'pictures' && ownPicture) await saver.restore(raw, ownPicture);
      const record = RECORD_OF[kind](withUrls, job);
      if (record && (kind !== 'pictures' || saver.isStored(String(raw.url))))
        yield lineOf(kind, record);
      else job.report.tally[kind].left++;
      progress(++count);
    }
  }
  await pipeline(lines(), createWriteStream(job.spool, { mode: 0o600 }));
}

const lineOf = (kind: Collection, record: object) => `${JSON.stringify({ kind, record })}\n`;
