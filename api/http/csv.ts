import { download } from './download.ts';

/**
 * Cells that a spreadsheet would run as formulas. Leading apostrophes match, too, so that the one
 * that `csvCell` adds can be removed without losing others.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/;
/** Excel needs it to read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const CHUNK_CHARACTERS = 16 * 1024;

/**
 * Streams rows as CSV (RFC 4180). Reads the first row before returning, so a database error becomes
 * an error response and not a broken download.
 */
export async function csvDownload(
  columns: readonly string[],
  rows: AsyncGenerator<readonly string[]>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = await rows.next();
  let text = `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`;
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (!next.done && text.length < CHUNK_CHARACTERS) {
        text += `${next.value.map(csvCell).join(',')}\r\n`;
        next = await rows.next();
      }
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (next.done) controller.close();
      text = '';
    },
    async cancel() {
      await rows.return(undefined);
    },
  });
  return download(lines);
}

/** Returns a quoted cell that no spreadsheet runs as a formula. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A row of a CSV file. */
export interface CsvRow {
  /** The line where it starts, counted from 1. */
  line: number;
  cells: string[];
}

/**
 * Parses CSV (RFC 4180) with commas, or with the semicolons that spreadsheets use in some locales.
 * Skips empty lines. A quoted cell that isn't closed ends with the file.
 */
export function parseCsv(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = /[,;\n]/.exec(text)?.[0] === ';' ? ';' : ',';
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  for (let at = 0; at <= text.length; at++) {
    const start = at;
    if (text[at] === '"') at = closingQuote(text, at);
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at++;
    row.cells.push(contentOf(text.slice(start, at)));
    line += text.slice(start, at + 1).split('\n').length - 1;
    if (text[at] === separator) continue;
    if (row.cells.some((content) => content !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

/** Returns the index of the quote that closes a cell, or of the end of the text. */
function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    if (text[at + 1] !== '"') return at;
  }
}

/** Removes the quotes, and the apostrophe that `csvCell` puts in front of a formula. */
function contentOf(raw: string): string {
  const [, quoted] = /^"(.*?)"?$/s.exec(raw) ?? [];
  const text = quoted?.replaceAll('""', '"') ?? raw;
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
