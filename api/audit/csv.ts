import type { Db } from '../../db/client.ts';
import { type AuditFilter, type AuditRow, nextAudit } from '../../db/queries/audit.ts';
import { download } from '../http/download.ts';

const COLUMNS = ['at', 'actor', 'action', 'subject', 'address', 'details'] as const;
/** Spreadsheets run cells that begin like this as formulas. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Excel needs it to read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Streams all entries that match a filter as CSV (RFC 4180), newest first. Reads the first batch
 * before returning, so a database error becomes an error response and not a broken download.
 */
export async function auditCsv(db: Db, filter: AuditFilter): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const parts = partsOf(db, filter, await nextAudit(db, filter));
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return();
    },
  });
  return download(lines);
}

async function* partsOf(
  db: Db,
  filter: AuditFilter,
  first: AuditRow[],
): AsyncGenerator<string, void, void> {
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;
  for (let rows = first; rows.length > 0; rows = await nextAudit(db, filter, rows.at(-1)?.seq)) {
    yield rows.map(lineOf).join('');
  }
}

function lineOf(row: AuditRow): string {
  const cells = COLUMNS.map((column) => (column === 'at' ? row.at.toISOString() : row[column]));
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
