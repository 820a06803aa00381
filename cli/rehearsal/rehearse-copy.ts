import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportOptions, RehearsalNote, RehearsalSummary } from '../../api/contract/imports.ts';
import type { Env } from '../../api/env.ts';
import type { Build } from '../../api/publishing.ts';
import { nameOf } from '../../api/uploads/storage.ts';
import { uploadsFolder } from '../../api/uploads/temporary.ts';
import { listPictures } from '../../db/queries/pictures.ts';
import { applyRecords, type CopiedPictures } from '../apply-records.ts';
import { type ImportSource, importContent, prepareImport } from '../import.ts';
import type { ImportReport } from '../import-report.ts';
import { withDatabase } from '../site.ts';
import { unansweredOf } from './answered.ts';
import { entriesOf } from './entries.ts';
import { keepImport, RECORDS, writeLists } from './files.ts';
import { renderSite } from './render.ts';
import { readSitemap } from './sitemap.ts';

/** A copy of the site: the database that this process uses, and a folder. */
export interface CopyOptions {
  /** Of the site, but with the copy's database. */
  env: Env;
  /** Gets the prepared records, pictures, pages and lists. */
  folder: string;
  /** Our own export of the site, if its database can't be copied as a file. */
  siteExport?: string;
  from: ImportSource;
  options: ImportOptions;
  build: Build;
  /** Which addresses may be requested. Tests allow localhost. */
  isAllowed?: (address: string) => boolean;
  say(line: string): void;
}

/**
 * Imports an export into a copy of the site and renders it. The folder then has everything needed
 * to view the result and to make it public. Throws a CommandError if the export can't be read.
 */
export async function rehearseCopy(given: CopyOptions): Promise<RehearsalSummary> {
  const { env, folder, siteExport, from, options, say } = given;
  const quiet = () => undefined;
  const sitemap = await sitemapOf(given);
  if (siteExport !== undefined) {
    say('Copying the site');
    const report = join(folder, 'copy-report.json');
    await importContent({ env, from: { file: siteExport }, report, say: quiet });
  }
  // Keeps its pictures separate from those of the site.
  const own: Env = { ...env, dataDir: folder, storage: { kind: 'local' } };
  const report = await importInto(own, given);
  say('Rendering the pages');
  return await withDatabase(env, {}, async (database) => {
    await renderSite({ ...given, env: { ...env, dataDir: folder }, database });
    say('Checking the old addresses');
    const { entries, notes, addresses } = await entriesOf({
      db: database.read,
      spool: join(folder, RECORDS),
      findings: report.findings,
      oldSite: options.baseUrl ?? ('foreign' in from ? from.foreign.oldSite : undefined),
    });
    for (const entry of entries) {
      if (entry.newAddress !== null && !existsSync(join(folder, 'site', entry.newAddress)))
        entry.notes.push("Its page couldn't be rendered.");
    }
    notes.push(...sitemap.notes);
    const all = new Set([...addresses, ...sitemap.addresses]);
    const unanswered = await unansweredOf(all, { db: database.read, folder });
    await writeLists(folder, { entries, notes, unanswered });
    return {
      source: 'foreign' in from ? from.foreign.summary : 'Export of Inkwell',
      tally: report.tallyLines(),
      entries: entries.length,
      entriesWithNotes: entries.filter((entry) => entry.notes.length > 0).length,
      notes: notes.length,
      addresses: all.size,
      unanswered: unanswered.length,
    };
  });
}

/** Returns the report of reading and writing. */
async function importInto(env: Env, given: CopyOptions): Promise<ImportReport> {
  const { env: site, folder, from, options, isAllowed, say } = given;
  const { author, baseUrl, pictures, merge } = options;
  let copied: CopiedPictures = new Map();
  const job = await prepareImport(
    {
      env,
      from,
      merge,
      pictures,
      say,
      ...(author !== null && { author }),
      ...(baseUrl !== null && { baseUrl }),
      ...(isAllowed && { isAllowed }),
    },
    {
      spool: join(folder, RECORDS),
      now: new Date(),
      uploads: uploadsFolder(site),
      onPictures(given) {
        copied = given;
      },
    },
  );
  const report = await applyRecords(job);
  const stored = await withDatabase(env, { readOnly: true }, ({ read }) => listPictures(read));
  const { feedOrigin, siteSettings } = job;
  const { tally, findings, unmerged, withoutPassword } = job.report;
  await keepImport(folder, {
    feedOrigin,
    siteSettings,
    merge,
    isAtomic: job.isAtomic,
    report: { tally, findings, unmerged, withoutPassword },
    copied: [...copied],
    pictures: stored.filter(({ url }) => {
      const name = nameOf(url, env.storage);
      return name !== undefined && existsSync(join(uploadsFolder(env), name));
    }),
  });
  return report;
}

/** Reads the old site's sitemap. Called first, so that a wrong address fails right away. */
async function sitemapOf({ options: { sitemap }, isAllowed, say }: CopyOptions) {
  const notes: RehearsalNote[] = [];
  if (sitemap === null) return { addresses: [], notes };
  say('Reading the old sitemap');
  const onProblem = (id: string, what: string) => notes.push({ kind: 'sitemap', id, what });
  return { addresses: await readSitemap(sitemap, { isAllowed, onProblem }), notes };
}
