import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RehearsalReport } from '../../api/contract/imports.ts';
import type { PictureRow } from '../../db/queries/pictures.ts';
import { ImportReport } from '../import-report.ts';

/** Files in the folder of a rehearsal that `publishRehearsal` needs, besides pictures. */
export const RECORDS = 'records.jsonl';
const IMPORT = 'import.json';

/** The parts of an import that aren't in `records.jsonl`. */
export interface KeptImport {
  feedOrigin?: string | undefined;
  siteSettings?: Record<string, unknown> | undefined;
  merge: boolean;
  isAtomic: boolean;
  /** The findings of reading the export. */
  report: Pick<ImportReport, 'tally' | 'findings' | 'unmerged' | 'withoutPassword'>;
  /** Copied pictures: the addresses on the old site, and those in the rehearsal. */
  copied: [from: string, to: string][];
  /** The pictures that the rehearsal has stored. */
  pictures: PictureRow[];
}

/** Writes a file that only its owner can read: it may have emails. */
async function writePrivate(file: string, value: unknown): Promise<void> {
  await writeFile(file, JSON.stringify(value), { mode: 0o600 });
}

export async function keepImport(folder: string, kept: KeptImport): Promise<void> {
  await writePrivate(join(folder, IMPORT), kept);
}

/** Returns what `keepImport` has written. */
export async function readKeptImport(folder: string): Promise<KeptImport> {
  return JSON.parse(await readFile(join(folder, IMPORT), 'utf8')) as KeptImport;
}

/** Returns a report that begins with the findings of reading the export. */
export function reportOf({ report }: KeptImport): ImportReport {
  return Object.assign(new ImportReport(), structuredClone(report));
}

/** Writes the lists that the dashboard shows. */
export async function writeLists(folder: string, lists: RehearsalReport): Promise<void> {
  for (const [name, list] of Object.entries(lists)) {
    await writePrivate(join(folder, `${name}.json`), list);
  }
}
