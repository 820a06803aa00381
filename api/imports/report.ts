import { readFile } from 'node:fs/promises';
import type {
  RehearsalList,
  RehearsalNote,
  RehearsalReport,
  RehearsedEntry,
  ReportPage,
} from '../contract/imports.ts';
import { NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { reportFile } from './folder.ts';
import type { ReportQuery } from './input.ts';
import { readImportJob } from './job.ts';

/**
 * Returns part of a list of the report. `q` searches all texts of an item; `notes` omits posts and
 * pages without notes.
 */
export async function readReport(
  { database, env }: Pick<Services, 'database' | 'env'>,
  { list, offset, limit, q, notes }: ReportQuery,
): Promise<ReportPage> {
  const job = await readImportJob(database.read);
  // Without an import, or before its rehearsal ends, there's no report.
  const text = job && (await readFile(reportFile(env, job.id, list), 'utf8').catch(() => null));
  if (!job?.summary || !text) throw new NotFoundError('There is no report.');
  const all: RehearsalReport[RehearsalList] = JSON.parse(text);
  const wanted = q.trim().toLowerCase();
  const items = all.filter(
    (item) =>
      (notes === undefined || hasNotes(item)) &&
      (wanted === '' || textOf(item).toLowerCase().includes(wanted)),
  );
  return { total: items.length, items: items.slice(offset, offset + limit) } as ReportPage;
}

type Item = RehearsedEntry | RehearsalNote | string;

function hasNotes(item: Item): boolean {
  return typeof item === 'string' || !('notes' in item) || item.notes.length > 0;
}

function textOf(item: Item): string {
  return typeof item === 'string' ? item : Object.values(item).flat().join('\n');
}
