import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, TypedResponse } from 'hono';
import type { ContentRow } from '../../db/queries/contents.ts';
import { type Bytes, toBytes, toJsonBytes } from '../answer-cache.ts';
import { UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';

/** Pages of up to this many records are never truncated. */
const WHOLE_PAGE = 9;
/** A larger page ends before the record that would exceed this size. It has at least one record. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** Other work gets a turn after this many bytes. */
const SLICE_BYTES = 256 * 1024;

/**
 * Pages with long contents are built one at a time: several at once would leave no time for other
 * work.
 */
const longPages = createFairQueue({
  concurrency: 1,
  maxWaiting: 64,
  deadlineMs: 10_000,
  full: () =>
    new UnavailableError('Too many long lists are being read. Please try again in a moment.', 2),
});

/**
 * Builds a page: at once, or, if it has long contents, when `client` (an address or user) has its
 * turn.
 */
export async function inTurn<T>(
  client: string,
  rows: readonly Pick<ContentRow, 'content'>[],
  make: () => Promise<T>,
): Promise<T> {
  const hasLong = rows.some(({ content }) => content === null);
  return hasLong ? await longPages(client, make) : await make();
}

interface PageOptions<Row> {
  /** The requested number of records. */
  limit: number;
  /** Reads a long content. `undefined` if the record was deleted in the meantime. */
  readContent(id: string): string | undefined | Promise<string | undefined>;
  toRecord(row: Row, content: string): object;
}

/**
 * Returns the records of a page as JSON, each with its content. Contents can be a megabyte long:
 * long ones are read one at a time, with other work in between, and only up to the end of the page.
 */
export async function contentPage<Row extends ContentRow>(
  rows: readonly Row[],
  { limit, readContent, toRecord }: PageOptions<Row>,
): Promise<Bytes[]> {
  const room = limit > WHOLE_PAGE ? MAX_PAGE_BYTES : Number.POSITIVE_INFINITY;
  const records: Bytes[] = [];
  let total = 0;
  let slice = 0;
  for (const row of rows) {
    if (records.length > 0 && total + row.contentBytes > room) break;
    const content = row.content ?? (await readContent(row.id));
    if (content === undefined) continue;
    const record = toJsonBytes(toRecord(row, content));
    if (records.length > 0 && total + record.length > room) break;
    records.push(record);
    total += record.length;
    slice += record.length;
    if (slice < SLICE_BYTES) continue;
    slice = 0;
    await nextTurn();
  }
  return records;
}

/** Sends JSON that is serialized already. `T` is its type, for the client in `src/lib/api.ts`. */
export function sendJson<T extends object>(
  c: Context,
  json: Bytes,
  headers: Record<string, string> = {},
) {
  const response = c.newResponse(json, 200, { 'Content-Type': 'application/json', ...headers });
  return response as Response & TypedResponse<T, 200, 'json'>;
}

/** Returns the JSON of an object with a list of records, and other properties after it. */
export function listJson(name: string, records: readonly Bytes[], others: object): Bytes {
  const start = toBytes(`{"${name}":[`);
  const end = toBytes(`],${JSON.stringify(others).slice(1)}`);
  const separated = records.flatMap((record, index) => (index > 0 ? [COMMA, record] : [record]));
  const parts = [start, ...separated, end];
  // Not `Buffer.concat`: threads transfer the answer, and buffers may share their memory.
  const json = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    json.set(part, at);
    at += part.length;
  }
  return json;
}

const COMMA = toBytes(',');
