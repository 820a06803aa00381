/** How bytes are packed on the way: as they are, or with the file's compressed variant. */
export type Coding = 'identity' | 'br' | 'gzip';

/** Brotli is the smaller one, so it comes first among codings that the browser likes the same. */
const CODINGS: readonly Coding[] = ['br', 'gzip', 'identity'];
const ONLY_IDENTITY: readonly Coding[] = ['identity'];

const remembered = new Map<string, readonly Coding[]>();
const MAX_REMEMBERED = 200;
const MAX_REMEMBERED_LENGTH = 100;

/**
 * The codings that an Accept-Encoding header allows, best first (RFC 9110, 12.5.3). The whole world sends a
 * handful of different headers, so answers are remembered.
 */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  if (header === undefined) return ONLY_IDENTITY;
  const known = remembered.get(header);
  if (known) return known;
  const codings = parseAcceptEncoding(header);
  if (header.length <= MAX_REMEMBERED_LENGTH && remembered.size < MAX_REMEMBERED) {
    remembered.set(header, codings);
  }
  return codings;
}

function parseAcceptEncoding(header: string): readonly Coding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const parsed = weight === undefined ? 1 : Number(weight);
    // "x-gzip" is gzip by another name (RFC 9110, 8.4.1.3).
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(parsed) ? 0 : parsed);
  }
  const others = weights.get('*');
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? 0.0001 : 0);
  return CODINGS.filter((coding) => weightOf(coding) > 0).toSorted(
    (a, b) => weightOf(b) - weightOf(a),
  );
}

/** What a conditional request is compared with. */
export interface Validators {
  etag: string;
  /** The value of Last-Modified. */
  lastModified: string;
}

/**
 * Whether the caller already has this representation (RFC 9110, 13.1): If-None-Match decides when it is
 * there, with weak comparison; If-Modified-Since otherwise.
 */
export function isFresh(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() === '*') return true;
    const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
    return tags.some((tag) => tag.replace(/^W\//, '') === etag);
  }
  if (ifModifiedSince === undefined) return false;
  const since = Date.parse(ifModifiedSince);
  return !Number.isNaN(since) && Date.parse(lastModified) <= since;
}

/** A part of a file, `end` included; `undefined`: the whole of it; `unsatisfiable`: answer 416. */
export type Range = { start: number; end: number } | 'unsatisfiable' | undefined;

/**
 * Reads a Range header. Several ranges, or what is no range of bytes, mean the whole file, as does an
 * If-Range that names another version (RFC 9110, 13.1.5 and 14.2).
 */
export function rangeOf(
  header: string | undefined,
  ifRange: string | undefined,
  size: number,
  { etag, lastModified }: Validators,
): Range {
  if (header === undefined) return undefined;
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return undefined;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
