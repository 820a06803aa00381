import type { Db } from '../../db/client.ts';
import { type AuditFilter, nextAudit } from '../../db/queries/audit.ts';
import { csvDownload } from '../http/csv.ts';

const COLUMNS = ['at', 'actor', 'action', 'subject', 'address', 'details'] as const;

/** Streams all entries that match a filter as CSV, newest first. */
export async function auditCsv(db: Db, filter: AuditFilter): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload(COLUMNS, cellsOf(db, filter));
}

async function* cellsOf(db: Db, filter: AuditFilter): AsyncGenerator<string[]> {
  let rows = await nextAudit(db, filter);
  while (rows.length > 0) {
    for (const row of rows) {
      yield COLUMNS.map((column) => (column === 'at' ? row.at.toISOString() : row[column]));
    }
    rows = await nextAudit(db, filter, rows.at(-1)?.seq);
  }
}
