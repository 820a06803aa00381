import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ApiError } from '../errors.ts';
import { documentHeaders, PLAIN_POLICY } from '../http/headers.ts';
import type { Entry, Variant } from './entry.ts';
import { acceptedEncodings, isFresh, rangeOf } from './negotiate.ts';

/** Answers a GET or HEAD with an entry. Returns the number of bytes sent, for the log. */
export async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  entry: Entry,
): Promise<number> {
  const asked = req.headers;
  const isPartial = entry.hasRanges && req.method === 'GET' && asked.range !== undefined;
  const variant = isPartial ? entry.identity : chooseVariant(entry, asked['accept-encoding']);
  const { headersWithoutBody, size } = variant;

  if (entry.isStorable && isFresh(asked['if-none-match'], asked['if-modified-since'], variant)) {
    res.writeHead(304, headersWithoutBody).end();
    return 0;
  }
  if (isPartial) {
    const range = rangeOf(asked.range, [asked['if-range']].flat()[0], size, variant);
    if (range === 'unsatisfiable') {
      const headers = { 'Content-Range': `bytes */${size}`, 'Content-Length': '0' };
      res.writeHead(416, { ...headersWithoutBody, ...headers }).end();
      return 0;
    }
    if (range) {
      const { start, end } = range;
      const headers = {
        ...variant.headers,
        'Content-Length': String(end - start + 1),
        'Content-Range': `bytes ${start}-${end}/${size}`,
      };
      return await send(res, 206, headers, variant, start, end);
    }
  }
  if (req.method === 'HEAD') {
    res.writeHead(entry.status, variant.headers).end();
    return 0;
  }
  return await send(res, entry.status, variant.headers, variant);
}

function chooseVariant({ identity, compressed }: Entry, header: string | undefined): Variant {
  const variants = [identity, ...compressed];
  const accepted = acceptedEncodings(header).map((encoding) =>
    variants.find((variant) => variant.encoding === encoding),
  );
  return accepted.find((variant) => variant !== undefined) ?? identity;
}

/**
 * Throws if the file can't be opened. Later faults end the connection, because the headers are
 * sent.
 */
async function send(
  res: ServerResponse,
  status: number,
  headers: Record<string, string>,
  { body, file, size }: Variant,
  start = 0,
  end = size - 1,
): Promise<number> {
  if (body) {
    res.writeHead(status, headers).end(body.subarray(start, end + 1));
    return end - start + 1;
  }
  const handle = await open(file);
  try {
    if ((await handle.stat()).size !== size) throw new Error(`${file} changed while it was sent`);
    res.writeHead(status, headers);
    const bytes = handle.createReadStream({ start, end, autoClose: false });
    await pipeline(bytes, res).catch(() => res.destroy());
    return bytes.bytesRead;
  } finally {
    await handle.close();
  }
}

/** A post may move back, so clients check its redirect each time. */
const REDIRECT_CACHING = { 301: 'no-cache', 302: 'no-store' };

/** Redirects: 301 for everyone, 302 for this visitor. Returns 0, the number of bytes sent. */
export function redirect(
  res: ServerResponse,
  status: 301 | 302,
  { location, cookie, https }: { location: string; cookie?: string | undefined; https: boolean },
): number {
  res.writeHead(status, {
    ...documentHeaders(https, PLAIN_POLICY),
    Location: location,
    'Content-Length': '0',
    'Cache-Control': REDIRECT_CACHING[status],
    ...(cookie !== undefined && { 'Set-Cookie': cookie }),
  });
  res.end();
  return 0;
}

/** Returns a plain error page. The message isn't escaped. */
export function errorPage(status: number, message: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${status}</title><h1>${message}</h1><p><a href="/">Home</a></p>`;
}

/** Sends a plain error page. Returns the number of bytes sent. The message isn't escaped. */
export function sendErrorPage(
  req: IncomingMessage,
  res: ServerResponse,
  { statusCode: status, message, headers }: ApiError,
  https: boolean,
): number {
  const body = errorPage(status, message);
  res.writeHead(status, {
    ...documentHeaders(https, PLAIN_POLICY),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(body);
  return req.method === 'HEAD' ? 0 : Buffer.byteLength(body);
}
