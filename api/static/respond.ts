import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Entry, Representation } from './entries.ts';
import { acceptedCodings, isFresh, rangeOf } from './negotiate.ts';

/** What was answered, for the log. */
export interface Answered {
  status: number;
  bytes: number;
}

/**
 * Answers a GET or HEAD with an entry. At once (no promise) whenever the bytes are in memory: this is the
 * path of nearly every request.
 */
export function respond(
  req: IncomingMessage,
  res: ServerResponse,
  entry: Entry,
): Answered | Promise<Answered> {
  const asked = req.headers;
  const partial = entry.ranges && req.method === 'GET' && asked.range !== undefined;
  const chosen = partial
    ? entry.representations.identity
    : representationOf(entry, asked['accept-encoding']);

  if (
    (asked['if-none-match'] !== undefined || asked['if-modified-since'] !== undefined) &&
    entry.status === 200 &&
    !entry.guarded &&
    isFresh(asked['if-none-match'], asked['if-modified-since'], chosen)
  ) {
    res.writeHead(304, chosen.headers304);
    res.end();
    return { status: 304, bytes: 0 };
  }
  if (partial) {
    const range = rangeOf(asked.range, ifRangeOf(req), chosen.size, chosen);
    if (range === 'unsatisfiable') return unsatisfiable(res, chosen);
    if (range) return sendPart(res, chosen, range.start, range.end);
  }
  if (req.method === 'HEAD') {
    res.writeHead(entry.status, chosen.headers);
    res.end();
    return { status: entry.status, bytes: 0 };
  }
  if (chosen.body === undefined) {
    return stream(res, entry.status, chosen.headers, chosen, 0, chosen.size - 1);
  }
  res.writeHead(entry.status, chosen.headers);
  res.end(chosen.body);
  return { status: entry.status, bytes: chosen.size };
}

function representationOf(entry: Entry, acceptEncoding: string | undefined): Representation {
  for (const coding of acceptedCodings(acceptEncoding)) {
    const found = entry.representations[coding];
    if (found) return found;
  }
  return entry.representations.identity;
}

function ifRangeOf(req: IncomingMessage): string | undefined {
  const value = req.headers['if-range'];
  return Array.isArray(value) ? value[0] : value;
}

function unsatisfiable(res: ServerResponse, { size, headers304 }: Representation): Answered {
  res.writeHead(416, [...headers304, 'Content-Range', `bytes */${size}`, 'Content-Length', '0']);
  res.end();
  return { status: 416, bytes: 0 };
}

function sendPart(
  res: ServerResponse,
  whole: Representation,
  start: number,
  end: number,
): Answered | Promise<Answered> {
  const length = end - start + 1;
  const headers = [...whole.headers, 'Content-Range', `bytes ${start}-${end}/${whole.size}`];
  headers[headers.indexOf('Content-Length') + 1] = String(length);
  if (whole.body === undefined) return stream(res, 206, headers, whole, start, end);
  res.writeHead(206, headers);
  res.end(whole.body.subarray(start, end + 1));
  return { status: 206, bytes: length };
}

/** Throws when the file cannot be opened; what goes wrong later ends the connection, the headers being out. */
async function stream(
  res: ServerResponse,
  status: number,
  headers: string[],
  { file, size }: Representation,
  start: number,
  end: number,
): Promise<Answered> {
  const handle = await open(file);
  try {
    if ((await handle.stat()).size !== size) throw new Error(`${file} changed while it was sent`);
    res.writeHead(status, headers);
    const bytes = handle.createReadStream({ start, end, autoClose: false });
    await pipeline(bytes, res).catch(() => res.destroy());
    return { status, bytes: bytes.bytesRead };
  } finally {
    await handle.close();
  }
}
